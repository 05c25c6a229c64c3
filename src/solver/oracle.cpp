#include "solver/oracle.hpp"

#include <cmath>

#include "linalg/blas.hpp"
#include "linalg/polar.hpp"

namespace l21::internal {

const Matrix<double>& Oracle::deflated(const Matrix<double>& W, Matrix<double>&) const {
  return W;
}

double Oracle::tangent(const Matrix<double>& M, const Matrix<double>& W) const {
  const Matrix<double> S = product(Op::transpose, W, Op::none, M);
  const Matrix<double> symmetric = (S + S.transpose()) / 2;
  return norm_of(sum_with_product(M, -1, Op::none, W, Op::none, symmetric));
}

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

void SparseSphere::argmax(const Matrix<double>& M, const Matrix<double>& W, Matrix<double>& next) const {
  next = set_.argmax(M, W);
}

const Matrix<double>& SparseSphere::deflated(const Matrix<double>& W, Matrix<double>& made) const {
  made = W;
  restrict(made);
  return made;
}

double SparseSphere::tangent(const Matrix<double>& M, const Matrix<double>& W) const {
  const Matrix<double> best = set_.argmax(M, W);
  return M.norm() * (best - W * W.cwiseProduct(best).sum()).norm();
}

bool SparseSphere::make_feasible(Matrix<double>& Y) const {
  if (!Y.allFinite() || !(Y.norm() > 0)) return false;
  Y = set_.argmax(Y, Y);
  return true;
}

}  // namespace l21::internal
