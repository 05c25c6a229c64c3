// Ordinary principal directions, by the route that the shape allows.
#pragma once

#include "data/prepared_rows.hpp"
#include "methods/cost_model.hpp"

namespace l21::internal {

struct Principal {
  Matrix<double> W;       // d x m, orthonormal; columns beyond the rank complete it
  Vector<double> values;  // m: of sum_i w_i x_i x_i^T
  Index rank = 0;         // of the prepared rows, at most m
  PassCounter counter;
};

// The m leading eigenvectors of sum_i w_i x_i x_i^T: by SVD of the rows when they are few, by X^T X or X X^T (`gram`,
// when the caller has it already) when the smaller side allows an eigendecomposition, else by subspace iteration.
template <class T>
[[nodiscard]] Principal principal_directions(const PreparedRows<T>& rows, Index components, const Matrix<double>* gram,
                                             Exactness exactness, std::uint64_t seed);

// The largest eigenvalues of the same matrix, descending: all of them where the smaller side allows that, else `least`.
[[nodiscard]] Vector<double> principal_values(const PreparedRows<double>& rows, Index least, std::uint64_t seed);

}  // namespace l21::internal
