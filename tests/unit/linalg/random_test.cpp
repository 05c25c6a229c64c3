#include "linalg/random.hpp"

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

TEST(NormalGenerator, GivesTheSameNumbersForTheSameSeed) {
  NormalGenerator a(7), b(7), other(8);
  bool differs = false;
  for (int k = 0; k < 100; ++k) {
    const double value = a();
    EXPECT_EQ(value, b());
    differs |= value != other();
  }
  EXPECT_TRUE(differs);
}

TEST(NormalGenerator, HasTheMomentsOfTheNormalDistribution) {
  NormalGenerator normal(1);
  constexpr int kDraws = 200000;
  double sum = 0, squares = 0, fourths = 0, beyond = 0;
  for (int k = 0; k < kDraws; ++k) {
    const double x = normal();
    ASSERT_TRUE(std::isfinite(x));
    sum += x, squares += x * x, fourths += x * x * x * x, beyond += std::abs(x) > 1.959964 ? 1 : 0;
  }
  // Five standard errors each.
  EXPECT_NEAR(sum / kDraws, 0, 5 / std::sqrt(kDraws));
  EXPECT_NEAR(squares / kDraws, 1, 5 * std::sqrt(2.0 / kDraws));
  EXPECT_NEAR(fourths / kDraws, 3, 5 * std::sqrt(96.0 / kDraws));
  EXPECT_NEAR(beyond / kDraws, 0.05, 5 * std::sqrt(0.05 / kDraws));
}

TEST(RandomOrthonormal, IsOrthonormalAndRepeatable) {
  for (const auto& [d, m] : {std::pair<Index, Index>{1, 1}, {7, 7}, {33, 5}}) {
    const Matrix<double> W = random_orthonormal(d, m, 3);
    EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal);
    EXPECT_TRUE(same_bits(W, random_orthonormal(d, m, 3)));
    if (d > 1) {
      EXPECT_FALSE(same_bits(W, random_orthonormal(d, m, 4)));
    }
  }
}

// Uniform over the Stiefel manifold: W and -W are equally likely, so neither sign of an entry is rare.
TEST(RandomOrthonormal, TakesBothSigns) {
  Matrix<double> positive = Matrix<double>::Zero(5, 3);
  constexpr int kDraws = 200;
  for (std::uint64_t seed = 0; seed < kDraws; ++seed)
    positive.array() += (random_orthonormal(5, 3, seed).array() > 0).cast<double>();
  EXPECT_GE(positive.minCoeff(), 0.25 * kDraws);
  EXPECT_LE(positive.maxCoeff(), 0.75 * kDraws);
}

}  // namespace
}  // namespace l21::internal::test
