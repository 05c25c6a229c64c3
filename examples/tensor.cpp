// Tensor PCA-L21 of images: max sum_i ||U^T X_i V||_F over orthonormal U and V, one of them at a time. For a fixed V it
// is the general problem with h the Frobenius norm, and so it is for a fixed U: the objective never falls.
#include <Eigen/Dense>
#include <cstdio>
#include <l21/l21.hpp>

using l21::Index;
using l21::Matrix;

namespace {

// max over U of sum_i ||U^T A_i||_F.
l21::Solution<Matrix<double>> solve_mode(const std::vector<Matrix<double>>& A, const Matrix<double>& start) {
  l21::GeneralProblem problem;
  problem.terms = static_cast<Index>(A.size());
  problem.g = [&](Index i, const Matrix<double>& U) { return U.transpose() * A[static_cast<std::size_t>(i)]; };
  problem.use(l21::convex::Norm{});
  problem.argmax_of = [&](const std::vector<Matrix<double>>& slopes, const Matrix<double>& U) {
    Matrix<double> M = Matrix<double>::Zero(U.rows(), U.cols());
    for (std::size_t i = 0; i < A.size(); ++i) M += A[i] * slopes[i].transpose();
    return l21::sets::Stiefel{}.argmax(M, U);
  };
  return l21::maximize(problem, start, {.max_iterations = 200, .tolerance = 1e-12});
}

// The leading eigenvectors of sum_i A_i A_i^T: one mode of the truncated HOSVD.
Matrix<double> leading(const std::vector<Matrix<double>>& A, Index k) {
  Matrix<double> S = Matrix<double>::Zero(A[0].rows(), A[0].rows());
  for (const auto& a : A) S += a * a.transpose();
  return Eigen::SelfAdjointEigenSolver<Matrix<double>>(S).eigenvectors().rightCols(k);
}

}  // namespace

int main() {
  std::srand(5);
  const Index height = 9, width = 7, rows = 3, cols = 2;
  const std::size_t n = 80;
  // Images of a 3 x 2 core and noise; every tenth is something else, five times as bright.
  const Matrix<double> U0 = Matrix<double>::Random(height, rows), V0 = Matrix<double>::Random(width, cols);
  std::vector<Matrix<double>> X, turned;
  for (std::size_t i = 0; i < n; ++i) {
    X.push_back(U0 * Matrix<double>::Random(rows, cols) * V0.transpose() +
                0.05 * Matrix<double>::Random(height, width));
    if (i % 10 == 0) X.back() = 5 * Matrix<double>::Random(height, width);
    turned.push_back(X.back().transpose());
  }
  Matrix<double> U = leading(X, rows), V = leading(turned, cols);
  double before = 0, hosvd = 0;
  for (const auto& x : X) hosvd += (U.transpose() * x * V).norm();
  bool rises = true;
  for (int round = 0; round < 20; ++round) {
    std::vector<Matrix<double>> A, B;
    for (const auto& x : X) A.push_back(x * V);
    auto first = solve_mode(A, U);
    U = first.x;
    for (const auto& x : X) B.push_back(x.transpose() * U);
    auto second = solve_mode(B, V);
    V = second.x;
    rises = rises && first.report.objective_start >= before * (1 - 1e-12) &&
            second.report.objective_start >= first.report.objective * (1 - 1e-12);
    before = second.report.objective;
  }
  std::printf("sum of ||U^T X V||: %.6f from the truncated HOSVD, %.6f in the end\n", hosvd, before);
  return rises && before > hosvd ? 0 : 1;
}
