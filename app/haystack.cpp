#include "haystack.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <cmath>
#include <numbers>
#include <random>

namespace l21::app {
namespace {

// Standard normal numbers by Box and Muller: std::normal_distribution differs between standard libraries.
class Normal {
 public:
  double operator()() {
    const double radius = std::sqrt(-2 * std::log1p(-uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  RowMatrix<double> matrix(Index rows, Index cols) {
    RowMatrix<double> values(rows, cols);
    for (Index i = 0; i < values.size(); ++i) values.data()[i] = (*this)();
    return values;
  }

 private:
  double uniform() { return static_cast<double>(generator_() >> 11) * 0x1p-53; }  // in [0, 1)
  std::mt19937_64 generator_{20240607};
};

RowMatrix<double> orthonormal_rows(const RowMatrix<double>& matrix) {
  const Eigen::HouseholderQR<Matrix<double>> qr(matrix.transpose());
  const Matrix<double> Q = qr.householderQ() * Matrix<double>::Identity(matrix.cols(), matrix.rows());
  return Q.transpose();
}

}  // namespace

Haystack make_haystack(const HaystackOptions& options) {
  Normal normal;
  Haystack stack;
  stack.inliers = options.inliers;
  stack.truth = orthonormal_rows(normal.matrix(options.subspace, options.dimensions));
  stack.rows.resize(options.inliers + options.outliers, options.dimensions);
  stack.rows.topRows(options.inliers) = normal.matrix(options.inliers, options.subspace) * stack.truth +
                                        options.noise * normal.matrix(options.inliers, options.dimensions);
  // A coordinate of standard deviation s in all directions has norm s sqrt(dimensions).
  const double s =
      options.outlier_norm * std::sqrt(static_cast<double>(options.subspace) / static_cast<double>(options.dimensions));
  stack.rows.bottomRows(options.outliers) = s * normal.matrix(options.outliers, options.dimensions);
  stack.rows.rowwise() += 3 * normal.matrix(1, options.dimensions).row(0);
  return stack;
}

double angle_degrees(const RowMatrix<double>& a, const RowMatrix<double>& b) {
  // sin of the largest angle = || b - (b a^T) a ||_2; the cosine would lose small angles.
  const Matrix<double> outside = b - (b * a.transpose()) * a;
  const Eigen::SelfAdjointEigenSolver<Matrix<double>> squares(outside * outside.transpose(), Eigen::EigenvaluesOnly);
  const double sine = std::sqrt(std::max(0.0, squares.eigenvalues().maxCoeff()));
  return std::asin(std::min(1.0, sine)) * 180 / std::numbers::pi;
}

}  // namespace l21::app
