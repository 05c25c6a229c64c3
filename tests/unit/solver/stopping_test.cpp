#include "l21/maximize.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

std::vector<TraceEntry> falling_trace(int iterations, double rate, double seconds) {
  std::vector<TraceEntry> trace;
  for (int k = 1; k <= iterations; ++k) trace.push_back({1, k, 0.0, std::pow(rate, k), seconds * k});
  return trace;
}

TEST(SecondsLeft, IsUnknownAtFirst) {
  EXPECT_FALSE(detail::seconds_left({}, {}));
  EXPECT_FALSE(detail::seconds_left(falling_trace(2, 0.5, 1), {}));
}

TEST(SecondsLeft, FollowsTheRateAtWhichTheResidualFalls) {
  // From 10^-4 to 10^-6 at a factor of 10 an iteration of 3 seconds.
  const auto left = detail::seconds_left(falling_trace(4, 0.1, 3), {.max_iterations = 100, .tolerance = 1e-6});
  ASSERT_TRUE(left);
  EXPECT_NEAR(*left, 6, 1e-9);
}

TEST(SecondsLeft, IsNeverMoreThanTheIterationsLeft) {
  EXPECT_NEAR(*detail::seconds_left(falling_trace(4, 0.999, 3), {.max_iterations = 10}), 18, 1e-9);
  EXPECT_NEAR(*detail::seconds_left(falling_trace(20, 1.1, 2), {.max_iterations = 25}), 10, 1e-9);
  EXPECT_NEAR(*detail::seconds_left(falling_trace(4, 0.1, 3), {.max_iterations = 10, .tolerance = 0}), 18, 1e-9);
}

TEST(Stopping, KnowsThreeReasons) {
  detail::Stopping stopping({.max_iterations = 10, .tolerance = 1e-6});
  EXPECT_FALSE(stopping.check(1, 1.0));
  EXPECT_EQ(stopping.check(2, 1e-6), Status::converged);
  EXPECT_FALSE(stopping.check(9, 2e-6));
  EXPECT_EQ(stopping.check(10, 2e-6), Status::iteration_limit);
}

TEST(Stopping, CallsAStallBelowTheFloorRoundingButNotOneAbove) {
  const SolveOptions options{.max_iterations = 1000, .tolerance = 0, .rounding_floor = 1e-10, .patience = 5};
  detail::Stopping above(options), below(options);
  for (int k = 1; k <= 50; ++k) EXPECT_FALSE(above.check(k, 1e-9));
  EXPECT_FALSE(below.check(1, 1e-11));
  for (int k = 2; k <= 5; ++k) EXPECT_FALSE(below.check(k, 2e-11));
  EXPECT_EQ(below.check(6, 2e-11), Status::precision_limit);
}

TEST(Stopping, IsPatientAgainAfterEveryNewMinimum) {
  detail::Stopping stopping({.max_iterations = 1000, .tolerance = 0, .rounding_floor = 1, .patience = 3});
  double residual = 1e-3;
  for (int k = 1; k <= 40; ++k) EXPECT_FALSE(stopping.check(k, k % 3 == 1 ? residual /= 2 : 1.0)) << k;
}

}  // namespace
}  // namespace l21::internal::test
