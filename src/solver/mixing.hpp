// The small least-squares problem of Anderson acceleration.
#pragma once

#include "l21/types.hpp"

namespace l21::internal {

// How many differences Anderson's mixing remembers where memory allows; more gained nothing on image sets.
inline constexpr int kMixingDepth = 8;

// argmin over gamma of ||f - sum_k gamma_k v_k||, from products = (<v_i, v_j>) and projections = (<v_i, f>).
// Combinations of the v that are rounding are left out, which keeps gamma bounded.
[[nodiscard]] Vector<double> least_squares(const Matrix<double>& products, const Vector<double>& projections);

}  // namespace l21::internal
