// Which basis of the subspace is shown: axes, order and signs.
#pragma once

#include "l21/options.hpp"
#include "l21/types.hpp"

namespace l21::internal {

// What the choice is made from, summed over the unscaled rows; m x m each.
struct ScoreMoments {
  Matrix<double> covariance;    // sum_i w_i t_i t_i^T, about the center
  Matrix<double> sign_scatter;  // sum_i w_i t_i t_i^T / ||t_i||^2
  Matrix<double> share;         // W^T M = sum_i w_i t_i alpha_i^T, of the rows as fitted
};

// The rotation (or, where the method is not invariant, permutation) R, with signs, so that the components are the
// columns of W R: pca diagonalizes the covariance, l21, l2p and r1 the sign scatter, both descending; l1 orders by
// share; l1_greedy keeps the order in which components were found. Sign: the first loading within 0.1 % of the largest
// is positive.
[[nodiscard]] Matrix<double> canonical_rotation(const Matrix<double>& W, const ScoreMoments& moments, Method method);

// The sign that a direction with these loadings is shown with.
[[nodiscard]] double canonical_sign(const Vector<double>& loadings);

}  // namespace l21::internal
