// The first columns of a projection while its rows come from memory: arithmetic that costs nothing, since memory is the
// slower of the two. Compiled more than once: L21_SIMD_VARIANT names the namespace of this copy.
#include "simd/products.hpp"
#include "simd/vector.hpp"

namespace l21::internal::L21_SIMD_VARIANT {
namespace {

// Sums, columns, factor and center must fit into the registers.
#if defined(__AVX512F__)
constexpr int kMostColumns = 4;
#else
constexpr int kMostColumns = 2;
#endif
constexpr int kRows = kRowTile;
constexpr Size kLinesAhead = 16;

template <class S, class T>
struct Tile {
  const S* rows;
  Size stride;
  bool another;  // tile of rows behind this one
  Size cols;
  const double* factor;
  const double* center;
  const double* row_factor;
  T* X;
  Size x_stride;
  const T* W;
  Size w_stride;
  T* P;
  Size p_stride;
};

// Factor and center for one vector of T, as vectors of double: two of each for float.
template <class T>
struct Columns {
  static constexpr int kParts = sizeof(double) / sizeof(T);
  Vec<double> factor[kParts], center[kParts];

  Columns(const double* f, const double* c) {
#pragma GCC unroll 2
    for (int part = 0; part < kParts; ++part)
      factor[part] = vec(f + part * kLanes<double>), center[part] = vec(c + part * kLanes<double>);
  }

  template <bool Scaled, class S>
  [[nodiscard]] Vec<double> image(int part, const S* stored, double row_factor) const {
    const Vec<double> x = widened(stored + part * kLanes<double>) * factor[part] - center[part];
    return Scaled ? x * row_factor : x;
  }
};

inline Vec<float> joined(Vec<float, kLanes<double>> low, Vec<float, kLanes<double>> high) {
#if defined(__AVX512F__)
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#elif defined(__AVX__)
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  return __builtin_shufflevector(low, high, 0, 1, 2, 3);
#endif
}

// One vector of the affine image of a row.
template <bool Scaled, class S>
inline Vec<double> prepared(const Columns<double>& columns, const S* stored, double row_factor) {
  return columns.image<Scaled>(0, stored, row_factor);
}
template <bool Scaled, class S>
inline Vec<float> prepared(const Columns<float>& columns, const S* stored, double row_factor) {
  using Half = Vec<float, kLanes<double>>;
  return joined(__builtin_convertvector(columns.image<Scaled>(0, stored, row_factor), Half),
                __builtin_convertvector(columns.image<Scaled>(1, stored, row_factor), Half));
}

// X <- the affine image of kRows stored rows, P <- X W with C columns of W.
template <bool Scaled, int C, class S, class T>
__attribute__((noinline)) void prepare_dot(const Tile<S, T>& given) {
  const Tile<S, T> tile = given;  // a copy that no store to X can change
  constexpr Size kAhead = kLinesAhead * 64 / static_cast<Size>(sizeof(S));
  Vec<T> s[kRows * C] = {};
  const Size before = tile.cols > kAhead ? tile.cols - kAhead : 0;
  Size j = 0, ahead = kAhead, stop = before;
  const auto add_at = [&](Size at, auto count) {
    const Columns<T> columns(tile.factor + at, tile.center + at);
    Vec<T> w[C];
#pragma GCC unroll 8
    for (int c = 0; c < C; ++c) w[c] = count(vec(tile.W + c * tile.w_stride + at));
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const S* row = tile.rows + r * tile.stride;
      __builtin_prefetch(row + at + ahead, 0, 2);
      const Vec<T> x = prepared<Scaled>(columns, row + at, Scaled ? tile.row_factor[r] : 1.0);
      vec(tile.X + r * tile.x_stride + at) = x;
#pragma GCC unroll 8
      for (int c = 0; c < C; ++c) s[r * C + c] += x * w[c];
    }
  };
  for (int part = 0; part < 2; ++part) {
    for (; j + kLanes<T> <= stop; j += kLanes<T>) add_at(j, [](const Vec<T>& w) { return w; });
    // The ends of these rows ask for the beginnings of the next ones.
    ahead = tile.another ? kRows * tile.stride - before : 0;
    stop = tile.cols;
  }
  if (j < tile.cols) {
    const Vec<T> last = last_lanes<T>(tile.cols - j);
    add_at(tile.cols - kLanes<T>, [&](const Vec<T>& w) { return w * last; });
  }
  T sums[kRoomForSums<T, kRows * C>];
  sum_lanes<T>(s, sums);
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 8
    for (int c = 0; c < C; ++c) tile.P[r * tile.p_stride + c] = sums[r * C + c];
}

template <int C, class S, class T>
void prepare_dot_any(Size columns, const Tile<S, T>& tile) {
  if constexpr (C > 1) {
    if (columns < C) return prepare_dot_any<C - 1>(columns, tile);
  }
  return tile.row_factor ? prepare_dot<true, C>(tile) : prepare_dot<false, C>(tile);
}

template <class S, class T>
Size prepare_project_typed(const StoredRows& rows, const Affine& affine, T* X, const Panel<T>& W, T* P) {
  const Size columns = least(kMostColumns, W.count);
  for (Size i = 0; i < rows.rows; i += kRows)
    prepare_dot_any<kMostColumns, S, T>(
        columns, {static_cast<const S*>(rows.data) + i * rows.row_stride, rows.row_stride, i + kRows < rows.rows,
                  rows.cols, affine.factor, affine.center, affine.row_factor ? affine.row_factor + i : nullptr,
                  X + i * affine.out_stride, affine.out_stride, W.data, W.stride, P + i * W.count, W.count});
  return columns;
}

template <class T>
Size prepare_project_any(const StoredRows& rows, const Affine& affine, T* X, const Panel<T>& W, T* P) {
  constexpr Size kShortest = 256;  // bytes of a row; shorter ones spend their time on what is around the loop
  if (rows.col_stride != 1 || rows.rows % kRows != 0) return 0;
  if (rows.storage == 0 && rows.cols * 8 >= kShortest) return prepare_project_typed<double>(rows, affine, X, W, P);
  if (rows.storage == 1 && rows.cols * 4 >= kShortest) return prepare_project_typed<float>(rows, affine, X, W, P);
  return 0;
}

}  // namespace

Size prepare_project(const StoredRows& rows, const Affine& affine, double* X, const Panel<double>& W, double* P) {
  return prepare_project_any(rows, affine, X, W, P);
}
Size prepare_project(const StoredRows& rows, const Affine& affine, float* X, const Panel<float>& W, float* P) {
  return prepare_project_any(rows, affine, X, W, P);
}

}  // namespace l21::internal::L21_SIMD_VARIANT
