// Non-greedy PCA-L1: max sum_i ||W^T x_i||_1 over W^T W = I, all directions at once. The general problem from
// functions, and the same by l21::fit.
#include <cstdio>
#include <l21/l21.hpp>

using l21::Index;
using l21::Matrix;

int main() {
  std::srand(4);
  const Index n = 150, d = 8, m = 3;
  Matrix<double> points = Matrix<double>::Random(d, n);
  for (Index j = 0; j < d; ++j) points.row(j) /= static_cast<double>(1 + j);

  l21::GeneralProblem problem;
  problem.terms = n;
  problem.g = [&](Index i, const Matrix<double>& W) { return W.transpose() * points.col(i); };
  problem.use(l21::convex::AbsoluteValue{});
  problem.argmax_of = [&](const std::vector<Matrix<double>>& slopes, const Matrix<double>& W) {
    Matrix<double> M = Matrix<double>::Zero(d, m);
    for (Index i = 0; i < n; ++i) M += points.col(i) * slopes[static_cast<std::size_t>(i)].transpose();
    return l21::sets::Stiefel{}.argmax(M, W);
  };
  const Matrix<double> start = Matrix<double>::Identity(d, m);
  const auto [W, report] = l21::maximize(problem, start, {.tolerance = 1e-14});

  const Matrix<double> rows = points.transpose();
  l21::FitOptions options;
  options.method = l21::Method::l1, options.components = static_cast<int>(m);
  options.center = l21::Center::none, options.init = l21::Init::given, options.given_start = start;
  options.solver = l21::Solver::plain, options.tolerance = 1e-10;
  const auto fitted = l21::fit(l21::rows_of(rows), options);
  std::printf("objective %.10f after %d iterations, by fit %.10f\n", report.objective, report.iterations,
              fitted.report.objective);
  const double orthonormal = (W.transpose() * W - Matrix<double>::Identity(m, m)).norm();
  return orthonormal < 1e-12 && report.objective > report.objective_start &&
                 std::abs(report.objective - fitted.report.objective) < 1e-9 * report.objective
             ? 0
             : 1;
}
