// Medians with weights, and the two quantiles that outlier cutoffs need.
#pragma once

#include <span>

#include "l21/types.hpp"

namespace l21 {

// 1.4826 makes the median absolute deviation estimate the standard deviation of normal data.
inline constexpr double kMadToSigma = 1.4826022185056018;
inline constexpr double kNormalQuantile975 = 1.959963984540054;

// The value at which half of the weight lies on either side; the mean of two neighbours when it falls between them, as
// for an even number of equal weights. `weights` may be empty (all 1). `values` is reordered.
[[nodiscard]] double median(std::span<double> values, std::span<const double> weights);

// 1.4826 times the median of |value - middle|. `values` is overwritten.
[[nodiscard]] double scaled_mad(std::span<double> values, std::span<const double> weights, double middle);

// x with P(chi-square with `degrees` degrees of freedom <= x) = probability.
[[nodiscard]] double chi_square_quantile(double probability, double degrees);

}  // namespace l21
