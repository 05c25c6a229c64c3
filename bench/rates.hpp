// What the machine can do: the denominators of ratios.
#pragma once

#include "l21/types.hpp"

namespace l21::internal::bench {

// Fast and reproducible values between -1/2 and 1/2, where they do not matter.
template <class T>
[[nodiscard]] RowMatrix<T> pseudo_random_rows(Index rows, Index cols);

// Flops a second of large square products, one to a thread: the best of several.
template <class T>
[[nodiscard]] double gemm_rate(int threads);

// A plain sum over X by these threads, in pieces of a mebibyte.
template <class T>
[[nodiscard]] T read_all(const RowMatrix<T>& X, int threads);

// Bytes a second of that, for a table of a gibibyte at most.
[[nodiscard]] double read_rate(double bytes, int threads);

}  // namespace l21::internal::bench
