#include "solver/mixing.hpp"

#include "linalg/blas.hpp"

namespace l21::internal {

Vector<double> least_squares(const Matrix<double>& products, const Vector<double>& projections) {
  constexpr double kDependent = 1e-12;
  // Unit vectors first: the v shrink as the iteration converges, and the newest count as much as the oldest.
  Vector<double> scale = products.diagonal().cwiseSqrt();
  for (double& s : scale) s = s > 0 ? 1 / s : 0.0;
  const auto eigen = largest_eigenpairs(scale.asDiagonal() * products * scale.asDiagonal(), products.rows());
  Vector<double> inverse = eigen.values;
  for (double& value : inverse) value = value > kDependent * eigen.values(0) ? 1 / value : 0.0;
  const Vector<double> rotated = eigen.vectors.transpose() * (scale.asDiagonal() * projections);
  return scale.asDiagonal() * (eigen.vectors * (inverse.asDiagonal() * rotated));
}

}  // namespace l21::internal
