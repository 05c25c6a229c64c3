#include "data/dense_rows.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "data/kernels.hpp"
#include "linalg/blas.hpp"

namespace l21 {
namespace {

void prepare(const StoredRows& rows, const Affine& affine, double* out) {
  kernels().prepare_f64(rows, affine, out);
}
void prepare(const StoredRows& rows, const Affine& affine, float* out) {
  kernels().prepare_f32(rows, affine, out);
}

void squared_norms(const double* rows, Index count, Index cols, double* out) {
  kernels().squared_norms_f64(rows, count, cols, out);
}
void squared_norms(const float* rows, Index count, Index cols, double* out) {
  kernels().squared_norms_f32(rows, count, cols, out);
}

double max_abs(const double* values, Index count) {
  return kernels().max_abs_f64(values, count);
}
double max_abs(const float* values, Index count) {
  return kernels().max_abs_f32(values, count);
}

// OpenBLAS multiplies without packing up to 1e6 multiplications, where the skinny products of a pass run near its peak
// instead of at half of it. Returns how long the third side may be beside two that multiply to `area`.
Index small_product_extent(Index area, Index least) {
  constexpr Index kMultiplications = 1000000;
  return std::max(least, kMultiplications / std::max<Index>(1, area));
}

// Rows that lie a power of two apart share the sets of the cache; an odd number of cache lines keeps them apart.
template <class T>
Index padded(Index cols) {
  constexpr Index kLine = 64 / static_cast<Index>(sizeof(T));
  const Index lines = (cols + kLine - 1) / kLine;
  return cols < 8 * kLine ? cols : (lines | 1) * kLine;
}

template <class T>
class DenseBlock final : public RowBlock<T> {
 public:
  explicit DenseBlock(const DenseRows<T>& source)
      : source_(source), stride_(padded<T>(source.cols())), buffer_(source.block_rows(), stride_) {
    if constexpr (!std::is_same_v<T, double>) partial_.resize(source.cols(), 0);
  }

  void load(Index first, Index count) override {
    count_ = count;
    source_.copy_rows_apart(first, count, buffer_.data(), stride_);
  }

  // Column-major BLAS sees P^T = W^T X_b^T, a few rows and a stretch of columns at a time.
  void project(const Matrix<T>& W, T* P) override {
    const Index m = W.cols(), rows = m > 8 && m <= 32 ? 16 : 8, stretch = small_product_extent(m * rows, 128);
    for (Index i = 0; i < count_; i += rows)
      for (Index j = 0; j < d(); j += stretch)
        gemm(Op::transpose, Op::none, m, std::min(rows, count_ - i), std::min(stretch, d() - j), T(1), W.data() + j,
             d(), buffer_.data() + i * stride_ + j, stride_, j == 0 ? T(0) : T(1), P + i * m, m);
  }

  void subtract_projection(const Matrix<T>& W, const T* P) override {
    gemm(Op::none, Op::none, d(), count_, W.cols(), T(-1), W.data(), d(), P, W.cols(), T(1), buffer_.data(), stride_);
  }

  // A float block sums its at most 256 rows in float; blocks are added in double.
  void accumulate(const T* A, RowMatrix<double>& M) override {
    if constexpr (std::is_same_v<T, double>) {
      add_products(A, M);
    } else {
      partial_.setZero(d(), M.cols());
      add_products(A, partial_);
      M += partial_.template cast<double>();
    }
  }

  void squared_norms(double* out) override {
    for (Index i = 0; i < count_; ++i) l21::squared_norms(buffer_.data() + i * stride_, 1, d(), out + i);
  }
  // Adding carries a NaN along.
  double max_abs() override {
    double largest = 0, poison = 0;
    for (Index i = 0; i < count_; ++i) {
      const double size = l21::max_abs(buffer_.data() + i * stride_, d());
      largest = std::max(largest, size);
      poison += size - size;
    }
    return largest + poison;
  }

 private:
  [[nodiscard]] Index d() const { return source_.cols(); }

  // M <- M + X_b^T A; row-major M is column-major M^T = A^T X_b.
  void add_products(const T* A, RowMatrix<T>& M) const {
    const Index m = M.cols(), rows = m > 4 && m <= 8 ? 24 : 32,
                stretch = std::min<Index>(512, small_product_extent(m * rows, 32));
    for (Index i = 0; i < count_; i += rows)
      for (Index j = 0; j < d(); j += stretch)
        gemm(Op::none, Op::transpose, m, std::min(stretch, d() - j), std::min(rows, count_ - i), T(1), A + i * m, m,
             buffer_.data() + i * stride_ + j, stride_, T(1), M.data() + j * m, m);
  }

  const DenseRows<T>& source_;
  Index stride_;          // of buffer_
  RowMatrix<T> buffer_;   // block_rows x stride_
  RowMatrix<T> partial_;  // d x m
  Index count_ = 0;
};

}  // namespace

template <class T>
DenseRows<T>::DenseRows(const RowsView& view, RowPreparation preparation)
    : view_(view), preparation_(std::move(preparation)) {}

// A block should stay in the second-level cache between its two products: 1 MiB, but 32 to 256 rows.
template <class T>
Index DenseRows<T>::block_rows() const {
  constexpr Index kBytes = 1 << 20;
  const Index fitting = kBytes / std::max<Index>(1, cols() * static_cast<Index>(sizeof(T)));
  return std::min(std::clamp<Index>(fitting / 32 * 32, std::is_same_v<T, double> ? 32 : 128, 256),
                  std::max<Index>(1, rows()));
}

template <class T>
std::unique_ptr<RowBlock<T>> DenseRows<T>::make_block() const {
  return std::make_unique<DenseBlock<T>>(*this);
}

template <class T>
void DenseRows<T>::copy_rows(Index first, Index count, T* out) const {
  copy_rows_apart(first, count, out, cols());
}

template <class T>
void DenseRows<T>::copy_rows_apart(Index first, Index count, T* out, Index out_stride) const {
  const RowsView part = view_.row_range(first, count);
  const double* row_factor = preparation_.row_factor.size() > 0 ? preparation_.row_factor.data() + first : nullptr;
  prepare({part.data, static_cast<int>(part.storage), part.rows, part.cols, part.row_stride, part.col_stride},
          {preparation_.factor.data(), preparation_.center.data(), row_factor, out_stride}, out);
}

template class DenseRows<float>;
template class DenseRows<double>;

}  // namespace l21
