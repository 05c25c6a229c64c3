#include "robust/candidate.hpp"

#include "linalg/blas.hpp"

namespace l21::internal {

RowDistances distances_from(const RowMatrix<double>& Y, const Candidate& candidate) {
  const RowMatrix<double> Z = Y.rowwise() - candidate.center.transpose();
  RowDistances rows{row_product(Z, candidate.W), {}, Z.rowwise().norm()};
  rows.distance = (Z - product(Op::none, rows.T, Op::transpose, candidate.W)).rowwise().norm();
  return rows;
}

}  // namespace l21::internal
