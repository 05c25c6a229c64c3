// A subspace through a point: what the stages of the robust estimator hand to each other.
#pragma once

#include "data/projections.hpp"

namespace l21::internal {

struct Candidate {
  Matrix<double> W;  // d x m, orthonormal
  Vector<double> center;
};

// How many rows the i-th stands for; `counts` may be empty (all 1).
[[nodiscard]] inline double count_of(const Vector<double>& counts, Index i) {
  return counts.size() > 0 ? counts(i) : 1.0;
}

// Of rows in memory.
[[nodiscard]] RowDistances distances_from(const RowMatrix<double>& Y, const Candidate& candidate);

}  // namespace l21::internal
