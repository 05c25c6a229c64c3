#include "data/coordinates.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "data/link.hpp"
#include "linalg/blas.hpp"
#include "linalg/large_pages.hpp"
#include "linalg/parallel.hpp"
#include "rows/dense_rows.hpp"
#include "rows/pass.hpp"
#include "rows/row_sum.hpp"

namespace l21::internal {
namespace {

// Rows of Z at a time: they stay in cache, and nothing depends on threads.
constexpr Index kRows = 256;

template <class Body>
void for_row_blocks(Index rows, int threads, Body&& body) {
  parallel_for(threads, (rows + kRows - 1) / kRows,
               [&](Index block, int) { body(block * kRows, std::min(kRows, rows - block * kRows)); });
}

}  // namespace

template <class T>
Coordinates<T>::Coordinates(const PreparedRows<T>& rows, Index most)
    : rows_(rows), Q_(rows.cols(), most), Z_(rows.rows(), most) {
  prefer_large_pages(Q_);
  prefer_large_pages(Z_);
}

template <class T>
void Coordinates<T>::append(const Matrix<double>& D) {
  const Index k = D.cols();
  project_rows(*rows_.source(), D, rows_.threads, Z_.middleCols(size_, k));
  assign_columns(D, Q_.middleCols(size_, k));
  size_ += k;
}

template <class T>
Matrix<double> Coordinates<T>::append_first(const Matrix<double>& D) {
  const Index q = D.cols();
  Pass<T> pass(*rows_.source(), q, rows_.threads);
  std::vector<Matrix<double>> scatter(static_cast<std::size_t>(pass.slots()), Matrix<double>::Zero(q, q));
  pass.project(D, SquaredNorms::none, [&](const ProjectedBlock<T>& block) {
    const Eigen::Map<const RowMatrix<T>> z(block.t, block.count, q);
    Z_.block(block.first, 0, block.count, q) = z;
    Matrix<T> weighted = z;
    for (Index i = 0; i < block.count; ++i) weighted.row(i) *= static_cast<T>(rows_.weight(block.first + i));
    Matrix<T> part(q, q);
    gemm(Op::none, Op::none, q, q, block.count, T(1), block.t, q, weighted.data(), block.count, T(0), part.data(), q);
    scatter[static_cast<std::size_t>(block.slot)] += part.template cast<double>();
  });
  assign_columns(D, Q_.leftCols(q));
  size_ = q;
  return add_up(std::move(scatter));
}

template <class T>
void Coordinates<T>::rotate(const Matrix<double>& K) {
  const Index k = K.cols(), q = size_;
  const Matrix<T>& factor = K.template cast<T>();
  for_row_blocks(rows_.rows(), rows_.threads, [&](Index first, Index count) {
    RowMatrix<T> product(count, k);
    project(first, count, factor, product.data());
    Z_.block(first, 0, count, k) = product;
  });
  Q_.leftCols(k) = product(Q_.leftCols(q), K);
  size_ = k;
}

template <class T>
void Coordinates<T>::project(Index first, Index count, const Matrix<T>& C, T* t) const {
  gemm(Op::transpose, Op::none, C.cols(), count, size_, T(1), C.data(), size_, Z_.row(first).data(), most(), T(0), t,
       C.cols());
}

template <class T>
PreparedRows<T> Coordinates<T>::as_rows(Method method) const {
  RowsView view = rows_of(Z_);
  view.cols = size_;
  RowFacts facts = rows_;
  facts.row_factor.resize(0), facts.left_out.resize(0);
  if (uses_residuals(method))
    facts.left_out = rows_.each([&](Index i) {
      const double inside = Z_.row(i).head(size_).template cast<double>().squaredNorm();
      return std::max(0.0, rows_.norm(i) * rows_.norm(i) - inside);
    });
  return {std::make_shared<const DenseRows<T>>(view, RowPreparation::identity(size_)), std::move(facts)};
}

template class Coordinates<float>;
template class Coordinates<double>;

}  // namespace l21::internal
