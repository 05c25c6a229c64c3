#include "pass_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/random.hpp"
#include "rates.hpp"
#include "rows/dense_rows.hpp"
#include "rows/pass.hpp"
#include "timing.hpp"

namespace l21::internal::bench {
namespace {

template <class T>
void normalize(T* t, Index m) {
  Eigen::Map<Vector<T>> row(t, m);
  row /= row.norm();
}

// P = X W, A = P / ||P||, M = X^T A with X centered beforehand: each product one BLAS call on all threads.
template <class T>
void two_products(const RowMatrix<T>& X, const Matrix<T>& W, Matrix<T>& P, Matrix<T>& M) {
  const Index n = X.rows(), d = X.cols(), m = W.cols();
  gemm(Op::transpose, Op::none, m, n, d, T(1), W.data(), d, X.data(), d, T(0), P.data(), m);
  for (Index i = 0; i < n; ++i) normalize(P.col(i).data(), m);
  gemm(Op::none, Op::transpose, d, m, n, T(1), X.data(), d, P.data(), m, T(0), M.data(), d);
}

struct Times {
  double pass, project, read, two_products;
};

// Memory is not equally fast at all times, so what it can do is measured between the passes.
template <class T>
Times time_pass(const RowMatrix<T>& X, const RowSource<T>& source, Index m) {
  const Matrix<double> W = random_orthonormal(X.cols(), m, 1);
  const Matrix<T> rounded = W.cast<T>().eval();
  Matrix<double> ours;
  Matrix<T> theirs(X.cols(), m), P(m, X.rows());
  Pass<T> pass(source, m, resolve_threads(0));
  const auto link = [m](const ProjectedBlock<T>& block) {
    for (Index i = 0; i < block.count; ++i) normalize(block.t + i * m, m);
  };
  const auto fused = [&] {
    const SerialBlas serial;
    pass.moment(W, SquaredNorms::none, link, ours);
  };
  // The first of the two products by itself, which reads all of X too.
  const auto project = [&] {
    const SerialBlas serial;
    pass.project(W, SquaredNorms::none, link);
  };
  const auto blas = [&] { two_products(X, rounded, P, theirs); };
  fused(), project(), blas();
  const double tolerance = std::is_same_v<T, double> ? 1e-10 : 1e-2;  // float BLAS sums all rows in float
  if (!((ours - theirs.template cast<double>()).norm() <= tolerance * ours.norm()))
    throw std::runtime_error("the two sides disagree");
  T sum = 0;
  const auto read = [&] { sum += read_all(X, resolve_threads(0)); };
  const auto best = in_turn(7, {fused, project, read, blas});
  if (!std::isfinite(sum)) throw std::runtime_error("the sum of X is not finite");
  return {best[0], best[1], best[2], best[3]};
}

struct Figures {
  std::string_view precision;
  Index rows, cols, m;
  double bytes, flops, flops_per_second;
  Times best;
  [[nodiscard]] double floor() const { return std::max(flops / flops_per_second, best.read); }
  [[nodiscard]] double ratio() const { return best.pass / floor(); }
  [[nodiscard]] double read_gbs() const { return bytes / best.read / 1e9; }
};

void print_heading(std::string_view precision, Index rows, Index cols, double flops_per_second) {
  fmt::print("fused pass, {} x {} {}, {} threads: square GEMM {:.1f} GFLOP/s\n", rows, cols, precision,
             resolve_threads(0), flops_per_second / 1e9);
  fmt::print("{:>5} {:>10} {:>10} {:>9} {:>11} {:>11} {:>14}\n", "m", "fused s", "floor s", "to floor", "project s",
             "reads GB/s", "two products s");
}

void print_row(const Figures& f) {
  fmt::print("{:>5} {:>10.4f} {:>10.4f} {:>9.2f} {:>11.4f} {:>11.1f} {:>14.4f}\n", f.m, f.best.pass, f.floor(),
             f.ratio(), f.best.project, f.read_gbs(), f.best.two_products);
}

void print_json(const Figures& f) {
  fmt::print(
      "{{\"what\": \"pass\", \"precision\": \"{}\", \"rows\": {}, \"cols\": {}, \"m\": {}, \"seconds\": {:.6g}, "
      "\"floor_seconds\": {:.6g}, \"gemm_gflops\": {:.5g}, \"read_gbs\": {:.5g}, \"ratio_to_floor\": {:.4g}, "
      "\"two_products_seconds\": {:.6g}, \"project_seconds\": {:.6g}}}\n",
      f.precision, f.rows, f.cols, f.m, f.best.pass, f.floor(), f.flops_per_second / 1e9, f.read_gbs(), f.ratio(),
      f.best.two_products, f.best.project);
}

template <class T>
void run_precision(std::string_view precision, Index rows, Index cols, Output output) {
  const RowMatrix<T> X = pseudo_random_rows<T>(rows, cols);
  // The fused pass centers every block; here by 0, which costs it the same.
  const DenseRows<T> source(rows_of(X), RowPreparation::identity(cols));
  wait_until_idle();
  const double flops_per_second = gemm_rate<T>(resolve_threads(0));
  if (output == Output::table) print_heading(precision, rows, cols, flops_per_second);
  for (const Index m : {1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64, 128, 256}) {
    if (m > std::min(rows, cols)) break;
    const double values = static_cast<double>(rows) * static_cast<double>(cols);
    wait_until_idle();
    const Figures figures{precision,
                          rows,
                          cols,
                          m,
                          values * sizeof(T),
                          4 * values * static_cast<double>(m),
                          flops_per_second,
                          time_pass(X, source, m)};
    output == Output::json ? print_json(figures) : print_row(figures);
    std::fflush(stdout);
  }
}

}  // namespace

void run_pass_bench(long rows, long cols, Output output) {
  run_precision<double>("float64", rows, cols, output);
  run_precision<float>("float32", rows, cols, output);
}

}  // namespace l21::internal::bench
