#include "center/center.hpp"

#include <algorithm>
#include <vector>

#include "data/column_statistics.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

Vector<double> ones(Index size) {
  return Vector<double>::Ones(size);
}

double naive_median(Vector<double> column) {
  std::sort(column.data(), column.data() + column.size());
  const Index n = column.size();
  return n % 2 == 1 ? column(n / 2) : (column(n / 2 - 1) + column(n / 2)) / 2;
}

double distance_sum(const RowMatrix<double>& X, const Vector<double>& w, const Vector<double>& c) {
  return w.dot(centered(X, c).rowwise().norm());
}

Vector<double> mean_of(const RowMatrix<double>& X, const Vector<double>& w) {
  return X.transpose() * w / w.sum();
}

Vector<double> geometric_median_of(const RowMatrix<double>& X, const Vector<double>& w = {}, int threads = 1) {
  const Vector<double> start = mean_of(X, w.size() > 0 ? w : ones(X.rows()));
  return geometric_median(rows_of(X), ones(X.cols()), w, start, threads, {}).center;
}

// The sum of distances is convex: what no small move in any direction improves is the minimum.
void expect_geometric_median(const RowMatrix<double>& X, const Vector<double>& w, const Vector<double>& c) {
  ASSERT_TRUE(c.allFinite());
  const double here = distance_sum(X, w, c), size = here / w.sum();
  NormalGenerator normal(99);
  for (const double step : {1e-4, 1e-2, 1.0})
    for (int direction = 0; direction < 50; ++direction) {
      Vector<double> move(X.cols());
      for (double& value : move) value = normal();
      EXPECT_GE(distance_sum(X, w, c + step * size * move.normalized()), here * (1 - 1e-11));
    }
}

TEST(MedianCenter, IsTheMedianOfEveryColumn) {
  for (const auto& [n, d] : {std::pair<Index, Index>{1, 1}, {2, 3}, {7, 1}, {100, 5}, {101, 70}}) {
    const RowMatrix<double> X = random_rows(n, d, 1);
    const Vector<double> factor = random_weights(d, 2);
    const Vector<double> result = column_medians(rows_of(X), factor, {}, 2);
    for (Index j = 0; j < d; ++j) EXPECT_NEAR(result(j), naive_median(X.col(j) * factor(j)), 1e-14);
  }
}

TEST(MedianCenter, TreatsAWeightOfThreeAsThreeRows) {
  const RowMatrix<double> X = random_rows(10, 4, 1);
  Vector<double> w = ones(10);
  w(4) = 3, w(5) = 0;
  RowMatrix<double> repeated(11, 4);
  repeated << X.topRows(5), X.row(4), X.row(4), X.bottomRows(4);
  EXPECT_TRUE(same_bits(column_medians(rows_of(X), ones(4), w, 1), column_medians(rows_of(repeated), ones(4), {}, 1)));
}

TEST(GeometricMedian, MinimizesTheSumOfDistances) {
  for (const auto& [n, d] : {std::pair<Index, Index>{3, 2}, {50, 1}, {51, 7}, {400, 3}}) {
    RowMatrix<double> X = random_rows(n, d, 1);
    X.topRows(n / 5).array() += 30;
    expect_geometric_median(X, ones(n), geometric_median_of(X));
    const Vector<double> w = random_weights(n, 2);
    expect_geometric_median(X, w, geometric_median_of(X, w));
  }
}

TEST(GeometricMedian, GivesTheSameBitsForAnyNumberOfThreads) {
  const RowMatrix<double> X = random_rows(13001, 40, 1);  // enough to be worth threads
  const Vector<double> alone = geometric_median_of(X);
  for (const int threads : kThreadCounts) EXPECT_TRUE(same_bits(geometric_median_of(X, {}, threads), alone));
}

TEST(GeometricMedian, IsTheRowThatHoldsMoreThanHalfOfTheWeight) {
  const RowMatrix<double> X = random_rows(9, 4, 1);
  Vector<double> w = ones(9);
  w(3) = 10;
  EXPECT_LE((geometric_median_of(X, w) - X.row(3).transpose()).norm(), 1e-8);
  RowMatrix<double> repeated(13, 4);
  repeated << X.topRows(4), RowMatrix<double>::Zero(9, 4);
  EXPECT_LE(geometric_median_of(repeated).norm(), 1e-8);
}

TEST(GeometricMedian, IsTheMiddleOneOfAnOddNumberOfCollinearRows) {
  const Vector<double> direction = random_rows(3, 1, 5), place = (Vector<double>(5) << -7, 0.5, 1, 2, 40).finished();
  const RowMatrix<double> X = place * direction.transpose();
  EXPECT_LE((geometric_median_of(X) - direction).norm(), 1e-7);
}

TEST(GeometricMedian, OfAnEvenNumberOfCollinearRowsLiesBetweenTheMiddleOnes) {
  const Vector<double> direction = random_rows(3, 1, 5), place = (Vector<double>(4) << -7, 0.5, 1, 40).finished();
  const RowMatrix<double> X = place * direction.transpose();
  expect_geometric_median(X, ones(4), geometric_median_of(X));
}

// Vardi & Zhang (2000): Weiszfeld's own step is undefined on a row, and a row that is not the minimum must be left.
TEST(GeometricMedian, LeavesARowThatIsTheMeanButNotTheMinimum) {
  RowMatrix<double> X(6, 2);
  X << 0, 0, 1, 0, 0, 1, 1, 1, 2, 1, -4, -3;  // the mean is row 1
  const Vector<double> c = geometric_median_of(X);
  EXPECT_GE(c.norm(), 0.1);
  expect_geometric_median(X, ones(6), c);
}

// The same where rounding keeps the mean a hair away from the row: as near as that it must count as being there.
TEST(GeometricMedian, LeavesARowThatIsTheMeanUpToRounding) {
  int near_misses = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    RowMatrix<double> X = random_rows(8, 3, seed);
    X.row(5) *= 9;
    X.row(0) = X.bottomRows(7).colwise().mean();
    const double miss = (mean_of(X, ones(8)) - X.row(0).transpose()).norm();
    near_misses += miss > 0 && miss < 1e-14 ? 1 : 0;
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", the mean misses row 1 by " << miss);
    expect_geometric_median(X, ones(8), geometric_median_of(X));
    if (HasFailure()) return;
  }
  EXPECT_GT(near_misses, 0);
}

TEST(GeometricMedian, OfEqualRowsIsThatRow) {
  const RowMatrix<double> X = random_rows(1, 4, 3).replicate(20, 1);
  EXPECT_LE((geometric_median_of(X) - X.row(0).transpose()).norm(), 1e-14);
}

TEST(GeometricMedian, StopsWhenTheObserverSaysSo) {
  const RowMatrix<double> X = random_rows(50, 3, 1);
  int calls = 0;
  const Observer stop_at_two = [&](const Progress& progress) {
    EXPECT_EQ(progress.stage, Stage::center);
    return ++calls == 2 ? Signal::stop : Signal::go_on;
  };
  const CenterResult result = geometric_median(rows_of(X), ones(3), {}, Vector<double>::Constant(3, 5), 1, stop_at_two);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(result.reads, 2);
}

TEST(JointCenterStep, IsTheWeiszfeldStepOfTheResiduals) {
  for (const bool weighted : {false, true}) {
    const RowMatrix<double> X = random_rows(600, 6, 1);
    const Vector<double> factor = random_weights(6, 2), c = random_rows(6, 1, 3), w = random_weights(600, 4);
    const Matrix<double> W = random_orthonormal(6, 2, 5);
    const double floor = 0.8;
    Vector<double> sum = Vector<double>::Zero(6);
    double total = 0;
    for (Index i = 0; i < 600; ++i) {
      const Vector<double> x = X.row(i).transpose().cwiseProduct(factor), z = x - c;
      const double share = (weighted ? w(i) : 1) / std::max(floor, (z - W * (W.transpose() * z)).norm());
      sum += share * x, total += share;
    }
    const Vector<double> given = weighted ? w : Vector<double>();
    const Vector<double> alone = joint_center_step(rows_of(X), factor, given, c, W, floor, 1);
    EXPECT_LE((alone - sum / total).norm(), 1e-12);
    for (const int threads : kThreadCounts)
      EXPECT_TRUE(same_bits(joint_center_step(rows_of(X), factor, given, c, W, floor, threads), alone));
  }
}

// Every row lies in the subspace and more than half of them at the center: there is nothing to divide by.
TEST(JointCenterStep, StaysFiniteWhereEveryResidualIsZero) {
  RowMatrix<double> X = RowMatrix<double>::Zero(10, 3);
  X(0, 0) = 1, X(1, 0) = -3;
  const Matrix<double> W = Matrix<double>::Identity(3, 1);
  EXPECT_TRUE(joint_center_step(rows_of(X), ones(3), {}, Vector<double>::Zero(3), W, 0.0, 1).allFinite());
}

TEST(ColumnScales, AreStandardDeviationsOrMads) {
  const RowMatrix<double> X = decaying_rows(501, 70, 1);
  const Vector<double> factor = random_weights(70, 2);
  const Vector<double> std = column_spreads(rows_of(X), factor, {}, ColumnScaling::std, 1, 2).values;
  const Vector<double> mad = column_spreads(rows_of(X), factor, {}, ColumnScaling::mad, 1, 2).values;
  for (Index j = 0; j < 70; ++j) {
    const Vector<double> x = X.col(j) * factor(j);
    EXPECT_NEAR(std(j), std::sqrt((x.array() - x.mean()).square().mean()), 1e-13);
    const Vector<double> distance = (x.array() - naive_median(x)).abs();
    EXPECT_NEAR(mad(j), 1.4826022185056018 * naive_median(distance), 1e-13);
  }
}

TEST(ColumnScales, CountAWeightOfTwoAsTwoRows) {
  const RowMatrix<double> X = random_rows(9, 3, 1);
  Vector<double> w = ones(9);
  w(2) = 2;
  RowMatrix<double> repeated(10, 3);
  repeated << X, X.row(2);
  for (const ColumnScaling scaling : {ColumnScaling::std, ColumnScaling::mad})
    EXPECT_LE((column_spreads(rows_of(X), ones(3), w, scaling, 1, 1).values -
               column_spreads(rows_of(repeated), ones(3), {}, scaling, 1, 1).values)
                  .norm(),
              1e-14);
}

TEST(ColumnScales, AreTheConstantWhereAColumnHasNoSpread) {
  RowMatrix<double> X = random_rows(30, 4, 1);
  X.col(1).setConstant(0.1), X.col(2).setZero();
  for (const ColumnScaling scaling : {ColumnScaling::std, ColumnScaling::mad}) {
    const Vector<double> scales = column_spreads(rows_of(X), ones(4), {}, scaling, 7, 1).values;
    EXPECT_EQ(scales(1), 7);
    EXPECT_EQ(scales(2), 7);
    EXPECT_NE(scales(0), 7);
  }
}

// Of 300 values 30 differ from the others by 1 to 3: the deviation is that of the 30, and there is a tenth of them.
TEST(ColumnScales, AreThoseOfTheValuesThatDifferWhereMostAreTheSame) {
  RowMatrix<double> X = random_rows(300, 3, 1);
  X.col(1).setConstant(7), X.col(2).setConstant(7);
  for (Index i = 0; i < 30; ++i) X(10 * i, 1) = 8 + i % 3;
  const ColumnSpreads found = column_spreads(rows_of(X), ones(3), {}, ColumnScaling::mad, 5, 2);
  EXPECT_EQ(found.mostly_one_value, std::vector<Index>{1});
  EXPECT_NEAR(found.values(1), 1.4826022185056018 * 2 * std::sqrt(0.1), 1e-12);
  EXPECT_EQ(found.values(2), 5);
  EXPECT_TRUE(column_spreads(rows_of(X), ones(3), {}, ColumnScaling::std, 5, 2).mostly_one_value.empty());
  // A weight of 2 counts as two rows.
  Vector<double> w = ones(300);
  w(0) = 2;
  RowMatrix<double> repeated(301, 3);
  repeated << X, X.row(0);
  EXPECT_NEAR(column_spreads(rows_of(X), ones(3), w, ColumnScaling::mad, 5, 2).values(1),
              column_spreads(rows_of(repeated), ones(3), {}, ColumnScaling::mad, 5, 2).values(1), 1e-12);
}

TEST(ColumnScales, DoNotDependOnTheUnitOfTheirColumn) {
  const RowMatrix<double> X = random_rows(30, 1, 1);
  for (const double unit : {1e-200, 1e-120, 1e120}) {
    const RowMatrix<double> scaled = X * unit;
    for (const ColumnScaling scaling : {ColumnScaling::std, ColumnScaling::mad})
      EXPECT_NEAR(column_spreads(rows_of(scaled), ones(1), {}, scaling, 0, 1).values(0) / unit,
                  column_spreads(rows_of(X), ones(1), {}, scaling, 0, 1).values(0), 1e-12)
          << unit;
  }
}

}  // namespace
}  // namespace l21::internal::test
