// X X^T and X^T diag(v) X of prepared rows.
#pragma once

#include "data/prepared_rows.hpp"
#include "linalg/blas.hpp"
#include "rows/gram.hpp"

namespace l21::internal {

// G = X X^T, n x n, both triangles. n^2 d flops.
template <class T>
[[nodiscard]] Matrix<double> gram_matrix(const PreparedRows<T>& rows) {
  return gram_matrix(*rows.source(), rows.threads);
}

// C = sum_i v_i x_i x_i^T, d x d, both triangles; v may be empty (all 1), v_i >= 0. One read, n d^2 flops.
template <class T>
[[nodiscard]] Matrix<double> scatter_matrix(const PreparedRows<T>& rows, const Vector<double>& v) {
  return scatter_matrix(*rows.source(), v, rows.threads);
}

// Y <- V^(1/2) G V^(1/2) X for G = X X^T, from the roots of v. Borrows both.
[[nodiscard]] inline SymmetricProduct weighted_gram(const Matrix<double>& G, const Vector<double>& root, int threads) {
  return [&G, &root, threads](const Matrix<double>& X, Matrix<double>& Y) {
    multiply_symmetric(G, root.asDiagonal() * X, Y, threads);
    Y = root.asDiagonal() * Y;
  };
}

}  // namespace l21::internal
