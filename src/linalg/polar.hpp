// Orthonormal matrices: the polar factor, and completion of an incomplete basis.
#pragma once

#include "l21/types.hpp"

namespace l21 {

// U V^T of M = U S V^T (d x m, m <= d): argmax over W^T W = I of Tr(W^T M). Never fails: where M has lower rank there
// are many, and the one nearest to `guide` (orthonormal, d x m) is taken, or one that depends on M alone when there is
// no guide. 6 d m^2 flops where M is well conditioned.
[[nodiscard]] Matrix<double> polar_factor(const Matrix<double>& M, const Matrix<double>* guide = nullptr);

// Keeps the first `rank` columns of W (orthonormal) and replaces the others by unit vectors made orthonormal to them,
// each time the one farthest from the span; the lowest index wins a tie.
void complete_basis(Matrix<double>& W, Index rank);

// Makes column k orthonormal to the columns before it; where nothing of it is left, a completing unit vector takes its
// place.
void orthonormalize_column(Matrix<double>& W, Index k);

}  // namespace l21
