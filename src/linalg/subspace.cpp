#include "linalg/subspace.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "linalg/polar.hpp"

namespace l21::internal {

Matrix<double> new_directions(Matrix<double> A, const Factor& Q, double floor) {
  constexpr double kGramRounding = 1e-7;  // the root of what D^T D knows of D
  const double smallest = floor * norm_of(A);
  Matrix<double> found(A.rows(), 0), D = std::move(A);
  const auto remove_known = [&](Matrix<double>& from) {
    remove_projection(Q, from);
    remove_projection(found, from);
  };
  // What is light beside the heaviest is looked at again without it.
  while (D.cols() > 0) {
    remove_known(D);
    const Index left = D.cols();
    const auto eigen = largest_eigenpairs(product(Op::transpose, D, Op::none, D), left);
    const Vector<double> size = eigen.values.cwiseMax(0.0).cwiseSqrt();
    if (!(size(0) > smallest)) break;
    const Index count = (size.array() > std::max(smallest, kGramRounding * size(0))).count();
    const Matrix<double> unit = eigen.vectors.leftCols(count) * size.head(count).cwiseInverse().asDiagonal();
    Matrix<double> fresh = product(D, unit);
    // What scaling made of the rounding in the first projection.
    remove_known(fresh);
    fresh = polar_factor(fresh);
    D = product(D, eigen.vectors.rightCols(left - count));
    if (found.cols() == 0) {
      found = std::move(fresh);
      continue;
    }
    found.conservativeResize(Eigen::NoChange, found.cols() + count);
    found.rightCols(count) = fresh;
  }
  return found;
}

Matrix<double> span_of(const Matrix<double>& A) {
  constexpr double kNothing = 1e-10;
  return new_directions(A, Matrix<double>(A.rows(), 0), kNothing);
}

double degrees_of(double cosine) {
  return std::acos(std::min(1.0, std::abs(cosine))) * 180 / std::numbers::pi;
}

double largest_angle(const Matrix<double>& W, const Matrix<double>& V) {
  return degrees_of(thin_svd(product(Op::transpose, W, Op::none, V)).values.minCoeff());
}

}  // namespace l21::internal
