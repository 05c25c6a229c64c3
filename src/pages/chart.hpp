// What a chart shows. How it looks is chart_svg.cpp's business.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace l21::internal::pages {

enum class AxisScale { linear, whole_numbers, logarithmic };

struct Axis {
  std::string label;
  AxisScale scale = AxisScale::linear;
  std::optional<std::pair<double, double>> range{};  // absent: what the data and rules need
};

// Colours and shapes that stay apart for colour-blind eyes and in print; a name always gets the same one.
enum class Look { accent, grey, blue, green, purple, yellow, sky, black, brown };
inline constexpr int kLooks = 9;

enum class Drawn { line_and_marks, line, marks };

struct Series {
  std::string name;  // in the legend; empty: none
  Look look = Look::accent;
  Drawn drawn = Drawn::line_and_marks;
  std::vector<double> x{}, y{};       // points that are not finite, or not positive on a logarithmic axis, are left out
  std::vector<double> low{}, high{};  // a band around y, or empty
  std::vector<std::string> notes{};   // shown with a point besides x and y, or empty
};

struct Rule {
  enum class Direction { horizontal, vertical } direction = Direction::horizontal;
  double at = 0;
  std::string label;
};

struct Chart {
  std::string title;
  Axis x, y;
  std::vector<Series> series{};
  std::vector<Rule> rules{};
};

}  // namespace l21::internal::pages
