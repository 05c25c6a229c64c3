#include "methods/sketch.hpp"

#include "linalg/statistics.hpp"
#include "reference/reference.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

template <class T>
class SketchTest : public testing::Test {};
TYPED_TEST_SUITE(SketchTest, BothPrecisions);

// ||X W||^2 against the best there is.
double share_of_best(const RowMatrix<double>& X, const Vector<double>& w, const Matrix<double>& W) {
  const Vector<double> all = weights_or_ones(w, X.rows());
  const Matrix<double> weighted = all.cwiseSqrt().asDiagonal() * X;
  return (weighted * W).squaredNorm() /
         (weighted * reference::principal(X, all, static_cast<int>(W.cols()))).squaredNorm();
}

TYPED_TEST(SketchTest, HoldsNearlyAllThatPrincipalDirectionsDo) {
  using T = TypeParam;
  for (const auto& [n, d] : {std::pair<Index, Index>{300, 60}, {60, 300}, {25, 25}})
    for (const bool weighted : {false, true}) {
      SCOPED_TRACE(testing::Message() << n << " x " << d << (weighted ? ", weighted" : ""));
      const RowMatrix<double> X = rotated_rows(n, d, 1);
      const Vector<double> w = weighted ? random_weights(n, 2) : Vector<double>();
      const auto rows = prepared<T>(X, w, 2);
      const Sketch<T> sketch = sketch_rows(rows, 4, 14, 14, 7);
      const SketchedDirections directions = sketch_directions(rows, 4, 14, 7);
      for (const Matrix<double>& W : {sketch.W, directions.W}) {
        EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal);
        EXPECT_GE(share_of_best(X, w, W), 0.99);
      }
      EXPECT_EQ(sketch.counter.reads, 2);
      EXPECT_EQ(directions.counter.reads, 2);
      const Matrix<double> Q = sketch.coordinates.Q();
      EXPECT_LE(departure_from_orthonormal(Q), Tolerance<double>::orthonormal);
      const RowMatrix<double> Z = sketch.coordinates.as_rows(Method::l21).copy().template cast<double>();
      EXPECT_LE((Z - X * Q).norm(), Tolerance<T>::rounding * X.norm());
      EXPECT_LE((sketch.W - Q * (Q.transpose() * sketch.W)).norm(), 1e-12);
    }
}

TYPED_TEST(SketchTest, IsCompletedWhereTheRowsHaveLowerRank) {
  using T = TypeParam;
  const RowMatrix<double> X = random_rows(40, 2, 1) * random_rows(2, 30, 2);
  const auto rows = prepared<T>(X);
  for (const Matrix<double>& W : {sketch_rows(rows, 5, 15, 15, 7).W, sketch_directions(rows, 5, 15, 7).W}) {
    EXPECT_EQ(W.cols(), 5);
    EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal);
    EXPECT_GE(share_of_best(X, {}, W), 1 - 1e-6);
  }
}

TYPED_TEST(SketchTest, FollowsItsSeedOnAnyNumberOfThreads) {
  using T = TypeParam;
  const RowMatrix<double> X = rotated_rows(2000, 50, 1);
  const Matrix<double> first = sketch_directions(prepared<T>(X, {}, 1), 3, 13, 7).W;
  for (const int threads : kThreadCounts)
    EXPECT_TRUE(same_bits(sketch_directions(prepared<T>(X, {}, threads), 3, 13, 7).W, first));
  EXPECT_FALSE(same_bits(sketch_directions(prepared<T>(X, {}, 1), 3, 13, 8).W, first));
}

TYPED_TEST(SketchTest, DrawsRowsWithTheirWeightsAndNorms) {
  using T = TypeParam;
  const RowMatrix<double> X = random_rows(997, 5, 1);
  const Vector<double> w = random_weights(997, 2);
  const auto rows = prepared<T>(X, w);
  const PreparedRows<T> sample = rows.drawn(100, 3);
  ASSERT_EQ(sample.rows(), 100);
  const RowMatrix<T> values = sample.copy();
  double total = 0;
  Index last = -1;
  for (Index k = 0; k < 100; ++k) {
    Index row = last + 1;
    while (row < 997 && (X.row(row).cast<T>() - values.row(k)).norm() > 1e-6) ++row;
    ASSERT_LT(row, 997) << "row " << k << " of the sample is none of the table, or out of order";
    last = row;
    EXPECT_EQ(sample.weights(k), w(row));
    EXPECT_NEAR(sample.norm(k), X.row(row).norm(), 1e-5);
    total += w(row);
  }
  EXPECT_NEAR(sample.total_weight, total, 1e-12 * total);
}

TEST(GramSketch, SpansThePrincipalDirectionsOfTheRows) {
  const RowMatrix<double> X = rotated_rows(40, 90, 1);
  const Matrix<double> G = X * X.transpose();
  for (const bool weighted : {false, true}) {
    const Vector<double> w = weighted ? random_weights(40, 2) : Vector<double>();
    const GramSketch sketch = gram_range_finder(G, w, 4, 5);
    ASSERT_EQ(sketch.rank, 4);
    const Matrix<double> W = X.transpose() * sketch.C;
    EXPECT_LE(departure_from_orthonormal(W), 1e-10);
    EXPECT_GE(share_of_best(X, w, W), 0.999);
  }
}

TEST(GramSketch, SaysWhereTheRankIsLower) {
  const RowMatrix<double> X = random_rows(30, 2, 1) * random_rows(2, 60, 2);
  EXPECT_EQ(gram_range_finder(X * X.transpose(), {}, 4, 5).rank, 2);
}

}  // namespace
}  // namespace l21::internal::test
