// Where an axis begins, ends and carries numbers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pages/chart.hpp"

namespace l21::internal::pages {

struct Tick {
  double at;  // in [0, 1] along the axis
  std::string label;
};

class AxisMap {
 public:
  // Covers `values` (those the scale can show) unless the axis says what to cover.
  AxisMap(const Axis& axis, std::span<const double> values);
  // Position along the axis: 0 at its begin, 1 at its end; NaN where the scale has none.
  [[nodiscard]] double position(double value) const;
  [[nodiscard]] std::vector<Tick> ticks() const;

 private:
  [[nodiscard]] double scaled(double value) const;
  [[nodiscard]] std::vector<Tick> linear_ticks() const;
  [[nodiscard]] std::vector<Tick> decade_ticks() const;

  AxisScale scale_;
  double begin_ = 0, end_ = 1;  // scaled: logarithms on a logarithmic axis
};

}  // namespace l21::internal::pages
