#include "certificate/largest.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "linalg/random.hpp"

namespace l21::internal {
namespace {

const Restriction kEverywhere = [](Matrix<double>&) {};

Vector<double> spectrum(Index size, double decay) {
  Vector<double> values(size);
  for (Index i = 0; i < size; ++i) values(i) = std::pow(static_cast<double>(i + 1), -decay);
  return values;
}

// Of a diagonal matrix everything is known.
LargestBound bound_of(const Vector<double>& values, Index block, std::uint64_t seed, const LargestOptions& options) {
  const auto multiply = [&](const Matrix<double>& X, Matrix<double>& Y) { Y = values.asDiagonal() * X; };
  const Matrix<double> start = random_block(values.size(), block, values.size(), kEverywhere, seed);
  return bound_largest(multiply, start, values.size(), kEverywhere, options);
}

TEST(BoundLargest, IsNeverTooLowWhateverTheSpectrum) {
  for (const double decay : {0.0, 0.001, 0.1, 1.0, 3.0})
    for (const Index size : {1, 2, 5, 50, 400})
      for (std::uint64_t seed = 0; seed < 20; ++seed)
        for (const Index block : {1, 3, 8})
          for (const int products : {1, 3, 10, 30}) {
            const LargestBound bound = bound_of(spectrum(size, decay), block, seed, {.most_products = products});
            EXPECT_GE(bound.bound, 1 - 1e-12) << decay << " " << size << " " << block << " " << products;
            EXPECT_LE(bound.estimate, 1 + 1e-12);
            EXPECT_LE(bound.products, products);
          }
}

TEST(BoundLargest, GetsCloseWithManyProducts) {
  const LargestBound bound = bound_of(spectrum(400, 1.0), 1, 0, {.precision = 0.05, .most_products = 400});
  EXPECT_NEAR(bound.estimate, 1, 1e-6);
  EXPECT_LE(bound.bound, 1.06);
}

TEST(BoundLargest, StopsWhenItIsEnough) {
  const LargestBound bound = bound_of(spectrum(400, 1.0), 1, 0, {.enough = 4, .most_products = 400});
  EXPECT_LE(bound.bound, 4);
  EXPECT_LT(bound.products, 30);
}

// Eight columns have to fail together: the same certainty takes fewer products.
TEST(BoundLargest, ABlockNeedsFewerProducts) {
  const LargestOptions options{.enough = 2, .most_products = 400};
  const int one = bound_of(spectrum(2000, 0.5), 1, 0, options).products;
  const int eight = bound_of(spectrum(2000, 0.5), 8, 0, options).products;
  EXPECT_LT(3 * eight, one);
}

// A chance that was asked for is not exceeded, where there is something to miss.
TEST(BoundLargest, FailsNoMoreOftenThanAllowed) {
  constexpr int kTrials = 400;
  constexpr double kAllowed = 0.1;
  for (const Index block : {1, 2, 5})
    for (const double hidden : {1.02, 1.5, 20.0}) {
      Vector<double> values = spectrum(300, 0.3);
      values(123) = hidden;
      int failed = 0, tight = 0;
      for (int seed = 0; seed < kTrials; ++seed) {
        const LargestBound bound =
            bound_of(values, block, static_cast<std::uint64_t>(seed), {.most_products = 3, .failure = kAllowed});
        failed += bound.bound < hidden * (1 - 1e-12);
        tight += bound.bound < 30 * hidden;
      }
      EXPECT_LE(failed, 1.5 * kAllowed * kTrials) << block << " " << hidden;
      EXPECT_GT(tight, 0.8 * kTrials);
    }
}

// Few dimensions, and an invariant space of one: both end before the products do.
TEST(BoundLargest, EndsWhereThereIsNothingNew) {
  Vector<double> values = Vector<double>::Zero(300);
  values(17) = 1;
  const LargestBound rank_one = bound_of(values, 4, 1, {.most_products = 50});
  EXPECT_NEAR(rank_one.bound, 1, 1e-9);
  EXPECT_GE(rank_one.bound, 1);
  EXPECT_LE(rank_one.products, 4);
  const LargestBound small = bound_of(spectrum(11, 0.01), 4, 1, {.most_products = 50});
  EXPECT_NEAR(small.bound, 1, 1e-9);
  EXPECT_EQ(small.products, 3);
}

TEST(BoundLargest, DoesNotDependOnTheUnit) {
  const Vector<double> values = spectrum(300, 0.2);
  const double bound = bound_of(values, 4, 1, {.most_products = 6}).bound;
  for (const int exponent : {-1060, -1000, -540, -530, 0, 510, 530, 1000}) {
    const Vector<double> scaled = values.unaryExpr([&](double x) { return std::ldexp(x, exponent); });
    // Numbers near the smallest have lost digits.
    EXPECT_NEAR(std::ldexp(bound_of(scaled, 4, 1, {.most_products = 6}).bound, -exponent), bound,
                exponent < -1022 ? 0.05 : 1e-9)
        << exponent;
  }
}

// What is left of the space says less than rounding, and the eigenvector is hardly in the start.
TEST(BoundLargest, IsNotTooLowWhereTheSpaceIsAlmostInvariant) {
  for (const double more : {0.0, 1e-13, 1e-12, 4e-12, 1e-11})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Vector<double> values = Vector<double>::Ones(5000);
      values(77) += more;
      const LargestBound bound = bound_of(values, 12, seed, {});
      EXPECT_GE(bound.bound, (1 + more) * (1 - 1e-14)) << more;
      EXPECT_LE(bound.bound, 1.0001);
    }
}

// Differences of large matrices can be below 0 by rounding.
TEST(BoundLargest, EndsWhereThereIsNothingButRounding) {
  const Vector<double> values = -1e-17 * (Vector<double>::Ones(200) + spectrum(200, 1.0));
  const LargestBound bound = bound_of(values, 4, 0, {});
  EXPECT_EQ(bound.estimate, 0);
  EXPECT_GE(bound.bound, 0);
  EXPECT_LE(bound.bound, 1e-12);
}

TEST(BoundLargest, WhatIsNoNumberProvesNothing) {
  const Vector<double> values = spectrum(50, 1.0);
  const auto multiply = [&](const Matrix<double>& X, Matrix<double>& Y) {
    Y = values.asDiagonal() * X;
    Y(7, 0) = std::numeric_limits<double>::quiet_NaN();
  };
  const Matrix<double> start = random_block(50, 4, 50, kEverywhere, 0);
  EXPECT_EQ(bound_largest(multiply, start, 50, kEverywhere, {}).bound, std::numeric_limits<double>::infinity());
}

TEST(BoundLargest, StopsWhenAsked) {
  int asked = 0;
  const LargestBound bound =
      bound_of(spectrum(400, 0.01), 2, 0, {.most_products = 100, .stopped = [&] { return ++asked == 3; }});
  EXPECT_EQ(bound.products, 3);
  EXPECT_GE(bound.bound, 1);
}

TEST(BoundLargest, AZeroMatrixAndNoSpaceHaveNothing) {
  EXPECT_LE(bound_of(Vector<double>::Zero(30), 8, 0, {}).bound, 1e-200);
  const auto multiply = [](const Matrix<double>& X, Matrix<double>& Y) { Y = X; };
  EXPECT_EQ(bound_largest(multiply, Matrix<double>(3, 0), 0, kEverywhere, {}).bound, 0);
}

}  // namespace
}  // namespace l21::internal
