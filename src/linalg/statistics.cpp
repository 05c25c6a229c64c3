#include "linalg/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace l21::internal {
namespace {

// The value after `rank` others, and of an even number that before it too: their mean.
double mean_about(std::span<double> values, std::size_t rank, bool even) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(values.begin(), middle, values.end());
  if (!even) return *middle;
  const double below = *std::max_element(values.begin(), middle);
  return below + (*middle - below) / 2;
}

// Two values that the median most likely lies between, from a few of the values (Floyd & Rivest 1975).
std::pair<double, double> bracket_of_median(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  const auto few = static_cast<std::size_t>(std::pow(n, 2.0 / 3));
  std::vector<double> some(few);
  for (std::size_t k = 0; k < few; ++k) some[k] = values[k * values.size() / few];
  const auto margin = static_cast<std::ptrdiff_t>(std::sqrt(static_cast<double>(few)) * 1.5);
  const auto low = some.begin() + std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(few / 2) - margin, 0);
  const auto high = some.begin() + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(few / 2) + margin,
                                                            static_cast<std::ptrdiff_t>(few) - 1);
  std::nth_element(some.begin(), low, some.end());
  const double least = *low;
  std::nth_element(low, high, some.end());
  return {least, *high};
}

double plain_median(std::span<double> values) {
  constexpr std::size_t kFew = 150, kMany = 4096, kStretch = 64;
  const std::size_t n = values.size(), rank = n / 2;
  const bool even = n % 2 == 0;
  if (n <= kFew) return mean_about(values, rank, even);
  const auto [low, high] = bracket_of_median(values);
  // What lies between the two, without a branch that nobody can foretell: of many values a small part.
  const std::size_t most = n <= kMany ? n : n / 4;
  std::vector<double> between(most + kStretch);
  std::size_t below = 0, inside = 0;
  for (std::size_t begin = 0; begin < n && inside <= most; begin += kStretch)
    for (const double value : values.subspan(begin, std::min(kStretch, n - begin))) {
      between[inside] = value;
      below += static_cast<std::size_t>(value < low);
      inside += static_cast<std::size_t>(value >= low) & static_cast<std::size_t>(value <= high);
    }
  const bool found = inside <= most && rank >= below + (even ? 1 : 0) && rank < below + inside;
  if (!found) return mean_about(values, rank, even);
  return mean_about({between.data(), inside}, rank - below, even);
}

// Regularized lower incomplete gamma P(a, x): the series for x < a + 1, else Lentz's continued fraction
// (Abramowitz & Stegun 6.5.29 and 6.5.31).
double gamma_p(double a, double x) {
  if (x <= 0) return 0;
  const double front = std::exp(a * std::log(x) - x - std::lgamma(a));
  constexpr double kTiny = std::numeric_limits<double>::min(), kEnough = 1e-16;
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (double k = a + 1; term > kEnough * sum; ++k) sum += term *= x / k;
    return front * sum;
  }
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, fraction = d;
  for (int k = 1; k < 10000; ++k) {
    const double an = -k * (k - a);
    b += 2;
    d = 1 / std::max(an * d + b, kTiny);
    c = std::max(b + an / c, kTiny);
    fraction *= d * c;
    if (std::abs(d * c - 1) < kEnough * 10) break;
  }
  return 1 - front * fraction;
}

}  // namespace

double rows_worth(const Vector<double>& weights, Index rows) {
  if (weights.size() == 0) return static_cast<double>(rows);
  const bool counts = (weights.array() == weights.array().floor()).all();
  return counts ? weights.sum() : static_cast<double>((weights.array() > 0).count());
}

double median(std::span<double> values, std::span<const double> weights) {
  if (values.empty()) return 0;
  if (weights.empty()) return plain_median(values);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (weights[i] > 0) order.push_back(i);
  if (order.empty()) return 0;
  if (std::all_of(order.begin(), order.end(), [&](auto i) { return weights[i] == weights[order.front()]; })) {
    std::vector<double> kept;
    for (const auto i : order) kept.push_back(values[i]);
    return plain_median(kept);
  }
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] < values[b]; });
  double total = 0, below = 0;
  for (const auto i : order) total += weights[i];
  for (std::size_t k = 0; k < order.size(); ++k) {
    below += weights[order[k]];
    if (k + 1 == order.size()) return values[order[k]];
    // Sums of equal weights meet their half only up to rounding.
    const bool half = std::abs(below - total / 2) <= 1e-12 * total;
    if (half) return values[order[k]] + (values[order[k + 1]] - values[order[k]]) / 2;
    if (below > total / 2) return values[order[k]];
  }
  return 0;
}

double quantile(std::span<const double> values, std::span<const double> weights, double share) {
  constexpr double kRounding = 1e-12;  // of sums of weights
  if (values.empty()) return 0;
  if (weights.empty()) {
    std::vector<double> some(values.begin(), values.end());
    const auto n = static_cast<double>(some.size());
    const auto below = static_cast<std::size_t>(std::max(std::ceil(share * n * (1 - kRounding)) - 1, 0.0));
    const auto at = some.begin() + static_cast<std::ptrdiff_t>(std::min(below, some.size() - 1));
    std::nth_element(some.begin(), at, some.end());
    return *at;
  }
  std::vector<std::size_t> order;
  double total = 0, below = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (weights[i] > 0) order.push_back(i), total += weights[i];
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] < values[b]; });
  for (const auto i : order) {
    below += weights[i];
    if (below >= share * total * (1 - kRounding)) return values[i];
  }
  return 0;
}

double scaled_mad(std::span<double> values, std::span<const double> weights, double middle) {
  for (double& value : values) value = std::abs(value - middle);
  return kMadToSigma * median(values, weights);
}

double chi_square_probability(double x, double degrees) {
  return gamma_p(degrees / 2, x / 2);
}

double trigamma(double x) {
  constexpr double kAsymptotic = 12;  // where the series below has all digits
  double sum = 0;
  for (; x < kAsymptotic; ++x) sum += 1 / (x * x);
  // Abramowitz & Stegun 6.4.12.
  const double r = 1 / x, r2 = r * r;
  return sum + r + r2 / 2 + r * r2 * (1.0 / 6 - r2 * (1.0 / 30 - r2 * (1.0 / 42 - r2 * (1.0 / 30 - r2 * 5 / 66))));
}

double chi_square_quantile(double probability, double degrees) {
  double low = 0, high = degrees + 20 * std::sqrt(2 * degrees) + 20;
  for (int k = 0; k < 200 && high - low > 1e-15 * high; ++k) {
    const double middle = (low + high) / 2;
    (gamma_p(degrees / 2, middle / 2) < probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace l21::internal
