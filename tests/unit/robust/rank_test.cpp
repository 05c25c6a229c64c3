#include "robust/rank.hpp"

#include "linalg/random.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

// `components` directions of the same strength in noise of standard deviation 1.
Matrix<double> spiked(Index rows, Index cols, Index components, double strength, std::uint64_t seed) {
  NormalGenerator normal(seed);
  const auto gaussian = [&](Index n, Index d) {
    return Matrix<double>::NullaryExpr(n, d, [&] { return normal(); }).eval();
  };
  Matrix<double> X = gaussian(rows, cols);
  if (components > 0)
    X += strength * gaussian(rows, components) * random_orthonormal(cols, components, seed + 1).transpose();
  return X.rowwise() - X.colwise().mean();
}

TEST(SignFlipRank, CountsWhatStandsOutOfNoise) {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{300, 20}, {60, 150}, {101, 101}})
    for (const Index components : {0, 1, 4}) {
      const Matrix<double> X = spiked(rows, cols, components, 8.0, 3);
      EXPECT_EQ(sign_flip_rank(X, 10, Curve::until_chance, 1, 2).found, components) << rows << " x " << cols;
    }
}

TEST(SignFlipRank, DoesNotDependOnThreadsAndHasTheSameBeginningAsTheWholeCurve) {
  const Matrix<double> X = spiked(120, 30, 3, 6.0, 5);
  const ComponentCurve some = sign_flip_rank(X, 8, Curve::until_chance, 1, 1);
  EXPECT_EQ(some, sign_flip_rank(X, 8, Curve::until_chance, 1, 3));
  const ComponentCurve all = sign_flip_rank(X, 8, Curve::whole, 1, 1);
  ASSERT_EQ(all.value.size(), 8U);
  EXPECT_EQ(all.found, some.found);
  ASSERT_EQ(some.value.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(all.threshold[k], some.threshold[k]);
  for (std::size_t k = 1; k < 8; ++k) EXPECT_LE(all.value[k], all.value[k - 1]);
}

TEST(SignFlipRank, FindsNothingInNothing) {
  EXPECT_EQ(sign_flip_rank(Matrix<double>::Zero(20, 5), 4, Curve::whole, 1, 1).found, 0);
}

}  // namespace
}  // namespace l21::internal::test
