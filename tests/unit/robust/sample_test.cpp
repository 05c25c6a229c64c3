#include "robust/sample.hpp"

#include <algorithm>
#include <numeric>

#include "linalg/blas.hpp"
#include "robust/damage.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

TEST(RowsOfSample, AreAllRowsOfASmallTableAndAsManyAsTheyCount) {
  EXPECT_EQ(rows_of_sample({}, 5, 10, 1), (std::vector<Index>{0, 1, 2, 3, 4}));
  Vector<double> counts(4);
  counts << 2, 0, 1, 3;
  EXPECT_EQ(rows_of_sample(counts, 4, 10, 1), (std::vector<Index>{0, 0, 2, 3, 3, 3}));
}

TEST(RowsOfSample, AreOneOfEachStretchOfALargeTable) {
  const auto rows = rows_of_sample({}, 1000, 10, 7);
  ASSERT_EQ(rows.size(), 10U);
  for (std::size_t k = 0; k < 10; ++k) EXPECT_EQ(rows[k] / 100, static_cast<Index>(k));
  EXPECT_NE(rows, rows_of_sample({}, 1000, 10, 8));
}

TEST(Sample, OfWideRowsKeepsTheirDistancesAndFindsBackSubspaces) {
  // One row is a million times as long as the others.
  Damaged table = damaged(Damage::none, {.seed = 3, .rows = 40, .cols = 70});
  table.X.row(7) *= 1e6;
  std::vector<Index> all(40);
  std::iota(all.begin(), all.end(), Index{0});
  const Vector<double> factor = Vector<double>::Ones(70);
  const Sample sample(rows_of(table.X), factor, all, 1);
  const RowMatrix<double>& Y = sample.coordinates();
  ASSERT_LE(Y.cols(), 40);
  // They come in the order of their distances from a point: the long one is the last. Pairs are compared by number.
  std::vector<double> distances, expected;
  for (Index i = 0; i < 39; ++i)
    for (Index j = 0; j < i; ++j) distances.push_back((Y.row(i) - Y.row(j)).norm());
  for (Index i = 0; i < 40; ++i)
    for (Index j = 0; j < i; ++j)
      if (i != 7 && j != 7) expected.push_back((table.X.row(i) - table.X.row(j)).norm());
  std::sort(distances.begin(), distances.end());
  std::sort(expected.begin(), expected.end());
  ASSERT_EQ(distances.size(), expected.size());
  for (std::size_t k = 0; k < distances.size(); ++k) EXPECT_NEAR(distances[k], expected[k], 1e-6 * expected[k]);
  // The subspace through three rows runs through three rows of the table.
  const Matrix<double> edges = Y(std::vector<Index>{1, 2}, Eigen::all).rowwise() - Y.row(0);
  const Matrix<double> V = edges.transpose();
  const Candidate found = sample.in_table({thin_qr(V), Y.row(0).transpose()});
  EXPECT_LE((found.W.transpose() * found.W - Matrix<double>::Identity(2, 2)).norm(), 1e-12);
  Index inside = 0;
  for (Index i = 0; i < 40; ++i) {
    const Vector<double> z = table.X.row(i).transpose() - found.center;
    inside += (z - found.W * (found.W.transpose() * z)).norm() < 1e-5 ? 1 : 0;
  }
  EXPECT_EQ(inside, 3);
}

TEST(Sample, OfLongTablesHasTheColumnsAsCoordinates) {
  const Damaged table = damaged(Damage::cluster, {.seed = 3});
  const Sample sample(rows_of(table.X), Vector<double>::Ones(20),
                      {3, 4, 9, 11, 12, 13, 17, 18, 20, 21, 22, 23, 25, 26, 27, 28, 29, 30, 31, 32, 33}, 2);
  const Candidate found = sample.in_table({table.W, Vector<double>::Zero(20)});
  EXPECT_EQ(found.W, table.W);
  double nearest = 1;
  for (Index k = 0; k < 21; ++k)
    nearest =
        std::min(nearest, (sample.coordinates().row(k).transpose() + found.center - table.X.row(9).transpose()).norm());
  EXPECT_LE(nearest, 1e-12);
}

}  // namespace
}  // namespace l21::internal::test
