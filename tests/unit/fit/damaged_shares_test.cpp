#include "fit/damaged_shares.hpp"

#include <limits>

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

// The first cells of the first rows; `every` leaves out those between.
struct Damage {
  Index rows, cells, every = 1;
};

Holes holes_of(Index n, const std::vector<Damage>& damages) {
  Holes holes;
  for (Index i = 0; i < n; ++i) {
    Index first = 0;
    for (const Damage& damage : damages) {
      if (i >= first && i < first + damage.rows)
        for (Index k = 0; k < damage.cells; ++k) holes.column.push_back(static_cast<std::int32_t>(k * damage.every));
      first += damage.rows;
    }
    holes.start.push_back(holes.count());
  }
  return holes;
}

// A table of 100 x 100 cells.
struct Table {
  RowMatrix<double> X = random_rows(100, 100, 1);
  FitOptions options;
  FitData data{.stored = rows_of(X), .options = options, .observer = {}, .threads = 1};

  CellVerdict verdict(const std::vector<Damage>& damages, bool images) {
    return judged(DamagedShares(holes_of(100, damages), data), images).verdict;
  }
};

TEST(DamagedShares, OfTablesMayBeAFifthOfTheCells) {
  Table table;
  EXPECT_EQ(table.verdict({}, false), CellVerdict::none);
  EXPECT_EQ(table.verdict({{1, 1}}, false), CellVerdict::left_out);
  EXPECT_EQ(table.verdict({{100, 19}}, false), CellVerdict::left_out);
  EXPECT_EQ(table.verdict({{100, 21}}, false), CellVerdict::too_many);
}

TEST(DamagedShares, OfRowsThatAreMostlyDamagedAreThoseOfForeignRows) {
  Table table;
  EXPECT_EQ(table.verdict({{39, 51}}, false), CellVerdict::left_out);
  EXPECT_EQ(table.verdict({{41, 51}}, false), CellVerdict::too_many);
  const DamagedShares damaged(holes_of(100, {{3, 51}, {5, 10}}), table.data);
  EXPECT_EQ(damaged.beyond(), (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(damaged.cells(), 3 * 51 + 50);
  EXPECT_NEAR(damaged.share_in_rows(0), 50.0 / 9700, 1e-12);
}

TEST(DamagedShares, OfImagesAreNoneOrATenth) {
  Table table;
  EXPECT_EQ(table.verdict({{100, 1}}, true), CellVerdict::none);  // here and there
  EXPECT_EQ(table.verdict({{10, 25}}, true), CellVerdict::left_out);
  EXPECT_EQ(table.verdict({{30, 25}}, true), CellVerdict::left_out);
  EXPECT_EQ(table.verdict({{30, 45}}, true), CellVerdict::too_many);
}

// Patches are where they are in few images; single cells may be anywhere.
TEST(DamagedShares, OfImagesThatAllHavePatchesAreNoDamage) {
  Table table;
  EXPECT_EQ(table.verdict({{45, 12}}, true), CellVerdict::too_many);
  EXPECT_EQ(table.verdict({{45, 12, 2}}, true), CellVerdict::left_out);
}

TEST(DamagedShares, LeaveOutMissingCellsAndRowsWithoutWeight) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  Table table;
  table.X.topLeftCorner(45, 12).setConstant(kNaN);
  FilledRows filled(rows_of(table.X), find_holes(rows_of(table.X), 1));
  table.data.holes = std::shared_ptr<FilledRows>(&filled, [](FilledRows*) {});
  // 12 missing and 13 damaged cells that do not lie together.
  Holes holes;
  for (Index i = 0; i < 100; ++i) {
    for (std::int32_t j = 0; i < 45 && j < 12; ++j) holes.column.push_back(j);
    for (std::int32_t j = 0; i < 45 && j < 13; ++j) holes.column.push_back(20 + 3 * j);
    holes.start.push_back(holes.count());
  }
  const DamagedShares damaged(holes, table.data);
  EXPECT_EQ(damaged.cells(), 45 * 13);
  EXPECT_EQ(damaged.patched(), 0);
  EXPECT_EQ(judged(damaged, true).verdict, CellVerdict::left_out);

  table.options.weights = Vector<double>::Ones(100);
  table.options.weights.head(45).setZero();
  const DamagedShares none(holes, table.data);
  EXPECT_EQ(none.cells(), 0);
  EXPECT_EQ(judged(none, true).verdict, CellVerdict::none);
}

}  // namespace
}  // namespace l21::internal::test
