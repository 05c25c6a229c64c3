#include "pages/ticks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace l21::internal::pages {
namespace {

void expect_sound(const AxisMap& map) {
  const auto ticks = map.ticks();
  EXPECT_GE(ticks.size(), 2U);
  EXPECT_LE(ticks.size(), 12U);
  for (const Tick& tick : ticks) {
    EXPECT_GE(tick.at, -1e-9);
    EXPECT_LE(tick.at, 1 + 1e-9);
    EXPECT_FALSE(tick.label.empty());
  }
}

TEST(AxisMap, TicksLieOnTheAxisWhateverTheSpan) {
  for (const double span : {1e-12, 3e-5, 0.7, 48.0, 1e6, 3e200})
    for (const double begin : {0.0, -0.3 * span, 21.0 * span}) {
      const std::vector<double> values{begin, begin + span};
      expect_sound(AxisMap({.label = ""}, values));
    }
}

TEST(AxisMap, ALogarithmicAxisLeavesOutWhatHasNoLogarithm) {
  const std::vector<double> values{0, -1, 1e-8, 10};
  const AxisMap map({.label = "", .scale = AxisScale::logarithmic}, values);
  expect_sound(map);
  EXPECT_TRUE(std::isnan(map.position(0)));
  EXPECT_TRUE(std::isnan(map.position(-1)));
  EXPECT_LT(map.position(1e-8), map.position(1e-7));
  EXPECT_NEAR(map.position(1e-3) - map.position(1e-4), map.position(10) - map.position(1), 1e-12);
}

TEST(AxisMap, NothingAndOneValueHaveAnAxis) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& values : {std::vector<double>{}, {7}, {nan}, {inf, -inf}, {0, 0}, {1e300}}) {
    const AxisMap map({.label = ""}, values);
    for (const Tick& tick : map.ticks()) EXPECT_TRUE(std::isfinite(tick.at));
  }
}

TEST(AxisMap, TinyValuesAreApartToo) {
  for (const double size : {1e-6, 1e-12, 1e-300}) {
    const AxisMap map({.label = ""}, std::vector<double>{0, size});
    EXPECT_GT(map.position(size) - map.position(0), 0.9) << size;
  }
}

TEST(AxisMap, WholeNumbersHaveNoTicksBetween) {
  const AxisMap map({.label = "", .scale = AxisScale::whole_numbers}, std::vector<double>{1, 2, 3});
  for (const Tick& tick : map.ticks()) EXPECT_EQ(tick.label.find('.'), std::string::npos) << tick.label;
}

TEST(AxisMap, AGivenRangeIsKept) {
  const AxisMap map({.label = "", .range = {{0.0, 10.0}}}, std::vector<double>{100});
  EXPECT_DOUBLE_EQ(map.position(0), 0);
  EXPECT_DOUBLE_EQ(map.position(10), 1);
}

}  // namespace
}  // namespace l21::internal::pages
