// The two products of a pass with one sparse row. Compiled more than once: L21_KERNEL_VARIANT names the namespace of
// this copy.
#include "data/kernel_vector.hpp"
#include "data/product_kernels.hpp"

namespace l21::L21_KERNEL_VARIANT {
namespace {

constexpr int kMostVectors = 8;  // sums of one group of columns stay in registers
constexpr Size kEntriesAhead = 12;

// Asks for what a later entry will need; its column is known long before.
template <int V, class T>
inline void ask(const SparseEntries& row, Size e, const T* data, Size stride, Size first) {
  if (e + kEntriesAhead >= row.readable) return;
  const T* next = data + row.columns[e + kEntriesAhead] * stride + first;
  constexpr Size kValues = 64 / static_cast<Size>(sizeof(T));
#pragma GCC unroll 8
  for (Size k = 0; k < V * kLanes<double>; k += kValues) __builtin_prefetch(next + k, 0, 3);
}

template <int V, class S, class T>
void project_group(const SparseEntries& row, const S* values, const T* W, Size stride, Size first, double* s) {
  Vec<double> sums[V] = {};
  for (Size e = 0; e < row.count; ++e) {
    ask<V>(row, e, W, stride, first);
    const auto x = static_cast<double>(values[e]);
    const T* w = W + row.columns[e] * stride + first;
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) sums[v] += x * widened(w + v * kLanes<double>);
  }
#pragma GCC unroll 8
  for (int v = 0; v < V; ++v) vec(s + first + v * kLanes<double>) = sums[v];
}

template <int V, class S>
void scatter_group(const SparseEntries& row, const S* values, const double* a, double* M, Size stride, Size first) {
  Vec<double> slopes[V];
#pragma GCC unroll 8
  for (int v = 0; v < V; ++v) slopes[v] = vec(a + first + v * kLanes<double>);
  for (Size e = 0; e < row.count; ++e) {
    ask<V>(row, e, M, stride, first);
    const auto x = static_cast<double>(values[e]);
    double* m = M + row.columns[e] * stride + first;
#pragma GCC unroll 8
    for (int v = 0; v < V; ++v) vec(m + v * kLanes<double>) += x * slopes[v];
  }
}

// Columns in groups of V vectors, the rest in smaller ones. body.operator()<V>(first).
template <int V, class Body>
void for_groups(Size padded, Size first, const Body& body) {
  for (; first + V * kLanes<double> <= padded; first += V * kLanes<double>) body.template operator()<V>(first);
  if constexpr (V > 1) for_groups<V / 2>(padded, first, body);
}

inline Size whole_vectors(Size m) {
  return (m + kLanes<double> - 1) / kLanes<double> * kLanes<double>;
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
    for_groups<kMostVectors>(whole_vectors(m), 0,
                             [&]<int V>(Size first) { project_group<V>(row, values, W, stride, first, s); });
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
    for_groups<kMostVectors>(whole_vectors(m), 0,
                             [&]<int V>(Size first) { scatter_group<V>(row, values, a, M, stride, first); });
  });
}

}  // namespace l21::L21_KERNEL_VARIANT
