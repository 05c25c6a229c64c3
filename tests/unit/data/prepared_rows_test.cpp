#include "data/prepared_rows.hpp"

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

template <class T>
class PrepareRows : public testing::Test {
 protected:
  static PreparedRows<T> prepare(const RowsView& view, const Vector<double>& center,
                                 RowScaling scaling = RowScaling::none, const Vector<double>& weights = {}) {
    return prepare_rows<T>(view, {Vector<double>::Ones(view.cols), center, scaling}, weights, 2);
  }
  static RowMatrix<double> copy(const PreparedRows<T>& rows) { return rows.copy().template cast<double>(); }
};
TYPED_TEST_SUITE(PrepareRows, BothPrecisions);

TYPED_TEST(PrepareRows, KnowsNormsAndTotalsOfTheCenteredRows) {
  using T = TypeParam;
  const RowMatrix<double> X = random_rows(300, 7, 1);
  const Vector<double> center = random_rows(7, 1, 2), w = random_weights(300, 3);
  const auto rows = this->prepare(rows_of(X), center, RowScaling::none, w);
  const RowMatrix<double> expected = centered(X, center);
  EXPECT_LE((this->copy(rows) - expected).norm(), Tolerance<T>::rounding * expected.norm());
  EXPECT_LE((rows.norm - expected.rowwise().norm()).norm(), Tolerance<T>::rounding * expected.norm());
  EXPECT_NEAR(rows.total_norm, w.dot(expected.rowwise().norm()), Tolerance<T>::rounding * rows.total_norm);
  EXPECT_NEAR(rows.total_weight, w.sum(), 1e-10);
  EXPECT_EQ(rows.zero_rows, 0);
  EXPECT_EQ(rows.row_factor.size(), 0);
}

// DESIGN 5.3: after centering such rows have norm 1e-11, and sphere scaling made them 23 % of the trace.
TYPED_TEST(PrepareRows, CountsRowsEqualToAMeanOfAThousandAsZero) {
  RowMatrix<double> X = random_rows(90, 33, 1);
  X.bottomRows(45) = -X.topRows(45);
  for (const Index i : {3, 40, 41, 89}) X.row(i).setZero();
  for (const Index i : {48, 85, 86, 44}) X.row(i).setZero();
  const Vector<double> offset = Vector<double>::Constant(33, 1000.1);
  X.rowwise() += offset.transpose();
  const Vector<double> mean = X.colwise().mean().transpose();
  for (const RowScaling scaling : {RowScaling::none, RowScaling::sphere}) {
    const auto rows = this->prepare(rows_of(X), mean, scaling);
    EXPECT_EQ(rows.zero_rows, 8);
    EXPECT_EQ((rows.norm.array() == 0).count(), 8);
    const RowMatrix<double> copied = this->copy(rows);
    for (const Index i : {3, 40, 41, 89}) EXPECT_TRUE(copied.row(i).isZero(0)) << i;
  }
}

TYPED_TEST(PrepareRows, CountsRowsOfFloatStorageEqualToTheirCenterAsZero) {
  const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> X =
      (random_rows(50, 9, 1).array() + 1000.1).matrix().cast<float>();
  // The center as somebody may know it: in double, one rounding away from what is stored.
  const Vector<double> center = (random_rows(50, 9, 1).row(7).array() + 1000.1).matrix().transpose();
  EXPECT_EQ(this->prepare(rows_of(X), center).zero_rows, 1);
}

TYPED_TEST(PrepareRows, DoesNotTakeShortRowsForZero) {
  RowMatrix<double> X = random_rows(20, 4, 1);
  X.row(5) *= 1e-9;
  const auto rows = this->prepare(rows_of(X), Vector<double>::Zero(4));
  EXPECT_EQ(rows.zero_rows, 0);
  EXPECT_NEAR(rows.norm(5) / X.row(5).norm(), 1, 1e-6);
}

TYPED_TEST(PrepareRows, ScalesEveryRowToTheSphereAndLeavesZeroRows) {
  using T = TypeParam;
  RowMatrix<double> X = random_rows(40, 13, 1);
  X.row(3) *= 1e8, X.row(4) *= 1e-8, X.row(9).setZero();
  const auto rows = this->prepare(rows_of(X), Vector<double>::Zero(13), RowScaling::sphere);
  const RowMatrix<double> unit = this->copy(rows);
  for (Index i = 0; i < 40; ++i) {
    EXPECT_NEAR(unit.row(i).norm(), i == 9 ? 0 : 1, Tolerance<T>::rounding) << i;
    EXPECT_EQ(rows.norm(i), i == 9 ? 0 : 1);
    EXPECT_NEAR(unit.row(i).dot(X.row(i)), X.row(i).norm(), Tolerance<T>::rounding * (1 + X.row(i).norm()));
  }
  EXPECT_EQ(rows.total_norm, 39);
  EXPECT_EQ(rows.total_weight, 40);
}

}  // namespace
}  // namespace l21::internal::test
