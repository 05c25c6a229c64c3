// X X^T and X^T diag(v) X in fixed tiles, in double: the same bits for any number of threads.
#pragma once

#include "l21/types.hpp"

namespace l21::internal {

template <class T>
class RowSource;

// G = X X^T, n x n, both triangles. n^2 d flops; scratch of 1024 columns of X.
template <class T>
[[nodiscard]] Matrix<double> gram_matrix(const RowSource<T>& source, int threads);

// C = sum_i v_i x_i x_i^T, d x d, both triangles; v may be empty (all 1), v_i >= 0. One read, n d^2 flops.
template <class T>
[[nodiscard]] Matrix<double> scatter_matrix(const RowSource<T>& source, const Vector<double>& v, int threads);

// What either costs for that side, as so many columns that are multiplied with X: tiles below the diagonal are
// mirrored.
[[nodiscard]] double columns_of_gram(Index side);

// GA <- G A, G symmetric, by a pass over its rows: few columns are multiplied at the speed of memory.
void multiply_symmetric(const Matrix<double>& G, const Matrix<double>& A, Matrix<double>& GA, int threads);

}  // namespace l21::internal
