#include "robust/sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "data/gram.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/polar.hpp"
#include "linalg/random.hpp"
#include "robust/constants.hpp"
#include "simd/simd.hpp"

namespace l21::internal {
namespace {

// Medians of the columns of a few of these rows. Sparse rows are mostly 0: so is their middle.
Vector<double> middle_of(const Rows& stored, const Vector<double>& factor, const std::vector<Index>& rows,
                         int threads) {
  constexpr double kMostValues = 1e6;
  constexpr std::size_t kMostRows = 200;
  Vector<double> middle = Vector<double>::Zero(stored.cols());
  if (stored.sparse()) return middle;
  const auto fitting = static_cast<std::size_t>(kMostValues / static_cast<double>(stored.cols()));
  const std::vector<Index> few = evenly_among(rows, std::min(kMostRows, std::max<std::size_t>(fitting, 5)));
  const RowMatrix<double> values = prepare_some(stored, {factor, middle}, few, threads).copy();
  const Index n = values.rows(), columns = values.cols();
  parallel_for(threads, (columns + kSetsAtOnce - 1) / kSetsAtOnce, [&](Index group, int) {
    const Index first = group * kSetsAtOnce, count = std::min(kSetsAtOnce, columns - first);
    Matrix<double> sets = Matrix<double>::Zero(kSetsAtOnce, n);
    sets.topRows(count) = values.middleCols(first, count).transpose();
    simd().sort_sets(sets.data(), n);
    middle.segment(first, count) = (sets.col((n - 1) / 2) + sets.col(n / 2)).head(count) / 2;
  });
  return middle;
}

}  // namespace

std::vector<Index> rows_of_sample(const Vector<double>& counts, Index rows, Index draws, std::uint64_t seed) {
  const double total = counts.size() > 0 ? counts.sum() : static_cast<double>(rows);
  const bool whole = total <= static_cast<double>(draws);
  if (whole) draws = std::max<Index>(1, static_cast<Index>(std::llround(total)));
  NormalGenerator random(seed);
  std::vector<Index> chosen;
  Index row = 0;
  double below = 0;  // counts of the rows before `row`
  for (Index k = 0; k < draws; ++k) {
    const double inside = whole ? 0.5 : 1 - random.uniform();
    const double at = (static_cast<double>(k) + inside) * total / static_cast<double>(draws);
    while (row + 1 < rows && below + count_of(counts, row) <= at) below += count_of(counts, row++);
    chosen.push_back(row);
  }
  return chosen;
}

Index search_rows(Index rows, Index columns, Index components) {
  const Index least = kRobust.rows_per_component * components, most = std::max(kRobust.sample_rows, least);
  if (columns <= most) return most;
  const double affordable = std::sqrt(kRobust.wide_work * static_cast<double>(rows) * static_cast<double>(components));
  return std::clamp(static_cast<Index>(affordable), std::max(kRobust.wide_rows, least), most);
}

std::vector<Index> evenly_among(const std::vector<Index>& rows, std::size_t most) {
  const std::size_t count = std::min(rows.size(), most);
  std::vector<Index> some;
  for (std::size_t k = 0; k < count; ++k) some.push_back(rows[k * rows.size() / count]);
  return some;
}

std::vector<Index> ascending(const Vector<double>& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return values(a) < values(b); });
  return order;
}

Sample::Sample(const Rows& stored, const Vector<double>& factor, const std::vector<Index>& rows, int threads)
    : origin_(middle_of(stored, factor, rows, threads)),
      rows_(prepare_some(stored, {factor, origin_}, rows, threads)),
      order_(ascending(rows_.norm)) {
  if (rows_.cols() <= rows_.rows())
    Y_ = rows_.copy()(order_, Eigen::all);
  else
    choose_coordinates();
}

// Products of rows have errors relative to the lengths of both, so that rows of length 1 have coordinates with as many
// digits, whatever the lengths of others.
void Sample::choose_coordinates() {
  const Index n = rows_.rows();
  const Vector<double> length = rows_.norm(order_);
  Vector<double> inverse = length;
  for (double& value : inverse) value = value > 0 ? 1 / value : 0.0;
  Matrix<double> G = gram_matrix(rows_)(order_, order_);
  G = inverse.asDiagonal() * G * inverse.asDiagonal();
  // All 1 but for rounding, which must not choose the first pivot, and with it all coordinates.
  for (Index i = 0; i < n; ++i) G(i, i) = length(i) > 0 ? 1.0 : 0.0;
  auto [L, pivots] =
      pivoted_cholesky(std::move(G), 100 * static_cast<double>(n) * std::numeric_limits<double>::epsilon());
  const Index rank = L.cols();
  Y_.resize(n, rank);
  for (Index k = 0; k < n; ++k) {
    const Index i = pivots[static_cast<std::size_t>(k)];
    Y_.row(i) = length(i) * L.row(k);
  }
  L_ = L.topRows(rank);
  for (Index k = 0; k < rank; ++k)
    pivots_.push_back(order_[static_cast<std::size_t>(pivots[static_cast<std::size_t>(k)])]);
}

Matrix<double> Sample::in_columns(const std::vector<Index>& rows) const {
  Matrix<double> X(static_cast<Index>(rows.size()), rows_.cols());
  for (std::size_t k = 0; k < rows.size(); ++k)
    X.row(static_cast<Index>(k)) = rows_.row(order_[static_cast<std::size_t>(rows[k])]).transpose();
  return X;
}

Candidate Sample::in_sample(const Candidate& candidate) const {
  const Vector<double> shift = candidate.center - origin_;
  if (L_.size() == 0) return {candidate.W, shift};
  const Index m = candidate.W.cols();
  Matrix<double> both(candidate.W.rows(), m + 1);
  both << candidate.W, shift;
  const Matrix<double> projected = project_rows(rows_, both);
  Matrix<double> found(L_.rows(), m + 1);
  for (std::size_t k = 0; k < pivots_.size(); ++k)
    found.row(static_cast<Index>(k)) = projected.row(pivots_[k]) / rows_.norm(pivots_[k]);
  L_.triangularView<Eigen::Lower>().solveInPlace(found);
  return {polar_factor(found.leftCols(m)), found.col(m)};
}

Candidate Sample::in_table(const Candidate& candidate) const {
  const Index m = candidate.W.cols();
  if (L_.size() == 0) return {candidate.W, origin_ + candidate.center};
  Matrix<double> both(candidate.W.rows(), m + 1);
  both << candidate.W, candidate.center;
  L_.transpose().triangularView<Eigen::Upper>().solveInPlace(both);
  RowMatrix<double> C = RowMatrix<double>::Zero(rows_.rows(), m + 1);
  for (std::size_t k = 0; k < pivots_.size(); ++k)
    C.row(pivots_[k]) = both.row(static_cast<Index>(k)) / rows_.norm(pivots_[k]);
  const Matrix<double> found = combine_rows(rows_, C);
  return {polar_factor(found.leftCols(m)), origin_ + found.col(m)};
}

}  // namespace l21::internal
