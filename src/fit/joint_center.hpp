// Fits in turn with the center that each of them implies.
#pragma once

#include "fit/single_fit.hpp"

namespace l21::internal {

// r1: alternates the fit with the Weiszfeld step of its own residuals, c <- sum_i (w_i / rho_i) x_i / sum_i w_i /
// rho_i, rho_i of the unscaled rows, until the center moves by no more than `small_move` of the median norm. Moves
// data.center; every fit is a round of the trace.
template <class T>
[[nodiscard]] SingleFit<T> fit_with_joint_center(FitData& data, double small_move);

}  // namespace l21::internal
