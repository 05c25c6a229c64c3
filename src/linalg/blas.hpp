// The BLAS and LAPACK calls we use, with types and without pointers where that costs nothing.
#pragma once

#include <functional>
#include <vector>

#include "l21/types.hpp"

namespace l21::internal {

enum class Op : char { none = 'N', transpose = 'T' };

// C <- alpha op(A) op(B) + beta C, column-major with leading dimensions.
void gemm(Op op_a, Op op_b, Index m, Index n, Index k, double alpha, const double* A, Index lda, const double* B,
          Index ldb, double beta, double* C, Index ldc);
void gemm(Op op_a, Op op_b, Index m, Index n, Index k, float alpha, const float* A, Index lda, const float* B,
          Index ldb, float beta, float* C, Index ldc);

// C <- alpha A A^T + beta C, A n x k, column-major; the lower triangle of C.
void syrk(Index n, Index k, double alpha, const double* A, Index lda, double beta, double* C, Index ldc);

// op(A) op(B). Large ones are cut by shape alone and shared by the ProductTeam of the calling thread.
using Factor = Eigen::Ref<const Matrix<double>>;  // columns of a matrix are not copied
[[nodiscard]] Matrix<double> product(Op op_a, const Factor& A, Op op_b, const Factor& B);
[[nodiscard]] inline Matrix<double> product(const Factor& A, const Factor& B) {
  return product(Op::none, A, Op::none, B);
}
// C + alpha op(A) op(B), rows of C shared alike; in place, or as a matrix of its own.
void add_product(double alpha, Op op_a, const Factor& A, Op op_b, const Factor& B, Matrix<double>& C);
[[nodiscard]] Matrix<double> sum_with_product(const Factor& C, double alpha, Op op_a, const Factor& A, Op op_b,
                                              const Factor& B);
// A <- A - Q Q^T A.
void remove_projection(const Factor& Q, Matrix<double>& A);
// to <- from, and sum_ij a_ij b_ij, columns shared alike.
void assign_columns(const Factor& from, Eigen::Ref<Matrix<double>> to);
[[nodiscard]] double inner_product(const Factor& A, const Factor& B);
// ||A||_F and max |a|, columns shared alike and taken together in order; NaN of the second are lost.
[[nodiscard]] double norm_of(const Factor& A);
[[nodiscard]] double largest_size(const Factor& A);
// A B without a copy of A.
[[nodiscard]] inline Matrix<double> row_product(const RowMatrix<double>& A, const Factor& B) {
  return product(Op::transpose, A.transpose(), Op::none, B);
}

// Where dgemm is: tells which library that is.
[[nodiscard]] const void* blas_address();

// Y <- A X for a symmetric positive semidefinite A that is known by its products alone.
using SymmetricProduct = std::function<void(const Matrix<double>& X, Matrix<double>& Y)>;

struct SymmetricEigen {
  Vector<double> values;   // descending
  Matrix<double> vectors;  // columns, in the same order
};

// The `count` largest eigenvalues of the symmetric A (upper triangle read) and their vectors. A is destroyed.
[[nodiscard]] SymmetricEigen largest_eigenpairs(Matrix<double>&& A, Index count);

// Whether the symmetric A (upper triangle read) has a Cholesky factor. n^3 / 3 flops.
[[nodiscard]] bool is_positive_definite(Matrix<double>&& A);

struct SemidefiniteFactor {
  Matrix<double> L;           // n x rank, lower trapezoidal: rows and columns `pivots` of A are L L^T
  std::vector<Index> pivots;  // n: which row of A each row of L belongs to
};

// Of a symmetric semidefinite A (lower triangle read), until what is left on the diagonal is at most `tolerance`.
[[nodiscard]] SemidefiniteFactor pivoted_cholesky(Matrix<double>&& A, double tolerance);

// Thin QR by Householder reflections: returns Q (rows x cols, rows >= cols, orthonormal whatever the rank); R to `R`.
[[nodiscard]] Matrix<double> thin_qr(Matrix<double> A, Matrix<double>* R = nullptr);

struct Svd {
  Matrix<double> U;
  Vector<double> values;  // descending
  Matrix<double> V;
};

// Thin SVD. gesdd is tried first; it can fail on finite input, then gesvd is used.
[[nodiscard]] Svd thin_svd(const Matrix<double>& A);

}  // namespace l21::internal
