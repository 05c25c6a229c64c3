#include "certificate/row_sample.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace l21::internal {
namespace {

// P(a Poisson variable of this mean is at most `seen`).
double poisson(double seen, double mean) {
  double sum = 0;
  for (double k = 0; k <= seen; ++k) sum += std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
  return sum;
}

TEST(LargestMean, IsRuledOutByChernoffAndByTheTail) {
  for (const double failure : {1e-2, 1e-10})
    for (const double seen : {0.0, 1.0, 7.0, 60.0, 1000.0}) {
      const double mean = largest_mean(seen, failure);
      EXPECT_GT(mean, seen);
      EXPECT_LE(poisson(seen, mean), failure);
      EXPECT_GE(poisson(seen, mean), failure * failure);
    }
}

}  // namespace
}  // namespace l21::internal
