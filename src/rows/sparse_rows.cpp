#include "rows/sparse_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "linalg/blas.hpp"
#include "linalg/large_pages.hpp"
#include "rows/padded_vectors.hpp"
#include "simd/simd.hpp"

namespace l21::internal {
namespace {

SparseEntries entries(const SparseView& view, Index row) {
  const Index begin = view.start(row);
  const auto offset = static_cast<std::size_t>(begin) * bytes_per_value(view.storage);
  return {static_cast<const std::byte*>(view.values) + offset, static_cast<int>(view.storage), view.columns + begin,
          view.start(row + 1) - begin, view.start(view.rows) - begin};
}

template <class T>
struct SparseDirections final : Directions {
  PaddedVectors<T> rows;              // of diag(factor) W
  Vector<double> shift;               // W^T center
  const Matrix<double>* W = nullptr;  // what was packed
};

template <class T>
class SparseBlock final : public RowBlock<T> {
 public:
  explicit SparseBlock(const SparseRows<T>& source) : source_(source) {}

  void load(Index first, Index count) override { first_ = first, count_ = count, subtracted_ = 0; }

  void project(const Directions& directions, T* P) override {
    const auto& W = static_cast<const SparseDirections<T>&>(directions);
    const Index m = W.shift.size();
    sum_.resize(static_cast<std::size_t>(m));
    for (Index i = 0; i < count_; ++i) {
      simd_.project_entries(entries(source_.view(), first_ + i), W.rows.vector(0), W.rows.stride(), m, sum_.data());
      const double factor = source_.row_factor(first_ + i);
      for (Index k = 0; k < m; ++k)
        P[i * m + k] = static_cast<T>(factor * (sum_[static_cast<std::size_t>(k)] - W.shift(k)));
    }
  }

  // Kept aside: the rows stay what they are, and the sums are corrected in the end.
  void subtract_projection(const Directions& directions, const T* P) override {
    const auto& W = static_cast<const SparseDirections<T>&>(directions);
    subtracted_ = W.shift.size();
    projection_.assign(P, P + count_ * subtracted_);
    directions_ = W.W;
  }

  // Columns of `sum`: one for every feature, one for the center, one for every direction that was subtracted.
  void accumulate(const T* A, Index m, Matrix<double>& sum) override {
    const Index d = source_.cols(), stride = sum.rows();
    slope_.assign(static_cast<std::size_t>(stride), 0.0);
    for (Index i = 0; i < count_; ++i) {
      const double factor = source_.row_factor(first_ + i);
      for (Index k = 0; k < m; ++k) slope_[static_cast<std::size_t>(k)] = factor * static_cast<double>(A[i * m + k]);
      simd_.scatter_entries(entries(source_.view(), first_ + i), slope_.data(), m, sum.data(), stride);
      for (Index k = 0; k < m; ++k) sum(k, d) += slope_[static_cast<std::size_t>(k)];
      for (Index s = 0; s < subtracted_; ++s) {
        const auto t = static_cast<double>(projection_[static_cast<std::size_t>(i * subtracted_ + s)]);
        for (Index k = 0; k < m; ++k) sum(k, d + 1 + s) += t * static_cast<double>(A[i * m + k]);
      }
    }
  }

  // After subtract_projection the difference of two squares, which is off by eps ||x||^2. Where that is much of it the
  // row is made dense.
  void squared_norms(double* out) override {
    const double near = std::sqrt(static_cast<double>(std::numeric_limits<T>::epsilon()));
    for (Index i = 0; i < count_; ++i) {
      out[i] = source_.squared_norm(first_ + i);
      if (subtracted_ == 0) continue;
      const double rest = out[i] - projection(i).squaredNorm();
      out[i] = rest > near * out[i] ? rest : dense_rest(i).squaredNorm();
    }
  }

  double max_abs() override {
    const SparseView& view = source_.view();
    const Index begin = view.start(first_), count = view.start(first_ + count_) - begin;
    return view.storage == Storage::float64 ? simd().max_abs_f64(static_cast<const double*>(view.values) + begin, count)
                                            : simd().max_abs_f32(static_cast<const float*>(view.values) + begin, count);
  }

 private:
  // An expression, not a vector: the loop over all rows allocates nothing.
  [[nodiscard]] auto projection(Index i) const {
    return Eigen::Map<const Vector<T>>(projection_.data() + i * subtracted_, subtracted_).template cast<double>();
  }
  [[nodiscard]] Vector<double> dense_rest(Index i) const {
    Vector<T> row(source_.cols());
    source_.copy_rows(first_ + i, 1, row.data());
    return row.template cast<double>() - *directions_ * projection(i);
  }

  const SparseRows<T>& source_;
  const SimdProducts<T>& simd_ = simd_products<T>();
  Index first_ = 0, count_ = 0;
  Index subtracted_ = 0;  // directions
  std::vector<T> projection_;
  const Matrix<double>* directions_ = nullptr;
  std::vector<double> sum_, slope_;
};

}  // namespace

template <class T>
SparseRows<T>::SparseRows(const SparseView& view, RowPreparation preparation)
    : view_(view), preparation_(std::move(preparation)), squared_center_(preparation_.center.squaredNorm()) {}

// The entries as they are stored, with the preparation of their rows.
template <class T>
std::unique_ptr<RowSource<T>> SparseRows<T>::chosen(const std::vector<Index>& rows) const {
  Arrays arrays;
  arrays.starts.push_back(0);
  RowPreparation preparation{preparation_.factor, preparation_.center, {}};
  if (preparation_.row_factor.size() > 0) preparation.row_factor.resize(static_cast<Index>(rows.size()));
  const std::size_t size = bytes_per_value(view_.storage);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const SparseEntries row = entries(view_, rows[k]);
    const auto* values = static_cast<const std::byte*>(row.values);
    arrays.values.insert(arrays.values.end(), values, values + static_cast<std::size_t>(row.count) * size);
    arrays.columns.insert(arrays.columns.end(), row.columns, row.columns + row.count);
    arrays.starts.push_back(static_cast<std::int64_t>(arrays.columns.size()));
    if (preparation.row_factor.size() > 0) preparation.row_factor(static_cast<Index>(k)) = row_factor(rows[k]);
  }
  const SparseView view{arrays.values.data(),
                        view_.storage,
                        arrays.columns.data(),
                        arrays.starts.data(),
                        true,
                        static_cast<Index>(rows.size()),
                        cols()};
  auto copy = std::make_unique<SparseRows<T>>(view, std::move(preparation));
  copy->owned_ = std::move(arrays);
  return copy;
}

template <class T>
double SparseRows<T>::values_before(Index row) const {
  // A row costs something even when it is empty.
  return static_cast<double>(view_.start(row) - view_.start(0)) + static_cast<double>(row);
}

template <class T>
Index SparseRows<T>::block_rows(Index) const {
  return std::min<Index>(256, std::max<Index>(1, rows()));
}

template <class T>
std::unique_ptr<RowBlock<T>> SparseRows<T>::make_block(Index) const {
  return std::make_unique<SparseBlock<T>>(*this);
}

template <class T>
std::unique_ptr<Directions> SparseRows<T>::make_directions() const {
  return std::make_unique<SparseDirections<T>>();
}

template <class T>
void SparseRows<T>::pack(const Matrix<double>& W, Directions& directions) const {
  auto& packed = static_cast<SparseDirections<T>&>(directions);
  packed.shift = Vector<double>::Zero(W.cols());
  packed.W = &W;
  // Tightly: the caches hold more of them, and lines that two share are no loss.
  packed.rows.resize_tightly(W.cols(), cols());
  for (Index j = 0; j < cols(); ++j) {
    T* row = packed.rows.vector(j);
    // Of the same rounded W as the products with the rows, from which it is subtracted.
    const double center = preparation_.center(j) / preparation_.factor(j);
    for (Index k = 0; k < W.cols(); ++k) {
      row[k] = static_cast<T>(preparation_.factor(j) * W(j, k));
      packed.shift(k) += center * static_cast<double>(row[k]);
    }
  }
}

template <class T>
void SparseRows<T>::begin_moment(Index m, const Matrix<double>* subtracted, Matrix<double>& sum) const {
  sum.resize(m, cols() + 1 + (subtracted ? subtracted->cols() : 0));
  prefer_large_pages(sum.data(), static_cast<std::size_t>(sum.size()) * sizeof(double));
  sum.setZero();
}

template <class T>
void SparseRows<T>::finish_moment(Index m, const Matrix<double>* subtracted, Matrix<double>& sum,
                                  Matrix<double>& M) const {
  const Index d = cols();
  M.resize(d, m);
  for (Index k = 0; k < m; ++k)
    for (Index j = 0; j < d; ++j) M(j, k) = preparation_.factor(j) * sum(k, j) - preparation_.center(j) * sum(k, d);
  if (subtracted)
    M -= product(Op::none, *subtracted, Op::transpose, Matrix<double>(sum.block(0, d + 1, m, subtracted->cols())));
}

template <class T>
double SparseRows<T>::squared_norm(Index row) const {
  double unstored = squared_center_, stored = 0;
  for (Index e = view_.start(row); e < view_.start(row + 1); ++e) {
    const Index j = view_.columns[e];
    const double c = preparation_.center(j), x = preparation_.factor(j) * view_.value(e) - c;
    stored += x * x;
    unstored -= c * c;
  }
  const double factor = row_factor(row);
  return factor * factor * (stored + std::max(0.0, unstored));
}

template <class T>
void SparseRows<T>::copy_rows(Index first, Index count, T* out) const {
  copy_columns(first, count, 0, cols(), out);
}

template <class T>
void SparseRows<T>::copy_columns(Index first, Index count, Index first_col, Index cols, T* out) const {
  for (Index i = first; i < first + count; ++i, out += cols) {
    const double factor = row_factor(i);
    for (Index j = 0; j < cols; ++j) out[j] = static_cast<T>(-preparation_.center(first_col + j) * factor);
    const auto* begin = view_.columns + view_.start(i);
    const auto* end = view_.columns + view_.start(i + 1);
    for (const auto* at = std::lower_bound(begin, end, first_col); at != end && *at < first_col + cols; ++at) {
      const Index j = *at;
      out[j - first_col] =
          static_cast<T>((view_.value(at - view_.columns) * preparation_.factor(j) - preparation_.center(j)) * factor);
    }
  }
}

template class SparseRows<float>;
template class SparseRows<double>;

}  // namespace l21::internal
