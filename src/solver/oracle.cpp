#include "solver/oracle.hpp"

#include <cmath>

#include "l21/sets.hpp"
#include "linalg/polar.hpp"

namespace l21 {

void Stiefel::argmax(const Matrix<double>& M, const Matrix<double>& W, Matrix<double>& next) const {
  next = sets::Stiefel{}.argmax(M, W);
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
  next = sets::Sphere{}.argmax(M, W);
}

bool Sphere::make_feasible(Matrix<double>& Y) const {
  restrict(Y);
  const double size = Y.stableNorm();
  if (!(size > 0) || !std::isfinite(size)) return false;
  Y /= size;
  return true;
}

}  // namespace l21
