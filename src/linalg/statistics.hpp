// Medians with weights, the two quantiles that outlier cutoffs need, and the size of rounding.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "l21/types.hpp"

namespace l21::internal {

// 1.4826 makes the median absolute deviation estimate the standard deviation of normal data.
inline constexpr double kMadToSigma = 1.4826022185056018;
inline constexpr double kNormalQuantile975 = 1.959963984540054;

[[nodiscard]] inline std::span<double> as_span(Vector<double>& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}
[[nodiscard]] inline std::span<const double> as_span(const Vector<double>& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

// w_i of row weights, which may be empty (all 1).
[[nodiscard]] inline Vector<double> weights_or_ones(const Vector<double>& weights, Index rows) {
  return weights.size() > 0 ? weights : Vector<double>(Vector<double>::Ones(rows));
}

// How many rows they are worth: weights that are whole numbers count rows, of others all above 0 are one.
[[nodiscard]] double rows_worth(const Vector<double>& weights, Index rows);

// sqrt(w_i) of row weights, which may be empty (all 1).
[[nodiscard]] inline Vector<double> weight_roots(const Vector<double>& weights, Index rows) {
  return weights_or_ones(weights, rows).cwiseSqrt();
}

// A unit in which squares of numbers of this size neither overflow nor vanish; 1 for 0.
[[nodiscard]] inline double power_of_two_near(double size) {
  return size > 0 && std::isfinite(size) ? std::ldexp(1.0, std::clamp(std::ilogb(size), -1000, 1000)) : 1.0;
}

// Relative to ||x||, what of a sum of `terms` products with the entries of x may be rounding.
template <class T>
[[nodiscard]] double rounding_of_sum(Index terms) {
  return 16 * std::numeric_limits<T>::epsilon() * std::sqrt(static_cast<double>(terms));
}

// The value at which half of the weight lies on either side; the mean of two neighbours when it falls between them, as
// for an even number of equal weights. `weights` may be empty (all 1). `values` may be reordered.
[[nodiscard]] double median(std::span<double> values, std::span<const double> weights);

// The least value with at least `share` of the weight at or below it; 0 of nothing.
[[nodiscard]] double quantile(std::span<const double> values, std::span<const double> weights, double share);

// 1.4826 times the median of |value - middle|. `values` is overwritten.
[[nodiscard]] double scaled_mad(std::span<double> values, std::span<const double> weights, double middle);

// P(chi-square with `degrees` degrees of freedom <= x).
[[nodiscard]] double chi_square_probability(double x, double degrees);

// x with P(chi-square with `degrees` degrees of freedom <= x) = probability.
[[nodiscard]] double chi_square_quantile(double probability, double degrees);

// The second derivative of log Gamma at x > 0: the variance of the log of a Gamma variable of that shape.
[[nodiscard]] double trigamma(double x);

}  // namespace l21::internal
