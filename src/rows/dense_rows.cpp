#include "rows/dense_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "simd/row_loops.hpp"

namespace l21::internal {
namespace {

void prepare(const StoredRows& rows, const Affine& affine, double* out) {
  simd().prepare_f64(rows, affine, out);
}
void prepare(const StoredRows& rows, const Affine& affine, float* out) {
  simd().prepare_f32(rows, affine, out);
}

double max_abs(const double* values, Index count) {
  return simd().max_abs_f64(values, count);
}
double max_abs(const float* values, Index count) {
  return simd().max_abs_f32(values, count);
}

StoredRows plain(const RowsView& view) {
  return {view.data, static_cast<int>(view.storage), view.rows, view.cols, view.row_stride, view.col_stride};
}

template <class T>
class DenseBlock final : public RowBlock<T> {
 public:
  DenseBlock(const DenseRows<T>& source, Index most_rows)
      : source_(source),
        stretch_(stretch_of(source)),
        stretches_(std::max<Index>(1, (source.cols() + stretch_ - 1) / stretch_)),
        rows_(source.cols(), most_rows) {}

  void load(Index first, Index count) override {
    first_ = first, count_ = count, loaded_ = 0;
    stored_ = source_.bring(first, count, chunk_);
  }

  void project(const Directions& directions, T* P) override {
    const PaddedVectors<T>& W = columns(directions);
    if (!source_.shares_columns()) return project_alone(W, P);
    const Index m = W.count(), size = count_ * m;
    parts_.assign(static_cast<std::size_t>(stretches_ * size), T(0));
    const bool stored = stays_stored(m);
    each_stretch([&](const Stretch& at) {
      T* const part = parts_.data() + at.index * size;
      const Panel<T> Ws = within(W.panel(0, m, simd_.vector_bytes), at);
      if (stored) return simd_.project_shifted(within(source_.shifted(first_, count_), at), Ws, part);
      load_stretch(at);
      simd_.project(within(panel(0, count_), at), Ws, part, m);
    });
    if (!stored) loaded_ = count_;
    const Eigen::Map<const Matrix<T>> parts(parts_.data(), size, stretches_);
    Eigen::Map<Vector<T>> sum(P, size);
    sum = parts.col(0);
    for (Index k = 1; k < stretches_; ++k) sum += parts.col(k);
  }

  void subtract_projection(const Directions& directions, const T* P) override {
    const PaddedVectors<T>& W = columns(directions);
    each_loaded_stretch([&](const Stretch& at) {
      gemm(Op::none, Op::none, at.count, count_, W.count(), T(-1), W.vector(0) + at.first, W.stride(), P, W.count(),
           T(1), rows_.vector(0) + at.first, rows_.stride());
    });
  }

  void accumulate(const T* A, Index m, Matrix<double>& sum) override {
    const Moment moment{sum.data(), m, d(), d()};
    if (stays_stored(m))
      return each_stretch([&](const Stretch& at) {
        simd_.accumulate_shifted(within(source_.shifted(first_, count_), at), A, within(moment, at));
      });
    each_loaded_stretch(
        [&](const Stretch& at) { simd_.accumulate(within(panel(0, count_), at), A, within(moment, at)); });
  }

  void squared_norms(double* out) override {
    Matrix<double> parts(count_, stretches_);
    each_loaded_stretch([&](const Stretch& at) {
      for (Index i = 0; i < count_; ++i)
        internal::squared_norms(rows_.vector(i) + at.first, 1, at.count, &parts(i, at.index));
    });
    Eigen::Map<Vector<double>>(out, count_) = parts.rowwise().sum();
  }

  // Adding carries a NaN along.
  double max_abs() override {
    Vector<double> parts(stretches_);
    each_loaded_stretch([&](const Stretch& at) {
      double largest = 0, poison = 0;
      for (Index i = 0; i < count_; ++i) {
        const double size = internal::max_abs(rows_.vector(i) + at.first, at.count);
        largest = std::max(largest, size);
        poison += size - size;
      }
      parts(at.index) = largest + poison;
    });
    return parts.maxCoeff<Eigen::PropagateNaN>();
  }

 private:
  [[nodiscard]] static const PaddedVectors<T>& columns(const Directions& directions) {
    return static_cast<const DenseDirections<T>&>(directions).columns;
  }
  [[nodiscard]] Index d() const { return source_.cols(); }

  // Some of the columns: all, or where threads share them as many as stay in a core's cache, and no more than leave
  // work for many threads. Whole vectors.
  struct Stretch {
    Index index, first, count;
  };
  [[nodiscard]] static Index stretch_of(const DenseRows<T>& source) {
    constexpr Index kFewest = 512, kMost = 2048, kWorthHaving = 48, kWhole = 64;
    if (!source.shares_columns()) return std::max<Index>(1, source.cols());
    return std::clamp(source.cols() / kWorthHaving / kWhole * kWhole, kFewest, kMost);
  }
  template <class Work>
  void each_stretch(const Work& work) const {
    if (stretches_ == 1) return work(Stretch{0, 0, d()});
    parallel_for(ProductTeam::size(), stretches_, [&](Index k, int) {
      work(Stretch{k, k * stretch_, std::min(stretch_, d() - k * stretch_)});
    });
  }
  // The same once the rows are there.
  template <class Work>
  void each_loaded_stretch(const Work& work) {
    each_stretch([&](const Stretch& at) {
      load_stretch(at);
      work(at);
    });
    loaded_ = count_;
  }
  [[nodiscard]] Panel<T> within(const Panel<T>& all, const Stretch& at) const {
    return {all.data + at.first, all.count, at.first + at.count < d() ? at.count : all.length - at.first, all.stride};
  }
  [[nodiscard]] static Moment within(const Moment& all, const Stretch& at) {
    return {all.data + at.first, all.count, at.count, all.stride};
  }
  [[nodiscard]] static ShiftedRows<T> within(ShiftedRows<T> rows, const Stretch& at) {
    rows.data += at.first, rows.cols = at.count, rows.center += at.first, rows.center_rest += at.first;
    return rows;
  }

  [[nodiscard]] Panel<T> panel(Index first, Index count) const { return rows_.panel(first, count, simd_.vector_bytes); }

  // Few columns are multiplied with the rows where they lie, unless somebody wanted a copy before.
  [[nodiscard]] bool stays_stored(Index columns) const {
    return source_.is_shifted() && columns <= kMostShiftedColumns && loaded_ == 0;
  }

  // The rows that are not loaded yet.
  void load_stretch(const Stretch& at) {
    if (loaded_ == count_) return;
    Affine image = source_.affine(first_ + loaded_, rows_.stride());
    image.factor += at.first, image.center += at.first;
    prepare(plain(stored_.row_range(loaded_, count_ - loaded_).column_range(at.first, at.count)), image,
            rows_.vector(loaded_) + at.first);
  }

  void project_alone(const PaddedVectors<T>& W, T* P) {
    if (stays_stored(W.count()))
      return simd_.project_shifted(source_.shifted(first_, count_), W.panel(0, W.count(), simd_.vector_bytes), P);
    std::fill(P, P + count_ * W.count(), T(0));
    if (loaded_ == 0) project_while_loading(W, P);
    const Index done = loaded_;
    each_loaded_stretch([](const Stretch&) {});
    add_projection(done, count_, W, 0, P);
  }

  // Rows [begin, end), columns of W from `column` on.
  void add_projection(Index begin, Index end, const PaddedVectors<T>& W, Index column, T* P) const {
    const Index m = W.count();
    if (begin < end && column < m)
      simd_.project(panel(begin, end - begin), W.panel(column, m - column, simd_.vector_bytes), P + begin * m + column,
                    m);
  }

  // As many rows as prepare_project takes at a time; none where it cannot.
  void project_while_loading(const PaddedVectors<T>& W, T* P) {
    const Index whole = count_ / simd_.row_tile * simd_.row_tile;
    if (whole == 0) return;
    const Index columns =
        simd_.prepare_project(plain(stored_.row_range(0, whole)), source_.affine(first_, rows_.stride()),
                              rows_.vector(0), W.panel(0, W.count(), simd_.vector_bytes), P);
    if (columns == 0) return;
    loaded_ = whole;
    add_projection(0, whole, W, columns, P);
  }

  const DenseRows<T>& source_;
  const SimdProducts<T>& simd_ = simd_products<T>();
  const Index stretch_, stretches_;
  PaddedVectors<T> rows_;
  RowsView stored_;               // of the block
  std::vector<std::byte> chunk_;  // holds them where they are loaded
  Index first_ = 0, count_ = 0;
  Index loaded_ = 0;      // so many of them are in rows_
  std::vector<T> parts_;  // projections of stretches
};

}  // namespace

template <class T>
DenseRows<T>::DenseRows(const RowsView& view, RowPreparation preparation)
    : view_(view), preparation_(std::move(preparation)) {
  constexpr Storage kSame = std::is_same_v<T, double> ? Storage::float64 : Storage::float32;
  if (view_.storage != kSame || view_.col_stride != 1 || cols() < kLeastShiftedCols) return;
  const T factor = static_cast<T>(preparation_.factor(0));
  int exponent = 0;
  const bool exact = std::isnormal(factor) && std::frexp(factor, &exponent) == T(0.5);  // a power of two
  if (!exact || preparation_.row_factor.size() > 0) return;
  if ((preparation_.factor.array() != static_cast<double>(factor)).any()) return;
  shift_.resize(2 * cols());
  shift_.head(cols()) = preparation_.center.template cast<T>();
  shift_.tail(cols()) = (preparation_.center - shift_.head(cols()).template cast<double>()).template cast<T>();
}

template <class T>
DenseRows<T>::DenseRows(const RowLoader& loader, RowPreparation preparation)
    : view_{nullptr, loader.storage(), loader.rows(), loader.cols(), loader.cols(), 1},
      loader_(&loader),
      preparation_(std::move(preparation)) {}

template <class T>
DenseRows<T>::DenseRows(RowMatrix<T> rows)
    : owned_(std::move(rows)), view_(rows_of(owned_)), preparation_(RowPreparation::identity(owned_.cols())) {}

template <class T>
std::unique_ptr<RowSource<T>> DenseRows<T>::chosen(const std::vector<Index>& rows) const {
  return dense_copy(*this, rows);
}

template <class T>
std::unique_ptr<RowSource<T>> dense_copy(const RowSource<T>& source, const std::vector<Index>& rows) {
  RowMatrix<T> values(static_cast<Index>(rows.size()), source.cols());
  parallel_for(ProductTeam::size(), values.rows(),
               [&](Index k, int) { source.copy_rows(rows[static_cast<std::size_t>(k)], 1, values.row(k).data()); });
  return std::make_unique<DenseRows<T>>(std::move(values));
}

// Rows that are used where they are stored should be in the second-level cache at their second use. All others: every
// block reads and writes M once, 16 bytes for each value, which many rows make cheap; and a block should stay in
// cache between its two products. So 3 MiB, but 48 rows at least (float, where M weighs twice: 96). Where M has few
// columns memory is slower than arithmetic: half of that, and a quarter of the rows. Multiples of 12 suit the tiles of
// every CPU.
template <class T>
Index DenseRows<T>::block_rows(Index components) const {
  constexpr Index kMost = 252, kMany = std::is_same_v<T, double> ? 48 : 96;
  if (shares_columns()) return std::min(kMany, std::max<Index>(1, rows()));
  if (is_shifted() && components <= kMostShiftedColumns) {
    const Index fitting = (1 << 19) / (cols() * static_cast<Index>(sizeof(T)));
    return std::min(std::clamp<Index>(fitting / 8 * 8, 8, 248), std::max<Index>(1, rows()));
  }
  const bool few = components <= 4;
  const Index bytes = few ? 3 << 19 : 3 << 20, least = few ? kMany / 4 : kMany;
  const Index fitting = bytes / std::max<Index>(1, cols() * static_cast<Index>(sizeof(T)));
  return std::min(std::clamp<Index>(fitting / 12 * 12, least, kMost), std::max<Index>(1, rows()));
}

template <class T>
bool DenseRows<T>::shares_columns() const {
  constexpr Index kWide = 8192, kTimesAsWide = 4;
  return !loader_ && cols() >= std::max(kWide, kTimesAsWide * rows());
}

template <class T>
std::unique_ptr<RowBlock<T>> DenseRows<T>::make_block(Index most_rows) const {
  return std::make_unique<DenseBlock<T>>(*this, most_rows);
}

template <class T>
std::unique_ptr<Directions> DenseRows<T>::make_directions() const {
  return std::make_unique<DenseDirections<T>>();
}

template <class T>
void DenseRows<T>::pack(const Matrix<double>& W, Directions& packed) const {
  static_cast<DenseDirections<T>&>(packed).columns.assign(W);
}

template <class T>
void DenseRows<T>::begin_moment(Index m, const Matrix<double>*, Matrix<double>& sum) const {
  sum.resize(cols(), m);
  parallel_for(shares_columns() ? ProductTeam::size() : 1, m, [&](Index k, int) { sum.col(k).setZero(); });
}

template <class T>
void DenseRows<T>::finish_moment(Index, const Matrix<double>*, Matrix<double>& sum, Matrix<double>& M) const {
  M.swap(sum);
}

template <class T>
void DenseRows<T>::copy_rows(Index first, Index count, T* out) const {
  copy_columns(first, count, 0, cols(), out);
}

template <class T>
void DenseRows<T>::copy_columns(Index first, Index count, Index first_col, Index cols, T* out) const {
  std::vector<std::byte> chunk;
  const RowsView part = bring(first, count, chunk).column_range(first_col, cols);
  Affine image = affine(first, cols);
  image.factor += first_col, image.center += first_col;
  prepare(plain(part), image, out);
}

template <class T>
RowsView DenseRows<T>::bring(Index first, Index count, std::vector<std::byte>& chunk) const {
  if (!loader_) return view_.row_range(first, count);
  chunk.resize(static_cast<std::size_t>(count * cols()) * bytes_per_value(view_.storage));
  loader_->load(first, count, chunk.data());
  return {chunk.data(), view_.storage, count, cols(), cols(), 1};
}

template <class T>
ShiftedRows<T> DenseRows<T>::shifted(Index first, Index count) const {
  const RowsView part = view_.row_range(first, count);
  return {static_cast<const T*>(part.data),
          count,
          cols(),
          part.row_stride,
          static_cast<T>(preparation_.factor(0)),
          shift_.data(),
          shift_.data() + cols(),
          rows() - first - count};
}

template <class T>
Affine DenseRows<T>::affine(Index first, Index out_stride) const {
  const double* row_factor = preparation_.row_factor.size() > 0 ? preparation_.row_factor.data() + first : nullptr;
  return {preparation_.factor.data(), preparation_.center.data(), row_factor, out_stride};
}

template class DenseRows<float>;
template class DenseRows<double>;
template std::unique_ptr<RowSource<float>> dense_copy<float>(const RowSource<float>&, const std::vector<Index>&);
template std::unique_ptr<RowSource<double>> dense_copy<double>(const RowSource<double>&, const std::vector<Index>&);

}  // namespace l21::internal
