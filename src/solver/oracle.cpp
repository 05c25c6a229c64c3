#include "solver/oracle.hpp"

#include <cmath>

#include "linalg/polar.hpp"

namespace l21 {

void Stiefel::argmax(const Matrix<double>& M, const Matrix<double>& W, Matrix<double>& next) const {
  next = polar_factor(M, &W);
}

bool Stiefel::make_feasible(Matrix<double>& Y) const {
  if (!Y.allFinite()) return false;
  Y = polar_factor(Y);
  return true;
}

// Twice, because once leaves what rounding made of large parts.
void Sphere::restrict(Matrix<double>& M) const {
  for (int twice = 0; twice < 2; ++twice) M -= earlier_ * (earlier_.transpose() * M);
}

void Sphere::argmax(const Matrix<double>& M, const Matrix<double>& W, Matrix<double>& next) const {
  const double size = M.stableNorm();
  next = size > 0 ? Matrix<double>(M / size) : W;
}

bool Sphere::make_feasible(Matrix<double>& Y) const {
  restrict(Y);
  const double size = Y.stableNorm();
  if (!(size > 0) || !std::isfinite(size)) return false;
  Y /= size;
  return true;
}

}  // namespace l21
