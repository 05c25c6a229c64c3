// The products of a pass with few columns, straight from the stored rows: memory is slower than arithmetic there, and a
// prepared copy would only cost traffic between the caches. Compiled more than once: L21_SIMD_VARIANT names the
// namespace of this copy.
#include "simd/products.hpp"
#include "simd/vector.hpp"

namespace l21::internal::L21_SIMD_VARIANT {
namespace {

// Sums must fit into the registers beside one vector each of center and row, and those of W.
#if defined(__AVX512F__)
constexpr int kManyRows = 8, kFewRows = 6, kFewestRows = 2, kWideStrip = 8, kNarrowStrip = 4, kNarrowestStrip = 2;
#else
constexpr int kManyRows = 4, kFewRows = 2, kFewestRows = 1, kWideStrip = 4, kNarrowStrip = 2, kNarrowestStrip = 1;
#endif
template <int C>
constexpr int kRows = C <= 2   ? kManyRows
                      : C <= 4 ? kFewRows
                               : kFewestRows;
// Vectors along a row; the float center has two parts.
template <class T, int C>
constexpr int kStrip = C > 4                      ? kNarrowestStrip
                       : C <= 2 && sizeof(T) == 8 ? kWideStrip
                                                  : kNarrowStrip;
// The first rows of the next block are asked for while this one is summed.
constexpr Size kRowsAhead = kManyRows;

template <class T>
struct Center {
  Vec<T> center, rest;

  Center(const ShiftedRows<T>& X, Size j) : center(vec(X.center + j)) {
    if constexpr (sizeof(T) == 4) rest = vec(X.center_rest + j);
  }
  [[nodiscard]] Vec<T> image(const T* stored, T factor) const {
    const Vec<T> x = vec(stored) * factor - center;
    if constexpr (sizeof(T) == 4)
      return x - rest;
    else
      return x;
  }
};

template <class T>
inline Size whole_vectors(Size cols) {
  return cols / kLanes<T> * kLanes<T>;
}

// P <- X W for R rows from `first` on and C columns; asks for the R rows behind them.
template <class T, int R, int C>
__attribute__((noinline)) void project_rows(const ShiftedRows<T>& given, Size first, const Panel<T>& W, T* P) {
  const ShiftedRows<T> X = given;
  const T* rows = X.data + first * X.stride;
  const Size ahead = first + Size{2} * R <= X.rows ? R * X.stride : 0, whole = whole_vectors<T>(X.cols);
  Vec<T> s[R * C] = {};
  const auto add_at = [&](Size j, auto count) {
    const Center<T> center(X, j);
    Vec<T> w[C];
#pragma GCC unroll 8
    for (int c = 0; c < C; ++c) w[c] = count(vec(W.data + c * W.stride + j));
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) {
      __builtin_prefetch(rows + r * X.stride + j + ahead, 0, 2);
      const Vec<T> x = center.image(rows + r * X.stride + j, X.factor);
#pragma GCC unroll 8
      for (int c = 0; c < C; ++c) s[r * C + c] += x * w[c];
    }
  };
  for (Size j = 0; j < whole; j += kLanes<T>) add_at(j, [](const Vec<T>& w) { return w; });
  if (whole < X.cols) {
    const Vec<T> last = last_lanes<T>(X.cols - whole);
    add_at(X.cols - kLanes<T>, [&](const Vec<T>& w) { return w * last; });
  }
  T sums[kRoomForSums<T, R * C>];
  sum_lanes<T>(s, sums);
#pragma GCC unroll 32
  for (int k = 0; k < R * C; ++k) P[k] = sums[k];
}

template <class T, int R, int C>
void project_from(const ShiftedRows<T>& X, Size first, const Panel<T>& W, T* P) {
  for (; first + R <= X.rows; first += R) project_rows<T, R, C>(X, first, W, P + first * C);
  if constexpr (R > 1) project_from<T, R / 2, C>(X, first, W, P);
}

template <class T, int C>
void project_columns(const ShiftedRows<T>& X, const Panel<T>& W, T* P) {
  if constexpr (C > 1) {
    if (W.count < C) return project_columns<T, C - 1>(X, W, P);
  }
  project_from<T, kRows<C>, C>(X, 0, W, P);
}

// J vectors of M, from value j of its columns on: M <- M + X^T A, where `count` takes what counts of the sums.
template <class T, int J, int C, class Count>
__attribute__((noinline)) void sum_strip(const ShiftedRows<T>& given, Size j, const T* A, const Moment& M,
                                         Count count) {
  const ShiftedRows<T> X = given;
  const T* strip = X.data + j;
  Vec<T> s[C][J] = {};
  const auto sum_rows = [&](Size begin, Size end, auto ask) {
    for (Size i = begin; i < end; ++i) {
      const T* row = strip + i * X.stride;
#pragma GCC unroll 8
      for (int v = 0; v < J; ++v) {
        const Vec<T> x = Center<T>(X, j + v * kLanes<T>).image(row + v * kLanes<T>, X.factor);
        ask(row + X.rows * X.stride + v * kLanes<T>);
#pragma GCC unroll 8
        for (int c = 0; c < C; ++c) s[c][v] += x * A[i * C + c];
      }
    }
  };
  const Size asking = least(kRowsAhead, least(X.next, X.rows));
  sum_rows(0, asking, [](const T* next) { __builtin_prefetch(next, 0, 2); });
  sum_rows(asking, X.rows, [](const T*) {});
#pragma GCC unroll 8
  for (int c = 0; c < C; ++c)
#pragma GCC unroll 8
    for (int v = 0; v < J; ++v) add(M.data + c * M.stride + j + v * kLanes<T>, count(s[c][v]));
}

template <class T, int J, int C>
void sum_from(const ShiftedRows<T>& X, Size j, const T* A, const Moment& M) {
  const Size whole = whole_vectors<T>(X.cols);
  for (; j + J * kLanes<T> <= whole; j += J * kLanes<T>)
    sum_strip<T, J, C>(X, j, A, M, [](const Vec<T>& sum) { return sum; });
  if constexpr (J > 1) {
    sum_from<T, J / 2, C>(X, j, A, M);
  } else if (j < X.cols) {
    const Vec<T> last = last_lanes<T>(X.cols - j);
    sum_strip<T, 1, C>(X, X.cols - kLanes<T>, A, M, [last](const Vec<T>& sum) { return sum * last; });
  }
}

template <class T, int C>
void sum_columns(const ShiftedRows<T>& X, const T* A, const Moment& M) {
  if constexpr (C > 1) {
    if (M.count < C) return sum_columns<T, C - 1>(X, A, M);
  }
  sum_from<T, kStrip<T, C>, C>(X, 0, A, M);
}

}  // namespace

void project_shifted(const ShiftedRows<double>& X, const Panel<double>& W, double* P) {
  project_columns<double, kMostShiftedColumns>(X, W, P);
}
void project_shifted(const ShiftedRows<float>& X, const Panel<float>& W, float* P) {
  project_columns<float, kMostShiftedColumns>(X, W, P);
}
void accumulate_shifted(const ShiftedRows<double>& X, const double* A, const Moment& M) {
  sum_columns<double, kMostShiftedColumns>(X, A, M);
}
void accumulate_shifted(const ShiftedRows<float>& X, const float* A, const Moment& M) {
  sum_columns<float, kMostShiftedColumns>(X, A, M);
}

}  // namespace l21::internal::L21_SIMD_VARIANT
