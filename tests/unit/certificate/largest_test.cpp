#include "certificate/largest.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "linalg/random.hpp"

namespace l21 {
namespace {

const std::function<void(Vector<double>&)> kEverywhere = [](Vector<double>&) {};

Vector<double> spectrum(Index size, double decay) {
  Vector<double> values(size);
  for (Index i = 0; i < size; ++i) values(i) = std::pow(static_cast<double>(i + 1), -decay);
  return values;
}

// Of a diagonal matrix everything is known.
LargestBound bound_of(const Vector<double>& values, const LargestOptions& options) {
  const auto multiply = [&](const Vector<double>& x, Vector<double>& y) { y = values.cwiseProduct(x); };
  return bound_largest(multiply, values.size(), values.size(), kEverywhere, options);
}

TEST(BoundLargest, IsNeverTooLowWhateverTheSpectrum) {
  for (const double decay : {0.0, 0.001, 0.1, 1.0, 3.0})
    for (const Index size : {1, 2, 5, 50, 400})
      for (std::uint64_t seed = 0; seed < 20; ++seed)
        for (const int products : {1, 3, 10, 30}) {
          const LargestBound bound = bound_of(spectrum(size, decay), {.most_products = products, .seed = seed});
          EXPECT_GE(bound.bound, 1 - 1e-12) << decay << " " << size << " " << products;
          EXPECT_LE(bound.estimate, 1 + 1e-12);
          EXPECT_LE(bound.products, products);
        }
}

TEST(BoundLargest, GetsCloseWithManyProducts) {
  const LargestBound bound = bound_of(spectrum(400, 1.0), {.precision = 0.05, .most_products = 400});
  EXPECT_NEAR(bound.estimate, 1, 1e-6);
  EXPECT_LE(bound.bound, 1.06);
}

TEST(BoundLargest, StopsWhenItIsEnough) {
  const LargestBound bound = bound_of(spectrum(400, 1.0), {.enough = 4, .most_products = 400});
  EXPECT_LE(bound.bound, 4);
  EXPECT_LT(bound.products, 30);
}

TEST(BoundLargest, AZeroMatrixAndNoSpaceHaveNothing) {
  EXPECT_LE(bound_of(Vector<double>::Zero(30), {}).bound, 1e-200);
  const auto multiply = [](const Vector<double>& x, Vector<double>& y) { y = x; };
  EXPECT_EQ(bound_largest(multiply, 3, 0, kEverywhere, {}).bound, 0);
}

}  // namespace
}  // namespace l21
