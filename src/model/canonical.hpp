// Which basis of the subspace is shown: axes, order and signs.
#pragma once

#include "data/scores.hpp"
#include "l21/options.hpp"
#include "l21/types.hpp"

namespace l21::internal {

// The rotation (or, where the method is not invariant, permutation) R, with signs, so that the components are the
// columns of W R: pca diagonalizes the covariance, l21, l2p and r1 the sign scatter, both descending; l1 orders by
// share; l1_greedy keeps the order in which components were found. Sign: the first loading within 0.1 % of the largest
// is positive.
[[nodiscard]] Matrix<double> canonical_rotation(const Matrix<double>& W, const ScoreMoments& moments, Method method);

// The sign that a direction with these loadings is shown with.
[[nodiscard]] double canonical_sign(const Vector<double>& loadings);

}  // namespace l21::internal
