#include "certificate/largest.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/random.hpp"

namespace l21 {
namespace {

// The e for which the probability of failure is as asked for.
double relative_error(int products, Index size, double failure) {
  const double root = std::log(1.648 * std::sqrt(static_cast<double>(size)) / failure) / (2 * products - 1);
  return root * root;
}

double largest_ritz_value(const std::vector<double>& diagonal, const std::vector<double>& beside) {
  const auto k = static_cast<Index>(diagonal.size());
  Eigen::SelfAdjointEigenSolver<Matrix<double>> solver;
  solver.computeFromTridiagonal(Eigen::Map<const Vector<double>>(diagonal.data(), k),
                                Eigen::Map<const Vector<double>>(beside.data(), k - 1), Eigen::EigenvaluesOnly);
  return solver.eigenvalues().maxCoeff();
}

Vector<double> random_vector(Index rows, std::uint64_t seed) {
  NormalGenerator normal(seed);
  Vector<double> x(rows);
  for (double& value : x) value = normal();
  return x;
}

}  // namespace

LargestBound bound_largest(const SymmetricProduct& D, Index rows, Index size,
                           const std::function<void(Vector<double>&)>& restrict, const LargestOptions& options) {
  LargestBound result;
  if (size <= 0) return result;
  result.bound = std::numeric_limits<double>::infinity();
  const Index most = std::min<Index>(options.most_products, size);
  Matrix<double> Q(rows, most);
  std::vector<double> diagonal, beside;
  Vector<double> x = random_vector(rows, options.seed), y(rows);
  restrict(x);
  for (Index k = 0; k < most; ++k) {
    const double length = x.norm();
    // The space of the products so far is invariant: for a random start it holds every eigenvalue.
    if (!(length > 1e-13 * (result.estimate + std::numeric_limits<double>::min())) && k > 0) {
      result.bound = result.estimate * (1 + 1e-12);
      return result;
    }
    if (k > 0) beside.push_back(length);
    Q.col(k) = x / length;
    D(Q.col(k), y);
    ++result.products;
    diagonal.push_back(Q.col(k).dot(y));
    // Twice is enough.
    for (int twice = 0; twice < 2; ++twice) y -= Q.leftCols(k + 1) * (Q.leftCols(k + 1).transpose() * y);
    restrict(y);
    x = y;
    result.estimate = std::max(0.0, largest_ritz_value(diagonal, beside));
    const double error = k + 1 == size ? 1e-12 : relative_error(result.products, size, options.failure);
    if (error < 1) result.bound = std::min(result.bound, result.estimate / (1 - error));
    if (result.bound <= options.enough || result.bound <= (1 + options.precision) * result.estimate) break;
  }
  return result;
}

}  // namespace l21
