// Fits in turn with the center that each of them implies.
#pragma once

#include "fit/single_fit.hpp"

namespace l21::internal {

// Whether the center follows from the fit: the joint one of r1, and the mean of rows whose holes the fit fills.
[[nodiscard]] bool has_joint_center(const FitData& data);

// Alternates the fit with a step of the center: r1: the Weiszfeld step of its own residuals, c <- sum_i (w_i / rho_i)
// x_i / sum_i w_i / rho_i, rho_i of the unscaled rows; rows with holes: the mean of the filled rows; until the center
// moves by no more than `small_move` of the median norm. Moves data.center; every fit is a round of the trace.
template <class T>
[[nodiscard]] SingleFit<T> fit_with_joint_center(FitData& data, double small_move);

}  // namespace l21::internal
