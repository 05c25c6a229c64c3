// The two skinny products of a pass. Compiled more than once: L21_SIMD_VARIANT names the namespace of this copy.
#include "simd/products.hpp"

#include "simd/vector.hpp"

namespace l21::internal::L21_SIMD_VARIANT {
namespace {

// Tiles fill the registers with sums: 24 of 32 with AVX-512, 12 of 16 otherwise.
#if defined(__AVX512F__)
constexpr int kColumnTile = 4;    // columns of W, beside kRowTile rows
constexpr int kStripVectors = 4;  // vectors along a row of X, beside kStripColumns columns of A
constexpr int kStripColumns = 6;
#else
constexpr int kColumnTile = 3;
constexpr int kStripVectors = 4;
constexpr int kStripColumns = 3;
#endif
// One tile of columns of W at a time, in stretches that the first-level cache holds while the rows of X stream past.
constexpr Size kStretchBytes = 8192;

// How many of `left` the next tile takes: `most`, but two nearly equal ones at the end.
inline Size share(Size left, Size most) {
  return left >= 2 * most || left == most ? most : left > most ? (left + 1) / 2 : left;
}

template <class T>
struct Dot {
  const T* X;
  Size x_stride;
  const T* W;
  Size w_stride;
  Size length;
  T* P;
  Size p_stride;
};

// P (R x C) <- P + X W, X R rows and W C columns of `length` values: R + C loads for R C products.
template <class T, int R, int C>
__attribute__((noinline)) void dot_tile(const Dot<T>& dot) {
  const auto [X, x_stride, W, w_stride, length, P, p_stride] = dot;
  Vec<T> s[R * C] = {};
  for (Size j = 0; j < length; j += kLanes<T>) {
    Vec<T> w[C];
#pragma GCC unroll 8
    for (int c = 0; c < C; ++c) w[c] = vec(W + c * w_stride + j);
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) {
      const Vec<T> x = vec(X + r * x_stride + j);
#pragma GCC unroll 8
      for (int c = 0; c < C; ++c) s[r * C + c] += x * w[c];
    }
  }
  T sums[kRoomForSums<T, R * C>];
  sum_lanes<T>(s, sums);
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 8
    for (int c = 0; c < C; ++c) P[r * p_stride + c] += sums[r * C + c];
}

template <class T, int R, int C>
void dot_any(Size rows, Size columns, const Dot<T>& dot) {
  if constexpr (R > 1) {
    if (rows < R) return dot_any<T, R - 1, C>(rows, columns, dot);
  }
  if constexpr (C > 1) {
    if (columns < C) return dot_any<T, R, C - 1>(rows, columns, dot);
  }
  dot_tile<T, R, C>(dot);
}

template <class T>
void project(const Panel<T>& X, const Panel<T>& W, T* P, Size p_stride) {
  constexpr Size kStretch = kStretchBytes / static_cast<Size>(sizeof(T));
  for (Size j = 0; j < X.length; j += kStretch)
    for (Size k = 0, columns = 0; k < W.count; k += columns) {
      columns = share(W.count - k, kColumnTile);
      for (Size i = 0, rows = 0; i < X.count; i += rows) {
        rows = share(X.count - i, kRowTile);
        dot_any<T, kRowTile, kColumnTile>(rows, columns,
                                          {X.data + i * X.stride + j, X.stride, W.data + k * W.stride + j, W.stride,
                                           least(kStretch, X.length - j), P + i * p_stride + k, p_stride});
      }
    }
}

template <class T>
struct Outer {
  const T* X;
  Size x_stride, rows;
  const T* A;
  Size a_stride;
  double* M;
  Size m_stride;
  Size room;  // values of a column of M from here to its end
};

// M (J vectors x K columns) <- M + X^T A, summed in T over the rows and added in double: J + K loads for J K products.
template <class T, int J, int K>
__attribute__((noinline)) void outer_tile(const Outer<T>& outer) {
  const auto [X, x_stride, rows, A, a_stride, M, m_stride, room] = outer;
  constexpr Size kWidth = J * kLanes<T>;
  for (int k = 0; k < K; ++k)
    for (Size j = 0; j < least(kWidth, room); j += 8) __builtin_prefetch(M + k * m_stride + j, 1, 3);
  Vec<T> s[K][J] = {};
  for (Size i = 0; i < rows; ++i) {
    Vec<T> x[J];
#pragma GCC unroll 16
    for (int j = 0; j < J; ++j) x[j] = vec(X + i * x_stride + j * kLanes<T>);
#pragma GCC unroll 16
    for (int k = 0; k < K; ++k) {
      const T a = A[i * a_stride + k];
#pragma GCC unroll 16
      for (int j = 0; j < J; ++j) s[k][j] += x[j] * a;
    }
  }
  if (room >= kWidth) {
#pragma GCC unroll 16
    for (int k = 0; k < K; ++k)
#pragma GCC unroll 16
      for (int j = 0; j < J; ++j) add(M + k * m_stride + j * kLanes<T>, s[k][j]);
    return;
  }
  T last[K][kWidth];
#pragma GCC unroll 16
  for (int k = 0; k < K; ++k)
#pragma GCC unroll 16
    for (int j = 0; j < J; ++j) vec(last[k] + j * kLanes<T>) = s[k][j];
  for (int k = 0; k < K; ++k)
    for (Size j = 0; j < room; ++j) M[k * m_stride + j] += static_cast<double>(last[k][j]);
}

// The rows of X end at their padded length, which need not be a whole number of strips: the last one is narrower.
template <class T, int J, int K>
void outer_any(Size vectors, Size columns, const Outer<T>& outer) {
  if constexpr (J > 1) {
    if (vectors < J) return outer_any<T, J / 2, K>(vectors, columns, outer);
  }
  if constexpr (K > 1) {
    if (columns < K) return outer_any<T, J, K - 1>(vectors, columns, outer);
  }
  outer_tile<T, J, K>(outer);
}

template <int Most>
Size strip_vectors(Size left) {
  if constexpr (Most > 1) return left >= Most ? Most : strip_vectors<Most / 2>(left);
  return 1;
}

template <class T, int J, int K>
void accumulate_strips(const Panel<T>& X, const T* A, const Moment& M) {
  for (Size j = 0, vectors = 0; j < X.length; j += vectors * kLanes<T>) {
    vectors = strip_vectors<J>((X.length - j) / kLanes<T>);
    for (Size k = 0, columns = 0; k < M.count; k += columns) {
      columns = share(M.count - k, K);
      outer_any<T, J, K>(
          vectors, columns,
          {X.data + j, X.stride, X.count, A + k, M.count, M.data + k * M.stride + j, M.stride, M.length - j});
    }
  }
}

template <class T>
void accumulate(const Panel<T>& X, const T* A, const Moment& M) {
  if (M.count <= 2) return accumulate_strips<T, 2 * kStripVectors, 2>(X, A, M);
  accumulate_strips<T, kStripVectors, kStripColumns>(X, A, M);
}

}  // namespace

const SimdProducts<double> kProductsF64 = {kVectorBytes,       kRowTile,           prepare_project,
                                           project<double>,    accumulate<double>, project_shifted,
                                           accumulate_shifted, project_entries,    scatter_entries};
const SimdProducts<float> kProductsF32 = {kVectorBytes,       kRowTile,          prepare_project,
                                          project<float>,     accumulate<float>, project_shifted,
                                          accumulate_shifted, project_entries,   scatter_entries};

}  // namespace l21::internal::L21_SIMD_VARIANT
