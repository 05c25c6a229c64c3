#include "linalg/blas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "linalg/blas_names.hpp"
#include "linalg/large_pages.hpp"
#include "linalg/parallel.hpp"

extern "C" {
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*, const int*,
            const double*, const int*, const double*, double*, const int*);
void sgemm_(const char*, const char*, const int*, const int*, const int*, const float*, const float*, const int*,
            const float*, const int*, const float*, float*, const int*);
void dsyrk_(const char*, const char*, const int*, const int*, const double*, const double*, const int*, const double*,
            double*, const int*);
void dsyevr_(const char*, const char*, const char*, const int*, double*, const int*, const double*, const double*,
             const int*, const int*, const double*, int*, double*, double*, const int*, int*, double*, const int*, int*,
             const int*, int*);
void dpotrf_(const char*, const int*, double*, const int*, int*);
void dpstrf_(const char*, const int*, double*, const int*, int*, int*, const double*, double*, int*);
void dgeqrf_(const int*, const int*, double*, const int*, double*, double*, const int*, int*);
void dorgqr_(const int*, const int*, const int*, double*, const int*, const double*, double*, const int*, int*);
void dgesdd_(const char*, const int*, const int*, double*, const int*, double*, double*, const int*, double*,
             const int*, double*, const int*, int*, int*);
void dgesvd_(const char*, const char*, const int*, const int*, double*, const int*, double*, double*, const int*,
             double*, const int*, double*, const int*, int*);
}

namespace l21::internal {
namespace {

int narrow(Index value) {
  if (value > 2147483647) throw std::length_error(fmt::format("dimension {} exceeds what BLAS can index", value));
  return static_cast<int>(value);
}

// Into how many pieces a product is cut: by shape alone, an even number of at least 5e5 multiplications each.
Index pieces_of(Index m, Index n, Index k) {
  constexpr double kWorthwhile = 5e5;
  const double multiplications = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  const auto pieces = static_cast<Index>(std::min(multiplications / kWorthwhile, 16.0));
  return pieces < 2 ? 1 : pieces / 2 * 2;
}

// Calls work(k) for every column of a block; small ones are not worth waking threads for.
template <class Work>
void each_column(const Factor& A, const Work& work) {
  constexpr Index kWorthSharing = 1 << 18;
  parallel_for(A.size() < kWorthSharing ? 1 : ProductTeam::size(), A.cols(), [&](Index k, int) { work(k); });
}

// Where op(A)(i, j) is stored.
const double* entry(Op op, const Factor& A, Index i, Index j) {
  return op == Op::none ? A.data() + i + j * A.outerStride() : A.data() + j + i * A.outerStride();
}

void require_success(const char* routine, int info) {
  if (info != 0) throw std::runtime_error(fmt::format("LAPACK {} failed with info = {}", routine, info));
}

}  // namespace

void gemm(Op op_a, Op op_b, Index m, Index n, Index k, double alpha, const double* A, Index lda, const double* B,
          Index ldb, double beta, double* C, Index ldc) {
  const int im = narrow(m), in = narrow(n), ik = narrow(k), ia = narrow(lda), ib = narrow(ldb), ic = narrow(ldc);
  const char ta = static_cast<char>(op_a), tb = static_cast<char>(op_b);
  dgemm_(&ta, &tb, &im, &in, &ik, &alpha, A, &ia, B, &ib, &beta, C, &ic);
}

void gemm(Op op_a, Op op_b, Index m, Index n, Index k, float alpha, const float* A, Index lda, const float* B,
          Index ldb, float beta, float* C, Index ldc) {
  const int im = narrow(m), in = narrow(n), ik = narrow(k), ia = narrow(lda), ib = narrow(ldb), ic = narrow(ldc);
  const char ta = static_cast<char>(op_a), tb = static_cast<char>(op_b);
  sgemm_(&ta, &tb, &im, &in, &ik, &alpha, A, &ia, B, &ib, &beta, C, &ic);
}

void syrk(Index n, Index k, double alpha, const double* A, Index lda, double beta, double* C, Index ldc) {
  const int in = narrow(n), ik = narrow(k), ia = narrow(lda), ic = narrow(ldc);
  dsyrk_("L", "N", &in, &ik, &alpha, A, &ia, &beta, C, &ic);
}

Matrix<double> product(Op op_a, const Factor& A, Op op_b, const Factor& B) {
  const Index m = op_a == Op::none ? A.rows() : A.cols(), k = op_a == Op::none ? A.cols() : A.rows();
  const Index n = op_b == Op::none ? B.cols() : B.rows();
  if (m == 0 || n == 0 || k == 0) return Matrix<double>::Zero(m, n);
  Matrix<double> C(m, n);  // first touched by the threads that fill it
  prefer_large_pages(C);
  const Index steps = pieces_of(m, n, k);
  const auto multiply = [&](Index row, Index rows, Index first, Index terms, double* out) {
    gemm(op_a, op_b, rows, n, terms, 1.0, entry(op_a, A, row, first), A.outerStride(), entry(op_b, B, first, 0),
         B.outerStride(), 0.0, out, m);
  };
  if (k <= 4 * m) {  // rows of C
    parallel_for(ProductTeam::size(), steps, [&](Index piece, int) {
      const Index row = piece * m / steps, end = (piece + 1) * m / steps;
      if (end > row) multiply(row, end - row, 0, k, C.data() + row);
    });
    return C;
  }
  // Terms of the sums, added in order.
  std::vector<Matrix<double>> partial(static_cast<std::size_t>(steps), Matrix<double>(m, n));
  parallel_for(ProductTeam::size(), steps, [&](Index piece, int) {
    const Index first = piece * k / steps, end = (piece + 1) * k / steps;
    multiply(0, m, first, end - first, partial[static_cast<std::size_t>(piece)].data());
  });
  C = std::move(partial.front());
  for (std::size_t piece = 1; piece < partial.size(); ++piece) C += partial[piece];
  return C;
}

void add_product(double alpha, Op op_a, const Factor& A, Op op_b, const Factor& B, Matrix<double>& C) {
  const Index m = C.rows(), n = C.cols(), k = op_a == Op::none ? A.cols() : A.rows();
  if (m == 0 || n == 0 || k == 0) return;
  const Index steps = pieces_of(m, n, k);
  parallel_for(ProductTeam::size(), steps, [&](Index piece, int) {
    const Index row = piece * m / steps, end = (piece + 1) * m / steps;
    if (end > row)
      gemm(op_a, op_b, end - row, n, k, alpha, entry(op_a, A, row, 0), A.outerStride(), B.data(), B.outerStride(), 1.0,
           C.data() + row, m);
  });
}

Matrix<double> sum_with_product(const Factor& C, double alpha, Op op_a, const Factor& A, Op op_b, const Factor& B) {
  Matrix<double> sum(C.rows(), C.cols());
  prefer_large_pages(sum);
  assign_columns(C, sum);
  add_product(alpha, op_a, A, op_b, B, sum);
  return sum;
}

void remove_projection(const Factor& Q, Matrix<double>& A) {
  if (Q.cols() > 0) add_product(-1, Op::none, Q, Op::none, product(Op::transpose, Q, Op::none, A), A);
}

void assign_columns(const Factor& from, Eigen::Ref<Matrix<double>> to) {
  each_column(from, [&](Index k) { to.col(k) = from.col(k); });
}

double inner_product(const Factor& A, const Factor& B) {
  Vector<double> products(A.cols());
  each_column(A, [&](Index k) { products(k) = A.col(k).dot(B.col(k)); });
  return products.sum();
}

double norm_of(const Factor& A) {
  Vector<double> squares(A.cols());
  each_column(A, [&](Index k) { squares(k) = A.col(k).squaredNorm(); });
  return std::sqrt(squares.sum());
}

double largest_size(const Factor& A) {
  Vector<double> largest = Vector<double>::Zero(A.cols());
  if (A.rows() > 0) each_column(A, [&](Index k) { largest(k) = A.col(k).cwiseAbs().maxCoeff(); });
  return A.cols() > 0 ? largest.maxCoeff() : 0.0;
}

SymmetricEigen largest_eigenpairs(Matrix<double>&& A, Index count) {
  const int n = narrow(A.rows()), k = narrow(std::min(count, A.rows()));
  SymmetricEigen result{Vector<double>(n), Matrix<double>(n, k)};
  if (n == 0 || k == 0) return {Vector<double>(0), Matrix<double>(n, 0)};
  const int first = n - k + 1;
  const double unused = 0, tolerance = 0;
  const Vector<double> diagonal = A.diagonal();
  A.triangularView<Eigen::StrictlyLower>() = A.transpose();
  int found = 0, info = 0, lwork = -1, liwork = -1, best_liwork = 0;
  double best_lwork = 0;
  std::vector<int> support(2 * static_cast<std::size_t>(n));
  const char* range = k == n ? "A" : "I";
  const auto call = [&](double* work, int* iwork) {
    dsyevr_("V", range, "U", &n, A.data(), &n, &unused, &unused, &first, &n, &tolerance, &found, result.values.data(),
            result.vectors.data(), &n, support.data(), work, &lwork, iwork, &liwork, &info);
  };
  call(&best_lwork, &best_liwork);
  lwork = static_cast<int>(best_lwork), liwork = best_liwork;
  std::vector<double> work(static_cast<std::size_t>(lwork));
  // One more before the others: dstebz of LAPACK 3.11 and before writes there when it finds fewer eigenvalues than it
  // is to discard (IBLOCK(IW) = 0 with IW = 0).
  std::vector<int> iwork(static_cast<std::size_t>(liwork) + 1);
  call(work.data(), iwork.data() + 1);
  // Where eigenvalues lie close together it may find fewer than asked for, and says so nowhere else. All of them are
  // another algorithm's work; the lower triangle still holds the matrix.
  if (info != 0 || found != k) {
    A.triangularView<Eigen::StrictlyUpper>() = A.transpose();
    A.diagonal() = diagonal;
    result.vectors.resize(n, n);
    range = "A";
    call(work.data(), iwork.data() + 1);
    if (info == 0 && found != n) info = found + 1;
  }
  require_success("dsyevr", info);
  const Index at = found - k;
  result.values = result.values.segment(at, k).reverse().eval();
  result.vectors = result.vectors.middleCols(at, k).rowwise().reverse().eval();
  return result;
}

bool is_positive_definite(Matrix<double>&& A) {
  const int n = narrow(A.rows());
  int info = 0;
  dpotrf_("U", &n, A.data(), &n, &info);
  if (info < 0) require_success("dpotrf", info);
  // A NaN is no obstacle to it.
  return info == 0 && A.diagonal().allFinite();
}

const void* blas_address() {
  return reinterpret_cast<const void*>(&dgemm_);
}

SemidefiniteFactor pivoted_cholesky(Matrix<double>&& A, double tolerance) {
  const int n = narrow(A.rows());
  const char lower = 'L';
  std::vector<int> pivots(static_cast<std::size_t>(n));
  std::vector<double> work(static_cast<std::size_t>(2 * n));
  int rank = 0, info = 0;
  dpstrf_(&lower, &n, A.data(), &n, pivots.data(), &rank, &tolerance, work.data(), &info);
  if (info < 0) require_success("dpstrf", info);  // > 0: A has this rank only
  SemidefiniteFactor result{A.leftCols(rank), {}};
  result.L.triangularView<Eigen::StrictlyUpper>().setZero();
  for (const int pivot : pivots) result.pivots.push_back(pivot - 1);
  return result;
}

Matrix<double> thin_qr(Matrix<double> A, Matrix<double>* R) {
  const int m = narrow(A.rows()), n = narrow(A.cols());
  if (n == 0) return A;
  std::vector<double> tau(static_cast<std::size_t>(n)), work(static_cast<std::size_t>(n) * 64);
  const int lwork = n * 64;
  int info = 0;
  dgeqrf_(&m, &n, A.data(), &m, tau.data(), work.data(), &lwork, &info);
  require_success("dgeqrf", info);
  if (R) *R = A.topRows(n).triangularView<Eigen::Upper>();
  dorgqr_(&m, &n, &n, A.data(), &m, tau.data(), work.data(), &lwork, &info);
  require_success("dorgqr", info);
  return A;
}

Svd thin_svd(const Matrix<double>& A) {
  const int m = narrow(A.rows()), n = narrow(A.cols()), k = std::min(m, n);
  Svd svd{Matrix<double>(m, k), Vector<double>(k), Matrix<double>()};
  if (k == 0) return {Matrix<double>(m, 0), Vector<double>(0), Matrix<double>(n, 0)};
  Matrix<double> copy = A, Vt(k, n);
  std::vector<int> iwork(8 * static_cast<std::size_t>(k));
  std::vector<double> work(1);
  int info = 0, lwork = -1;
  const auto gesdd = [&] {
    dgesdd_("S", &m, &n, copy.data(), &m, svd.values.data(), svd.U.data(), &m, Vt.data(), &k, work.data(), &lwork,
            iwork.data(), &info);
  };
  const auto gesvd = [&] {
    dgesvd_("S", "S", &m, &n, copy.data(), &m, svd.values.data(), svd.U.data(), &m, Vt.data(), &k, work.data(), &lwork,
            &info);
  };
  const auto run = [&](auto&& routine) {
    lwork = -1;
    routine();
    lwork = static_cast<int>(work[0]);
    work.resize(std::max<std::size_t>(1, static_cast<std::size_t>(lwork)));
    routine();
  };
  run(gesdd);
  if (info > 0) {
    copy = A;
    run(gesvd);
  }
  require_success("dgesvd", info);
  svd.V = Vt.transpose();
  return svd;
}

}  // namespace l21::internal
