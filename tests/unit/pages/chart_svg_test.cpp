#include "pages/chart_svg.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace l21::internal::pages {
namespace {

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

Chart chart() {
  return {.title = "A chart",
          .x = {.label = "m"},
          .y = {.label = "error"},
          .series = {{.name = "l21", .x = {1, 2, 3}, .y = {3, 2, 1}, .low = {2, 1, 0.5}, .high = {4, 3, 2}}}};
}

TEST(ChartSvg, EveryPointIsAMarkThatSaysItsValues) {
  const auto svg = inline_svg(chart());
  EXPECT_EQ(count(svg, "data-tip="), 3);
  EXPECT_NE(svg.find("data-tip=\"l21: m 2, error 2 (1 to 3)\""), std::string::npos);
  EXPECT_EQ(count(svg, "band"), 1);
}

TEST(ChartSvg, PointsThatCannotBeShownAreLeftOut) {
  Chart bad = chart();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  bad.series.front() = {.name = "l21", .x = {1, 2, 3, 4}, .y = {nan, 0, 1, std::numeric_limits<double>::infinity()}};
  bad.y.scale = AxisScale::logarithmic;
  const auto svg = inline_svg(bad);
  EXPECT_EQ(count(svg, "data-tip="), 1);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  bad.series.clear();
  EXPECT_EQ(inline_svg(bad).find("nan"), std::string::npos);
}

TEST(ChartSvg, NamesAreEscapedEverywhere) {
  Chart hostile = chart();
  const std::string name = "<script>\"&'";
  hostile.title = hostile.x.label = hostile.y.label = hostile.series.front().name = name;
  hostile.series.front().notes = {name, name, name};
  hostile.rules = {{Rule::Direction::vertical, 2, name}, {Rule::Direction::horizontal, 2, name}};
  for (const auto& svg : {inline_svg(hostile), svg_file({&hostile, 1}, 1)}) {
    EXPECT_EQ(svg.find("<script"), std::string::npos);
    EXPECT_EQ(svg.find("\"&'"), std::string::npos);
  }
}

TEST(ChartSvg, AFileHoldsAllChartsInRows) {
  const std::vector<Chart> charts(5, chart());
  const auto svg = svg_file(charts, 3);
  EXPECT_EQ(count(svg, "<g transform"), 5);
  EXPECT_NE(svg.find("viewBox=\"0 0 1260 600\""), std::string::npos);
  EXPECT_EQ(svg.rfind("<?xml", 0), 0U);
}

}  // namespace
}  // namespace l21::internal::pages
