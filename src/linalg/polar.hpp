// Orthonormal matrices: the polar factor, and completion of an incomplete basis.
#pragma once

#include <optional>

#include "l21/types.hpp"

namespace l21::internal {

// U V^T of M = U S V^T (d x m, m <= d): argmax over W^T W = I of Tr(W^T M). Never fails: where M has lower rank there
// are many, and the one nearest to `guide` (orthonormal, d x m) is taken, or one that depends on M alone when there is
// no guide. 6 d m^2 flops where M is well conditioned.
[[nodiscard]] Matrix<double> polar_factor(const Matrix<double>& M, const Matrix<double>* guide = nullptr);

struct InverseRoot {
  Matrix<double> R;
  bool exact;  // up to rounding; else up to rounding times cond(S)
};
// S^(-1/2) of a symmetric S; none where it is not positive definite with cond(S) < worst_condition. Without an
// eigendecomposition where S is nearly a multiple of I.
[[nodiscard]] std::optional<InverseRoot> inverse_root(const Matrix<double>& S, double worst_condition);

// Keeps the first `rank` columns of W (orthonormal) and replaces the others by unit vectors made orthonormal to them,
// each time the one farthest from the span; the lowest index wins a tie.
void complete_basis(Matrix<double>& W, Index rank);

// Makes column k orthonormal to the columns before it; where nothing of it is left, a completing unit vector takes its
// place.
void orthonormalize_column(Matrix<double>& W, Index k);

}  // namespace l21::internal
