#include "pages/ticks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pages/markup.hpp"

namespace l21::internal::pages {
namespace {

constexpr double kTicks = 5;  // about so many

// 1, 2 or 5 times a power of ten, at least `least`, so that `span` holds about kTicks of it.
double round_step(double span, double least) {
  const double rough = std::max(span / kTicks, least);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power) return factor * power;
  return 10 * power;
}

}  // namespace

AxisMap::AxisMap(const Axis& axis, std::span<const double> values) : scale_(axis.scale) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double value : values) {
    const double at = scaled(value);
    if (!std::isfinite(at)) continue;
    low = std::min(low, at);
    high = std::max(high, at);
  }
  if (axis.range) {
    low = scaled(axis.range->first);
    high = scaled(axis.range->second);
  }
  if (!(low <= high)) low = 0, high = 1;
  // One value alone stands in the middle of an axis around it.
  const double least = 1e-9 * std::max(std::abs(low), std::abs(high));
  const double margin = high - low > least ? (axis.range ? 0.0 : 0.04 * (high - low))
                                           : (low != 0 && scale_ != AxisScale::logarithmic ? 0.5 * std::abs(low) : 0.5);
  begin_ = low - margin;
  end_ = high + margin;
}

double AxisMap::scaled(double value) const {
  if (scale_ != AxisScale::logarithmic) return value;
  return value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
}

double AxisMap::position(double value) const {
  return (scaled(value) - begin_) / (end_ - begin_);
}

std::vector<Tick> AxisMap::ticks() const {
  return scale_ == AxisScale::logarithmic && end_ - begin_ >= 1 ? decade_ticks() : linear_ticks();
}

std::vector<Tick> AxisMap::linear_ticks() const {
  std::vector<Tick> ticks;
  const bool logarithmic = scale_ == AxisScale::logarithmic;
  const double first = logarithmic ? std::pow(10, begin_) : begin_;
  const double last = logarithmic ? std::pow(10, end_) : end_;
  const double step = round_step(last - first, scale_ == AxisScale::whole_numbers ? 1 : 0);
  for (double k = std::ceil(first / step); k * step <= last; ++k) {
    const double value = k == 0 ? 0.0 : k * step;
    ticks.push_back({position(value), number(value, 6)});
  }
  return ticks;
}

std::vector<Tick> AxisMap::decade_ticks() const {
  std::vector<Tick> ticks;
  const double step = std::max(1.0, std::ceil((end_ - begin_) / 7));
  // Between few decades 2 and 5 help.
  const std::vector<double> factors = end_ - begin_ < 2.5 ? std::vector<double>{1, 2, 5} : std::vector<double>{1};
  for (double k = std::floor(begin_ / step) * step; k <= end_; k += step)
    for (const double factor : factors) {
      const double at = (k + std::log10(factor) - begin_) / (end_ - begin_);
      const std::string label = k >= -2 && k <= 3 ? number(factor * std::pow(10, k)) : number(factor) + "e" + number(k);
      if (at >= 0 && at <= 1) ticks.push_back({at, label});
    }
  return ticks;
}

}  // namespace l21::internal::pages
