#include "robust/outlyingness.hpp"

#include "linalg/random.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

struct Estimate {
  double location, scale;
};

// In the last of several sets at once, none of which is to disturb the others.
Estimate univariate_mcd(const std::vector<double>& values, Index half) {
  const auto count = static_cast<Index>(values.size());
  Matrix<double> sets(kSetsAtOnce, count);
  for (Index i = 0; i < count; ++i) {
    const double value = values[static_cast<std::size_t>(i)];
    sets.col(i) << -1e9 * value, 7, value * value, -value, 0, value + 3, 2 * value, value;
  }
  Vector<double> location(kSetsAtOnce), scale(kSetsAtOnce);
  simd().closest_half(sets.data(), count, closest_half_of(count, half), location.data(), scale.data());
  return {location(kSetsAtOnce - 1), scale(kSetsAtOnce - 1)};
}

TEST(UnivariateMcd, EstimatesTheMajorityWhateverTheOthersAre) {
  NormalGenerator normal(3);
  std::vector<double> values;
  for (int i = 0; i < 6000; ++i) values.push_back(5 + 2 * normal());
  for (int i = 0; i < 4000; ++i) values.push_back(1e6 + normal());
  const Estimate found = univariate_mcd(values, 5001);
  EXPECT_NEAR(found.location, 5, 0.15);
  EXPECT_NEAR(found.scale, 2, 0.3);  // five sixths of the majority are the half that lies closest together
}

TEST(UnivariateMcd, IsTheHalfThatLiesClosestTogether) {
  // By trying all of them: {2, 3, 3.5}, whose reweighting keeps just these.
  const Estimate found = univariate_mcd({-7, 3.5, 11, 2, 3}, 3);
  EXPECT_NEAR(found.location, (2 + 3 + 3.5) / 3, 1e-12);
}

TEST(UnivariateMcd, OfEqualValuesHasNoScale) {
  const Estimate found = univariate_mcd({4, 4, 4, 4, 9}, 3);
  EXPECT_EQ(found.location, 4);
  EXPECT_EQ(found.scale, 0);
}

TEST(Outlyingness, IsTheSameForAnyNumberOfThreads) {
  const Matrix<double> Y = random_orthonormal(300, 7, 1);
  const Matrix<double> A = pair_directions(Y, 50, 2);
  EXPECT_EQ(outlyingness(Y, A, 152, 1), outlyingness(Y, A, 152, 3));
}

TEST(Outlyingness, OfEqualRowsIsZero) {
  const Matrix<double> Y = Matrix<double>::Constant(20, 3, 2.0);
  EXPECT_EQ(pair_directions(Y, 50, 2).cols(), 0);
  EXPECT_EQ(outlyingness(Y, pair_directions(Y, 50, 2), 11, 1), Vector<double>(Vector<double>::Zero(20)));
}

// Rows that occur twice differ by the rounding of what computed them, which points anywhere.
TEST(Outlyingness, OfRowsThatOccurTwiceDoesNotHangOnRounding) {
  NormalGenerator normal(4);
  Matrix<double> Y(12, 3), rounded(12, 3);
  for (Index i = 0; i < 12; ++i)
    for (Index j = 0; j < 3; ++j) Y(i, j) = i % 2 == 0 ? normal() : Y(i - 1, j);
  for (Index i = 0; i < Y.size(); ++i) rounded.data()[i] = Y.data()[i] * (1 + 2e-16 * static_cast<double>(i % 5));
  for (const auto& directions : {pair_directions, hyperplane_normals}) {
    const Matrix<double> A = directions(Y, 60, 1), B = directions(rounded, 60, 1);
    ASSERT_EQ(A.cols(), B.cols());
    EXPECT_LT(A.cols(), 60);
    EXPECT_LT((A - B).norm(), 1e-10);
  }
}

TEST(HyperplaneNormals, AreOrthogonalToDifferencesOfRows) {
  const Matrix<double> line = Vector<double>::LinSpaced(30, -1, 1) * Eigen::RowVector2d(3, 4);
  const Matrix<double> normals = hyperplane_normals(line, 40, 1);
  Index across = 0;
  for (Index k = 0; k < normals.cols(); ++k)
    across += std::abs(normals.col(k).dot(Eigen::Vector2d(3, 4))) < 1e-12 ? 1 : 0;
  EXPECT_GE(across, 35);  // but where one row was drawn twice
}

TEST(Smallest, TakesTheFirstOfEqualValues) {
  Vector<double> values(5);
  values << 2, 1, 2, 0, 2;
  EXPECT_EQ(smallest(values, 3), (std::vector<Index>{0, 1, 3}));
  values << 2 + 1e-14, 1, 2, 0, 2;
  EXPECT_EQ(smallest(values, 3), (std::vector<Index>{0, 1, 3}));
}

}  // namespace
}  // namespace l21::internal::test
