#include "robust/candidate.hpp"

#include "linalg/blas.hpp"

namespace l21::internal {

RowDistances distances_from(const Matrix<double>& Y, const Candidate& candidate) {
  const Matrix<double> Z = Y.rowwise() - candidate.center.transpose();
  RowDistances rows{product(Z, candidate.W), {}, Z.rowwise().norm()};
  rows.distance = (Z - product(Op::none, rows.T, Op::transpose, candidate.W)).rowwise().norm();
  return rows;
}

}  // namespace l21::internal
