// Tensor PCA: one projection for each mode of the samples, found in turn.
#pragma once

#include "data/mode_rows.hpp"
#include "l21/maximize.hpp"
#include "l21/options.hpp"
#include "solver/linear_problem.hpp"

namespace l21::internal {

// The truncated higher-order SVD (De Lathauwer, De Moor & Vandewalle 2000): for every mode the leading eigenvectors of
// sum_i w_i X_i(k) X_i(k)^T. One read a mode.
[[nodiscard]] ModeFactors higher_order_svd(const TensorSamples& samples, const std::vector<Index>& modes);

struct ModesResult {
  ModeFactors factors;
  SolveReport report;  // its trace numbers rounds over all modes
  PassCounter counter;
};

// max sum_i w_i h(||X_i x_1 W_1^T ... x_K W_K^T||_F), the modes in turn: for fixed others each is the problem of
// LinearProblem with h of a sample's group of rows, so the objective never falls. Ends when every mode was stationary
// in one round.
[[nodiscard]] ModesResult solve_modes(const TensorSamples& samples, ModeFactors start, const FitOptions& options,
                                      const Observer& observer);

// Turns each factor to the basis of its span in which sum_i w_i G_i(k) G_i(k)^T / ||G_i||_F^2 (pca: without the
// division) is diagonal and descending, G the projected samples. One read a mode.
void turn_to_axes(const TensorSamples& samples, Method method, ModeFactors& factors);

}  // namespace l21::internal
