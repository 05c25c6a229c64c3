#include "data/foretold_cells.hpp"

#include <limits>
#include <vector>

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

constexpr Index kRows = 200;

// Two columns that go together, two that go against each other, one by itself.
RowMatrix<double> pairs_of_columns() {
  const RowMatrix<double> z = random_rows(kRows, 5, 3);
  RowMatrix<double> X(kRows, 5);
  X << z.col(0), z.col(0) + 0.1 * z.col(1), z.col(2), -3 * z.col(2) + 0.1 * z.col(3), z.col(4);
  return X;
}

Holes unforetold(const RowMatrix<double>& X, const Vector<double>& weights = {}) {
  const RowScheme scheme{Vector<double>::Ones(X.cols()), Vector<double>::Zero(X.cols())};
  const CellTable table{rows_of(X), weights, 2};
  CellModel none;
  none.least_scale = Vector<double>::Zero(X.cols());
  return unforetold_cells(table, scheme, cell_scales(table, scheme, none, RowMatrix<double>(X.rows(), 0)));
}

bool contains(const Holes& holes, Index row, Index column) {
  for (const std::int32_t j : holes.of_row(row))
    if (j == column) return true;
  return false;
}

// Within the range of its column, but not beside the other one.
TEST(UnforetoldCells, AreThoseThatContradictTheirColumnsCompanions) {
  RowMatrix<double> X = pairs_of_columns();
  for (Index i = 0; i < 10; ++i) X(i, 1) = X(i, 0) > 0 ? -1.5 : 1.5;
  for (Index i = 20; i < 30; ++i) X(i, 2) = X(i, 3) > 0 ? 1.5 : -1.5;
  const Holes found = unforetold(X);
  for (Index i = 0; i < 10; ++i) EXPECT_TRUE(contains(found, i, 1)) << i;
  for (Index i = 20; i < 30; ++i) EXPECT_TRUE(contains(found, i, 2)) << i;
  EXPECT_LE(found.count(), 80);  // the companions, and 1 of 100 besides
  for (Index i = 0; i < kRows; ++i) EXPECT_FALSE(contains(found, i, 4)) << i;
}

TEST(UnforetoldCells, AreNotThoseThatAreMissing) {
  RowMatrix<double> X = pairs_of_columns();
  for (Index i = 0; i < kRows; i += 4) X(i, 0) = std::numeric_limits<double>::quiet_NaN();
  X.col(4).setConstant(std::numeric_limits<double>::quiet_NaN());
  const Holes found = unforetold(X);
  for (Index i = 0; i < kRows; ++i) {
    EXPECT_FALSE(contains(found, i, 0) && i % 4 == 0) << i;
    EXPECT_FALSE(contains(found, i, 4)) << i;
  }
}

TEST(UnforetoldCells, AreThoseOfTheRowsThatCount) {
  RowMatrix<double> X = pairs_of_columns();
  Vector<double> weights = Vector<double>::Ones(kRows);
  for (Index i = 0; i < kRows; i += 2) X(i, 1) = -X(i, 0), weights(i) = 0;
  const Holes found = unforetold(X, weights);
  Index among_others = 0, among_turned = 0;
  for (Index i = 0; i < kRows; ++i) (i % 2 == 0 ? among_turned : among_others) += contains(found, i, 1) ? 1 : 0;
  EXPECT_LE(among_others, 5);
  EXPECT_GE(among_turned, 70);
}

TEST(UnforetoldCells, OfConstantOrFewRowsAreNone) {
  EXPECT_EQ(unforetold(RowMatrix<double>::Constant(9, 4, 2.5)).count(), 0);
  EXPECT_EQ(unforetold(random_rows(1, 4, 1)).count(), 0);
}

}  // namespace
}  // namespace l21::internal::test
