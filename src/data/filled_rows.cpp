#include "data/filled_rows.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "data/scan.hpp"
#include "l21/error.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "rows/make_source.hpp"
#include "rows/pass.hpp"
#include "rows/sparse_view.hpp"

namespace l21::internal {
namespace {

constexpr Index kStretch = 256;  // rows that one thread takes at a time

Index stretches_of(Index rows) {
  return (rows + kStretch - 1) / kStretch;
}

// Whether a value is missing; throws where it is infinite.
bool is_hole(double value, Index row, Index column) {
  if (std::isfinite(value)) return false;
  if (std::isnan(value)) return true;
  throw DataError({not_finite(row, column, value), "; remove such values, or mark them as missing"});
}

// Those of some consecutive rows.
struct SomeHoles {
  std::vector<Index> counts;
  std::vector<std::int32_t> column;
  std::vector<Index> entry;
};

SomeHoles dense_holes(const RowSource<double>& source, Index first, Index count) {
  SomeHoles found;
  Vector<double> row(source.cols());
  for (Index i = first; i < first + count; ++i) {
    source.copy_rows(i, 1, row.data());
    const std::size_t before = found.column.size();
    for (Index j = 0; j < row.size(); ++j)
      if (is_hole(row(j), i, j)) found.column.push_back(static_cast<std::int32_t>(j));
    found.counts.push_back(static_cast<Index>(found.column.size() - before));
  }
  return found;
}

SomeHoles sparse_holes(const SparseView& view, Index first, Index count) {
  SomeHoles found;
  for (Index i = first; i < first + count; ++i) {
    const std::size_t before = found.column.size();
    for (Index e = view.start(i); e < view.start(i + 1); ++e) {
      if (!is_hole(view.value(e), i, view.columns[e])) continue;
      found.column.push_back(view.columns[e]);
      found.entry.push_back(e);
    }
    found.counts.push_back(static_cast<Index>(found.column.size() - before));
  }
  return found;
}

// W^T D W with D = 1 where a cell is known and e where it is not: columns of W are orthonormal, so this is I
// less a multiple of what the holes hold of it, or of the known cells where they are fewer. Lower triangle.
Matrix<double> normal_matrix(const RowMatrix<double>& W, std::span<const std::int32_t> holes, double e) {
  const Index m = W.cols(), d = W.rows(), count = static_cast<Index>(holes.size());
  const bool by_known = 2 * count > d;
  RowMatrix<double> part(by_known ? d - count : count, m);
  Index next = 0;
  if (by_known) {
    for (Index j = 0, hole = 0; j < d; ++j) {
      if (hole < count && holes[static_cast<std::size_t>(hole)] == j)
        ++hole;
      else
        part.row(next++) = W.row(j);
    }
  } else {
    for (const std::int32_t j : holes) part.row(next++) = W.row(j);
  }
  Matrix<double> normal = (by_known ? e : 1.0) * Matrix<double>::Identity(m, m);
  if (part.rows() > 0) syrk(m, part.rows(), by_known ? 1 - e : e - 1, part.data(), m, 1.0, normal.data(), m);
  return normal;
}

}  // namespace

Holes find_holes(const Rows& rows, int threads) {
  Holes holes;
  const Index n = rows.rows();
  holes.start.assign(static_cast<std::size_t>(n) + 1, 0);
  if (rows.storage() != Storage::float64 && rows.storage() != Storage::float32) return holes;
  if (rows.sparse()) check_structure<DataError>(*rows.sparse(), threads);
  const auto source = rows.sparse() ? nullptr : make_source<double>(rows, RowPreparation::identity(rows.cols()));
  std::vector<SomeHoles> found(static_cast<std::size_t>(stretches_of(n)));
  parallel_for(threads, stretches_of(n), [&](Index stretch, int) {
    const Index first = stretch * kStretch, count = std::min(kStretch, n - first);
    found[static_cast<std::size_t>(stretch)] =
        source ? dense_holes(*source, first, count) : sparse_holes(*rows.sparse(), first, count);
  });
  std::size_t row = 0;
  for (const SomeHoles& some : found) {
    for (const Index count : some.counts) holes.start[row + 1] = holes.start[row] + count, ++row;
    holes.column.insert(holes.column.end(), some.column.begin(), some.column.end());
    holes.entry.insert(holes.entry.end(), some.entry.begin(), some.entry.end());
  }
  return holes;
}

FilledRows::FilledRows(const Rows& stored, Holes holes, double hole_weight)
    : stored_(stored), holes_(std::move(holes)), hole_weight_(hole_weight), base_(Vector<double>::Zero(stored.cols())) {
  const SparseView* view = stored_.sparse();
  if (view == nullptr) return;
  const Index end = view->start(view->rows);
  const auto* f64 = static_cast<const double*>(view->values);
  const auto* f32 = static_cast<const float*>(view->values);
  if (view->storage == Storage::float64)
    sparse_f64_.assign(f64, f64 + end);
  else
    sparse_f32_.assign(f32, f32 + end);
}

Rows FilledRows::filled() const {
  if (stored_.sparse() == nullptr) return {static_cast<const RowLoader&>(*this)};
  SparseView view = *stored_.sparse();
  view.values = view.storage == Storage::float64 ? static_cast<const void*>(sparse_f64_.data())
                                                 : static_cast<const void*>(sparse_f32_.data());
  return {view};
}

void FilledRows::fill(const Vector<double>& value) {
  base_ = value;
  slope_.resize(0, 0);
  T_.resize(0, 0);
  fill_sparse();
}

template <class T>
Vector<double> FilledRows::fill(const RowScheme& scheme, const Matrix<double>& W, int threads,
                                const Vector<double>& prior) {
  const Index n = rows(), m = W.cols();
  fill(scheme.center.cwiseQuotient(scheme.factor));
  // p_i = sum over known cells of x_ij w_j: holes lie at the center.
  RowMatrix<double> P(n, m);
  project_rows(*make_source<T>(filled(), {scheme.factor, scheme.center, {}}), W, threads, P);
  Vector<double> added = Vector<double>::Zero(n);
  const RowMatrix<double> directions = W;
  parallel_for(threads, stretches_of(n), [&](Index stretch, int) {
    for (Index i = stretch * kStretch; i < std::min(n, (stretch + 1) * kStretch); ++i) {
      if (holes_.of_row(i).empty()) continue;
      const Vector<double> p = P.row(i).transpose();
      Matrix<double> A = normal_matrix(directions, holes_.of_row(i), hole_weight_);
      if (prior.size() > 0) A.diagonal() += prior;
      const Vector<double> t = A.llt().solve(p);
      added(i) = std::max(0.0, t.dot(t - p));
      P.row(i) = t.transpose();
    }
  });
  slope_ = (1 - hole_weight_) * scheme.factor.cwiseInverse().asDiagonal() * W;
  T_ = std::move(P);
  fill_sparse();
  return added;
}

double FilledRows::value(Index row, Index column) const {
  return base_(column) + (T_.size() > 0 ? slope_.row(column).dot(T_.row(row)) : 0.0);
}

double FilledRows::predicted(Index row, Index column) const {
  return base_(column) + (T_.size() > 0 ? slope_.row(column).dot(T_.row(row)) / (1 - hole_weight_) : 0.0);
}

void visit_holes(const FilledRows& rows, const std::function<void(Index, Index, double, double)>& body) {
  const auto source = make_source<double>(rows.stored(), RowPreparation::identity(rows.cols()));
  Vector<double> stored(rows.cols());
  for (Index i = 0; i < rows.rows(); ++i) {
    if (rows.holes().of_row(i).empty()) continue;
    source->copy_rows(i, 1, stored.data());
    for (const std::int32_t j : rows.holes().of_row(i)) body(i, j, stored(j), rows.predicted(i, j));
  }
}

void FilledRows::fill_sparse() {
  if (stored_.sparse() == nullptr) return;
  for (Index i = 0; i < rows(); ++i)
    for (Index k = holes_.start[static_cast<std::size_t>(i)]; k < holes_.start[static_cast<std::size_t>(i) + 1]; ++k) {
      const auto hole = static_cast<std::size_t>(k), at = static_cast<std::size_t>(holes_.entry[hole]);
      const double known = value(i, holes_.column[hole]);
      if (sparse_f64_.empty())
        sparse_f32_[at] = static_cast<float>(known);
      else
        sparse_f64_[at] = known;
    }
}

template <class S>
void FilledRows::load_as(Index first, Index count, S* out) const {
  make_source<S>(stored_, RowPreparation::identity(cols()))->copy_rows(first, count, out);
  for (Index i = first; i < first + count; ++i, out += cols())
    for (const std::int32_t j : holes_.of_row(i)) out[j] = static_cast<S>(value(i, j));
}

void FilledRows::load(Index first, Index count, void* out) const {
  if (storage() == Storage::float64)
    load_as(first, count, static_cast<double*>(out));
  else
    load_as(first, count, static_cast<float*>(out));
}

template Vector<double> FilledRows::fill<float>(const RowScheme&, const Matrix<double>&, int, const Vector<double>&);
template Vector<double> FilledRows::fill<double>(const RowScheme&, const Matrix<double>&, int, const Vector<double>&);

}  // namespace l21::internal
