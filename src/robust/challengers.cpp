#include "robust/challengers.hpp"

#include <utility>

#include "data/gram.hpp"
#include "linalg/blas.hpp"
#include "linalg/random.hpp"
#include "methods/sketch.hpp"
#include "robust/constants.hpp"
#include "robust/outlyingness.hpp"
#include "robust/row_weights.hpp"

namespace l21::internal {
namespace {

Index half_of(Index rows, Index components) {
  return std::min(rows, (rows + components + 1) / 2);
}

Matrix<double> scores_of(const RowMatrix<double>& Y, const Candidate& candidate) {
  return row_product(RowMatrix<double>(Y.rowwise() - candidate.center.transpose()), candidate.W);
}

// Two groups of the rows of T.
struct Groups {
  std::vector<bool> second;  // whether a row is in the second
  Index size = 0;            // of the second
  double between = -1;       // of the sum of squares: what the means of the groups hold; the rest is within them
};

Groups two_means(const RowMatrix<double>& T, Index i, Index j) {
  constexpr int kIterations = 20;
  const Index n = T.rows();
  const Vector<double> all = T.colwise().sum().transpose();
  Groups groups;
  Vector<double> a = T.row(i).transpose(), b = T.row(j).transpose();
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    // Nearer to b than to a.
    const Vector<double> along = T * (b - a);
    const double half_way = (b.squaredNorm() - a.squaredNorm()) / 2;
    std::vector<bool> second(static_cast<std::size_t>(n));
    Vector<double> sum = Vector<double>::Zero(T.cols());
    Index size = 0;
    for (Index k = 0; k < n; ++k) {
      if (!(along(k) > half_way)) continue;
      second[static_cast<std::size_t>(k)] = true;
      sum += T.row(k).transpose();
      ++size;
    }
    const bool same = second == groups.second;
    const auto in_second = static_cast<double>(size), in_first = static_cast<double>(n - size);
    const double between =
        size == 0 || size == n ? 0.0 : sum.squaredNorm() / in_second + (all - sum).squaredNorm() / in_first;
    groups = {std::move(second), size, between};
    if (same || size == 0 || size == n) break;
    a = (all - sum) / in_first, b = sum / in_second;
  }
  return groups;
}

}  // namespace

std::vector<Index> least_outlying_half(const RowMatrix<double>& Y, Index components, std::uint64_t seed, int threads) {
  const Index half = half_of(Y.rows(), components);
  return smallest(outlyingness(Y, pair_directions(Y, kRobust.directions, seed), half, threads), half);
}

std::vector<Index> trimmed_half(const RowMatrix<double>& Y, const Candidate& candidate, std::uint64_t seed,
                                int threads) {
  const Matrix<double> T = scores_of(Y, candidate);
  const Index half = half_of(T.rows(), T.cols());
  // A hyperplane through many rows hardly ever meets the majority alone.
  const Index normals = T.cols() > kRobust.most_for_normals ? 0 : 2 * kRobust.directions;
  return smallest(outlyingness(T, score_directions(T, kRobust.directions, normals, seed), half, threads), half);
}

std::vector<Index> larger_group(const RowMatrix<double>& Y, const Candidate& candidate, std::uint64_t seed) {
  constexpr int kStarts = 5;
  const RowMatrix<double> T = scores_of(Y, candidate);
  const Index n = T.rows();
  NormalGenerator random(seed);
  Groups best;
  for (int start = 0; start < kStarts; ++start) {
    const Index i = random.below(n), j = random.below(n);
    if (Groups groups = two_means(T, i, j); groups.between > best.between) best = std::move(groups);
  }
  const bool second = 2 * best.size > n;
  std::vector<Index> rows;
  for (Index i = 0; i < n; ++i)
    if (best.second[static_cast<std::size_t>(i)] == second) rows.push_back(i);
  return rows;
}

std::vector<Index> rows_left_out(const RowMatrix<double>& Y, const Candidate& candidate) {
  const std::vector<bool> near = near_rows(Y, candidate);
  std::vector<Index> left;
  for (Index i = 0; i < Y.rows(); ++i)
    if (!near[static_cast<std::size_t>(i)]) left.push_back(i);
  return left;
}

Candidate principal_of(const RowMatrix<double>& Y, const std::vector<Index>& rows, Index components, std::uint64_t seed,
                       int threads) {
  RowMatrix<double> chosen = Y(rows, Eigen::all);
  Candidate candidate{{}, chosen.colwise().mean().transpose()};
  chosen.rowwise() -= candidate.center.transpose();
  Vector<double> norms = chosen.rowwise().norm();
  const PreparedRows<double> prepared(std::move(chosen), RowFacts({}, std::move(norms), threads));
  candidate.W = sketch_directions(prepared, components, components + kRobust.oversampling, seed).W;
  return candidate;
}

}  // namespace l21::internal
