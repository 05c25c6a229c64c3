// The m largest eigenvalues of a symmetric A: max Tr(V^T A V) over V^T V = I, as an instance of the general problem.
// With h = ||t||^2 / 2 the iteration is subspace iteration, step by step.
#include <Eigen/Dense>
#include <cstdio>
#include <l21/l21.hpp>

using l21::Index;
using l21::Matrix;

namespace {

Matrix<double> orthonormal(const Matrix<double>& V) {
  const Eigen::HouseholderQR<Matrix<double>> qr(V);
  return qr.householderQ() * Matrix<double>::Identity(V.rows(), V.cols());
}

}  // namespace

int main() {
  std::srand(1);
  const Index d = 12, m = 3;
  const Matrix<double> G = Matrix<double>::Random(d, d), A = (G + G.transpose()) / 2;
  // h is convex in V only for a positive semidefinite matrix. A shift moves all eigenvalues alike.
  const double shift = A.cwiseAbs().rowwise().sum().maxCoeff();
  const Matrix<double> B = A + shift * Matrix<double>::Identity(d, d);
  const Matrix<double> R = B.llt().matrixU();  // R^T R = B

  std::vector<Matrix<double>> steps;
  l21::GeneralProblem problem;
  problem.terms = 1;
  problem.g = [&](Index, const Matrix<double>& V) { return R * V; };
  problem.use(l21::convex::SquaredNorm{});
  problem.argmax_of = [&](const std::vector<Matrix<double>>& slopes, const Matrix<double>& V) {
    steps.push_back(l21::sets::Stiefel{}.argmax(R.transpose() * slopes[0], V));
    return steps.back();
  };
  const Matrix<double> start = orthonormal(Matrix<double>::Random(d, m));
  const auto [V, report] = l21::maximize(problem, start, {.max_iterations = 5000, .tolerance = 1e-14});

  // The textbook: V <- orthonormal basis of B V.
  Matrix<double> Q = start;
  double apart = 0;
  for (std::size_t k = 0; k < std::min<std::size_t>(50, steps.size()); ++k) {
    Q = orthonormal(B * Q);
    apart = std::max(apart, (Q * Q.transpose() - steps[k] * steps[k].transpose()).norm());
  }
  const Eigen::SelfAdjointEigenSolver<Matrix<double>> eigen(A);
  const double found = 2 * report.objective - static_cast<double>(m) * shift, sum = eigen.eigenvalues().tail(m).sum();
  std::printf("sum of the %d largest eigenvalues: %.10f, by Eigen: %.10f\n", static_cast<int>(m), found, sum);
  std::printf("farthest from subspace iteration in 50 steps: %.1e\n", apart);
  return std::abs(found - sum) < 1e-8 && apart < 1e-10 ? 0 : 1;
}
