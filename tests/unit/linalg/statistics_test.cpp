#include "linalg/statistics.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "linalg/random.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

// By sorting copies: a value of weight w stands there w times.
double sorted_median(const std::vector<double>& values, const std::vector<int>& times) {
  std::vector<double> all;
  for (std::size_t i = 0; i < values.size(); ++i) all.insert(all.end(), static_cast<std::size_t>(times[i]), values[i]);
  std::sort(all.begin(), all.end());
  const std::size_t n = all.size();
  return n % 2 == 1 ? all[n / 2] : (all[n / 2 - 1] + all[n / 2]) / 2;
}

double median_of(std::vector<double> values, const std::vector<double>& weights = {}) {
  return median(values, weights);
}

std::vector<double> small_numbers(int least) {
  auto values = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-20, 20));
  while (static_cast<int>(values.size()) < least) values.push_back(*rc::gen::inRange(-20, 20));
  return {values.begin(), values.end()};
}

TEST(Median, OfUnweightedValuesIsFoundBySorting) {
  EXPECT_TRUE(rc::check([] {
    const auto values = small_numbers(1);
    RC_ASSERT(median_of(values) == sorted_median(values, std::vector<int>(values.size(), 1)));
  }));
}

// A few of the values tell where the median lies: of ties, of values in order and of periods they tell wrong.
TEST(Median, OfManyValuesIsFoundBySorting) {
  NormalGenerator normal(1);
  for (const int n : {150, 151, 152, 1000, 1001, 4097, 60000})
    for (int kind = 0; kind < 5; ++kind) {
      SCOPED_TRACE(testing::Message() << n << " values of kind " << kind);
      std::vector<double> values;
      for (int i = 0; i < n; ++i) {
        const std::array<double, 5> of_kind{normal(), 1.0, static_cast<double>(i), std::sin(i), i % 3 == 0 ? 0.0 : 1.0};
        values.push_back(of_kind[static_cast<std::size_t>(kind)]);
      }
      EXPECT_EQ(median_of(values), sorted_median(values, std::vector<int>(values.size(), 1)));
    }
}

TEST(Median, OfWeightedValuesIsThatOfRepeatedOnes) {
  EXPECT_TRUE(rc::check([] {
    const auto values = small_numbers(1);
    std::vector<int> times = {*rc::gen::inRange(1, 4)};
    for (std::size_t i = 1; i < values.size(); ++i) times.push_back(*rc::gen::inRange(0, 4));
    RC_ASSERT(median_of(values, {times.begin(), times.end()}) == sorted_median(values, times));
  }));
}

TEST(Median, OfOneAndTwoValuesIsTheirMean) {
  EXPECT_EQ(median_of({3}), 3);
  EXPECT_EQ(median_of({5, 2}), 3.5);
  EXPECT_EQ(median_of({5, 2}, {1, 1}), 3.5);
  EXPECT_EQ(median_of({5, 2}, {1, 1.5}), 2);
}

TEST(Median, IgnoresValuesWithoutWeight) {
  EXPECT_EQ(median_of({1e300, 1, 2, 3, -1e300, -7}, {0, 1, 1, 1, 0, 0}), 2);
}

// "The mean of two neighbours when it falls between them, as for an even number of equal weights": whatever the weight.
TEST(Median, IsTheSameForEqualWeightsOfAnySize) {
  for (const double weight : {1.0, 0.1, 0.3, 1.0 / 3, 1e-3})
    for (const int n : {4, 6, 10, 30, 100}) {
      std::vector<double> values;
      for (int k = 0; k < n; ++k) values.push_back((k * 37) % 101);
      EXPECT_EQ(median_of(values, std::vector<double>(values.size(), weight)), median_of(values))
          << n << " x " << weight;
    }
}

TEST(ScaledMad, EstimatesTheDeviationOfNormalValues) {
  NormalGenerator normal(4);
  std::vector<double> values(100001);
  for (double& value : values) value = 5 + 3 * normal();
  auto copy = values;
  EXPECT_NEAR(scaled_mad(values, {}, median(copy, {})), 3, 0.05);
}

TEST(Quantile, IsTheLeastValueWithSoMuchAtOrBelowIt) {
  const std::vector<double> values{5, 1, 4, 2, 3};
  for (const auto& weights : {std::vector<double>{}, std::vector<double>(5, 0.3)}) {
    EXPECT_EQ(quantile(values, weights, 0), 1);
    EXPECT_EQ(quantile(values, weights, 0.2), 1);
    EXPECT_EQ(quantile(values, weights, 0.5), 3);
    EXPECT_EQ(quantile(values, weights, 0.8), 4);
    EXPECT_EQ(quantile(values, weights, 0.81), 5);
    EXPECT_EQ(quantile(values, weights, 1), 5);
  }
  EXPECT_EQ(quantile(values, std::vector<double>{0, 1, 0, 3, 0}, 0.25), 1);
  EXPECT_EQ(quantile(values, std::vector<double>{0, 1, 0, 3, 0}, 0.5), 2);
  EXPECT_EQ(quantile({}, {}, 0.5), 0);
}

TEST(RowsWorth, AreCountedByWeightsThatAreWhole) {
  EXPECT_EQ(rows_worth({}, 7), 7);
  EXPECT_EQ(rows_worth(Vector<double>{{2, 0, 3}}, 3), 5);
  EXPECT_EQ(rows_worth(Vector<double>{{2.5, 0, 3}}, 3), 2);
}

TEST(ScaledMad, IsTheMedianOfTheDistancesWithWeights) {
  std::vector<double> values = {1, 2, 4, 100};
  const std::vector<double> weights = {1, 3, 1, 1};
  // |x - 2| = 1, 0 (three times), 2, 98: the third and the fourth of six are 0 and 1.
  EXPECT_NEAR(scaled_mad(values, weights, 2), kMadToSigma * 0.5, 1e-15);
}

TEST(MadToSigma, IsOneOverTheNormalUpperQuartile) {
  EXPECT_NEAR(std::erf(1 / kMadToSigma / std::sqrt(2.0)), 0.5, 1e-15);
  EXPECT_NEAR(std::erf(kNormalQuantile975 / std::sqrt(2.0)), 0.95, 1e-15);
}

// Abramowitz & Stegun, table 26.8.
TEST(ChiSquareQuantile, AgreesWithThePrintedTable) {
  EXPECT_NEAR(chi_square_quantile(0.975, 1), 5.02389, 1e-5);
  EXPECT_NEAR(chi_square_quantile(0.975, 2), 7.37776, 1e-5);
  EXPECT_NEAR(chi_square_quantile(0.975, 5), 12.8325, 1e-4);
  EXPECT_NEAR(chi_square_quantile(0.975, 10), 20.4831, 1e-4);
  EXPECT_NEAR(chi_square_quantile(0.975, 30), 46.9792, 1e-4);
  EXPECT_NEAR(chi_square_quantile(0.975, 100), 129.561, 1e-3);
  EXPECT_NEAR(chi_square_quantile(0.5, 3), 2.36597, 1e-5);
  EXPECT_NEAR(chi_square_quantile(0.01, 4), 0.297110, 1e-6);
}

TEST(ChiSquareQuantile, HasItsClosedFormForOneAndTwoDegrees) {
  EXPECT_NEAR(chi_square_quantile(0.95, 1), std::pow(kNormalQuantile975, 2), 1e-12);
  for (const double p : {0.01, 0.3, 0.9, 0.975}) EXPECT_NEAR(chi_square_quantile(p, 2), -2 * std::log1p(-p), 1e-12);
}

TEST(ChiSquareQuantile, RisesWithTheDegreesAndIsNormalForMany) {
  double previous = 0;
  for (double degrees = 1; degrees < 20000; degrees *= 1.7) {
    const double quantile = chi_square_quantile(0.975, degrees);
    EXPECT_GT(quantile, previous);
    previous = quantile;
  }
  // Wilson & Hilferty (1931).
  const double n = 10000, z = kNormalQuantile975;
  EXPECT_NEAR(chi_square_quantile(0.975, n), n * std::pow(1 - 2 / (9 * n) + z * std::sqrt(2 / (9 * n)), 3), 0.05);
}

}  // namespace
}  // namespace l21::internal::test
