#include "pass_bench.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "data/dense_rows.hpp"
#include "data/pass.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/random.hpp"
#include "timing.hpp"

namespace l21::bench {
namespace {

// Fast and reproducible; the values do not matter to either side.
RowMatrix<double> pseudo_random_rows(Index rows, Index cols) {
  RowMatrix<double> X(rows, cols);
  std::uint64_t state = 1;
  for (Index i = 0; i < X.size(); ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    X.data()[i] = static_cast<double>(state >> 11U) * 0x1p-53 - 0.5;
  }
  return X;
}

void normalize(double* t, Index m) {
  Eigen::Map<Vector<double>> row(t, m);
  row /= row.norm();
}

// P = X W, A = P / ||P||, M = X^T A with X centered beforehand: each product one BLAS call on all threads.
void two_products(const RowMatrix<double>& X, const Matrix<double>& W, Matrix<double>& P, Matrix<double>& M) {
  const Index n = X.rows(), d = X.cols(), m = W.cols();
  gemm(Op::transpose, Op::none, m, n, d, 1.0, W.data(), d, X.data(), d, 0.0, P.data(), m);
  for (Index i = 0; i < n; ++i) normalize(P.col(i).data(), m);
  gemm(Op::none, Op::transpose, d, m, n, 1.0, X.data(), d, P.data(), m, 0.0, M.data(), d);
}

}  // namespace

void run_pass_bench(long rows, long cols) {
  const RowMatrix<double> X = pseudo_random_rows(rows, cols);
  // The fused pass centers every block; here by 0, which costs it the same.
  const DenseRows<double> source(rows_of(X), RowPreparation::identity(cols));
  fmt::print("fused pass against two BLAS products, {} x {} float64, {} threads\n", rows, cols, resolve_threads(0));
  fmt::print("{:>5} {:>10} {:>10} {:>7} {:>9}\n", "m", "fused s", "BLAS s", "ratio", "GFLOP/s");
  for (const Index m : {1, 2, 4, 8, 16, 32, 64, 128}) {
    const Matrix<double> W = random_orthonormal(cols, m, 1);
    Matrix<double> ours, theirs(cols, m), P(m, rows);
    Pass<double> pass(source, m, resolve_threads(0));
    const auto fused = [&] {
      const SerialBlas serial;
      pass.moment(
          W, Rest::ignore,
          [&](const ProjectedBlock<double>& block) {
            for (Index i = 0; i < block.count; ++i) normalize(block.t + i * m, m);
          },
          ours);
    };
    const auto blas = [&] { two_products(X, W, P, theirs); };
    wait_until_idle();
    const Sides best = side_by_side(5, fused, blas);
    if (!((ours - theirs).norm() <= 1e-10 * theirs.norm())) throw std::runtime_error("the two sides disagree");
    const double flops = 4.0 * static_cast<double>(rows) * static_cast<double>(cols) * static_cast<double>(m);
    fmt::print("{:>5} {:>10.3f} {:>10.3f} {:>7.2f} {:>9.1f}\n", m, best.ours, best.theirs, best.theirs / best.ours,
               flops / best.ours / 1e9);
  }
}

}  // namespace l21::bench
