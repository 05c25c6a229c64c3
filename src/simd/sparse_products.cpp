// The two products of a pass with one sparse row. Compiled more than once: L21_SIMD_VARIANT names the namespace of
// this copy.
#include "simd/products.hpp"
#include "simd/vector.hpp"

namespace l21::internal::L21_SIMD_VARIANT {
namespace {

constexpr int kMostVectors = 8;  // sums of one group of columns stay in registers
constexpr Size kEntriesAhead = 12;

// Asks for what a later entry will need; its column is known long before. `bytes` of it, which need not begin a line.
template <class T>
inline void ask(const SparseEntries& row, Size e, const T* data, Size stride, Size first, Size bytes) {
  if (e + kEntriesAhead >= row.readable) return;
  const auto* next = reinterpret_cast<const char*>(data + row.columns[e + kEntriesAhead] * stride + first);
  for (Size k = 0; k < bytes; k += 64) __builtin_prefetch(next + k, 0, 3);
  __builtin_prefetch(next + bytes - 1, 0, 3);
}

// L stored values as doubles.
template <Size L, class T>
inline Vec<double, L> wide(const T* stored) {
  if constexpr (L == kLanes<double>)
    return widened(stored);
  else
    return __builtin_convertvector(vec_of<L>(stored), Vec<double, L>);
}

// Columns [first, first + V L) and, with a tail, the last L of all m: those that the tail shares with the others are
// done twice, to the same end.
template <Size L, int V, bool kTail, class S, class T>
void project_group(const SparseEntries& row, const S* values, const T* W, Size stride, Size first, Size m, double* s) {
  Vec<double, L> sums[V + 1] = {};
  const Size tail = m - L, bytes = (m - first) * static_cast<Size>(sizeof(T));
  const Size asked = kTail ? bytes : V * L * static_cast<Size>(sizeof(T));
  for (Size e = 0; e < row.count; ++e) {
    ask(row, e, W, stride, first, asked);
    const auto x = static_cast<double>(values[e]);
    const T* w = W + row.columns[e] * stride;
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) sums[v] += x * wide<L>(w + first + v * L);
    if constexpr (kTail) sums[V] += x * wide<L>(w + tail);
  }
#pragma GCC unroll 8
  for (int v = 0; v < V; ++v) vec_of<L>(s + first + v * L) = sums[v];
  if constexpr (kTail) vec_of<L>(s + tail) = sums[V];
}

// The tail has slopes 0 where it overlaps, is loaded before and stored before the others: what they store counts.
template <Size L, int V, bool kTail, class S>
void scatter_group(const SparseEntries& row, const S* values, const double* a, double* M, Size stride, Size first,
                   Size m) {
  Vec<double, L> slopes[V + 1] = {};
  const Size tail = m - L, done = first + V * L;
  const Size asked = (kTail ? m - first : V * L) * static_cast<Size>(sizeof(double));
#pragma GCC unroll 8
  for (int v = 0; v < V; ++v) slopes[v] = vec_of<L>(a + first + v * L);
  if constexpr (kTail)
    for (Size k = 0; k < L; ++k) slopes[V][k] = tail + k < done ? 0.0 : a[tail + k];
  for (Size e = 0; e < row.count; ++e) {
    ask(row, e, M, stride, first, asked);
    const auto x = static_cast<double>(values[e]);
    double* sums = M + row.columns[e] * stride;
    Vec<double, L> updated[V + 1];
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) updated[v] = vec_of<L>(sums + first + v * L) + x * slopes[v];
    if constexpr (kTail) vec_of<L>(sums + tail) += x * slopes[V];
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) vec_of<L>(sums + first + v * L) = updated[v];
  }
}

// The rest of the columns: V vectors and perhaps a tail. body.operator()<L, V, tail>(first).
template <Size L, int V, class Body>
void for_rest(Size m, Size first, const Body& body) {
  if ((m - first) / L != V) {
    if constexpr (V > 0) for_rest<L, V - 1>(m, first, body);
  } else if ((m - first) % L != 0) {
    body.template operator()<L, V, true>(first);
  } else if constexpr (V > 0) {
    body.template operator()<L, V, false>(first);
  }
}

// Columns in groups of eight vectors and what remains; few columns in shorter vectors.
template <Size L, class Body>
void for_groups(Size m, const Body& body) {
  if constexpr (L > 1)
    if (m < L) return for_groups<L / 2>(m, body);
  if constexpr (L < kLanes<double>) return for_rest<L, 1>(m, 0, body);
  Size first = 0;
  for (; first + kMostVectors * L <= m; first += kMostVectors * L)
    body.template operator()<L, kMostVectors, false>(first);
  for_rest<L, kMostVectors - 1>(m, first, body);
}

template <class Body>
void for_values(const SparseEntries& row, const Body& body) {
  if (row.storage == 0)
    body(static_cast<const double*>(row.values));
  else
    body(static_cast<const float*>(row.values));
}

template <class T>
void project_any(const SparseEntries& row, const T* W, Size stride, Size m, double* s) {
  for_values(row, [&](const auto* values) {
    for_groups<kLanes<double>>(m, [&]<Size L, int V, bool kTail>(Size first) {
      project_group<L, V, kTail>(row, values, W, stride, first, m, s);
    });
  });
}

}  // namespace

void project_entries(const SparseEntries& row, const double* W, Size stride, Size m, double* s) {
  project_any(row, W, stride, m, s);
}
void project_entries(const SparseEntries& row, const float* W, Size stride, Size m, double* s) {
  project_any(row, W, stride, m, s);
}

void scatter_entries(const SparseEntries& row, const double* a, Size m, double* M, Size stride) {
  for_values(row, [&](const auto* values) {
    for_groups<kLanes<double>>(m, [&]<Size L, int V, bool kTail>(Size first) {
      scatter_group<L, V, kTail>(row, values, a, M, stride, first, m);
    });
  });
}

}  // namespace l21::internal::L21_SIMD_VARIANT
