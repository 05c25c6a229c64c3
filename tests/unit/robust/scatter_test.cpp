#include "robust/scatter.hpp"

#include "linalg/random.hpp"
#include "linalg/statistics.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

TEST(ScatterOf, IsTheCovarianceOfMostRowsWhateverTheOthersAre) {
  NormalGenerator normal(2);
  Matrix<double> A(2, 2);
  A << 2, 0, 1.5, 0.5;
  const Matrix<double> covariance = A * A.transpose();
  Matrix<double> T = Matrix<double>::NullaryExpr(3000, 2, [&] { return normal(); }) * A.transpose();
  T.rowwise() += Eigen::RowVector2d(3, -1);
  const ScoreScatter clean = scatter_of(T, 1, 2);
  T.topRows(300).rowwise() += Eigen::RowVector2d(40, -60);
  const ScoreScatter damaged = scatter_of(T, 1, 2);
  for (const ScoreScatter& found : {clean, damaged}) {
    // Outliers among the rows that are said to be near move the median by which it is calibrated.
    EXPECT_LE((found.scatter - covariance).norm(), 0.3 * covariance.norm());
    EXPECT_LE((found.location - Eigen::Vector2d(3, -1)).norm(), 0.15);
  }
  std::vector<double> squares(clean.squared_distance.begin(), clean.squared_distance.end());
  EXPECT_NEAR(median(squares, {}), chi_square_quantile(0.5, 2), 1e-9);
  EXPECT_GT(damaged.squared_distance.head(300).minCoeff(), 100);
  const ScoreScatter again = scatter_of(T, 1, 3);
  EXPECT_EQ(again.scatter, damaged.scatter);
}

TEST(ScatterOf, LooksAtTheRowsThatAreNearAlone) {
  NormalGenerator normal(3);
  Matrix<double> T = Matrix<double>::NullaryExpr(200, 3, [&] { return normal(); });
  std::vector<bool> near(200, true);
  for (Index i = 0; i < 120; ++i) {
    near[static_cast<std::size_t>(i)] = false;
    T.row(i).array() += 100;
  }
  EXPECT_LE(scatter_of(T, near, 1, 1).location.norm(), 1);
}

}  // namespace
}  // namespace l21::internal::test
