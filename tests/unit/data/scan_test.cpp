#include "data/scan.hpp"

#include <algorithm>
#include <string>

#include "data/column_statistics.hpp"
#include "l21/error.hpp"
#include "unit/rows/stored_table.hpp"

namespace l21::internal::test {
namespace {

TEST(ScanRows, FindsLargestValueAndMeanForEveryStorageAndLayout) {
  for (const Storage storage : kStorages)
    for (const Layout layout : kLayouts)
      for (const auto& [n, d] : {std::pair<Index, Index>{1, 1}, {1, 9}, {300, 1}, {257, 13}}) {
        const StoredTable table = stored_table(storage, layout, n, d);
        const RawStatistics raw = scan_rows(table.view, {}, 2);
        EXPECT_EQ(raw.max_abs, table.values.cwiseAbs().maxCoeff());
        EXPECT_LE((raw.mean - table.values.colwise().mean().transpose()).norm(), 1e-11);
        EXPECT_EQ(raw.reads, 1);
      }
}

TEST(ScanRows, WeighsTheMean) {
  const RowMatrix<double> X = random_rows(700, 5, 1);
  const Vector<double> w = random_weights(700, 2), expected = X.transpose() * w / w.sum();
  EXPECT_LE((scan_rows(rows_of(X), w, 3).mean - expected).norm(), 1e-13);
}

TEST(ScanRows, GivesTheSameBitsForAnyNumberOfThreads) {
  const RowMatrix<double> X = random_rows(13001, 40, 1);  // enough to be worth threads
  const Vector<double> w = random_weights(13001, 2), alone = scan_rows(rows_of(X), w, 1).mean;
  for (const int threads : kThreadCounts) EXPECT_TRUE(same_bits(scan_rows(rows_of(X), w, threads).mean, alone));
}

// The sum of the rows overflows, or every one of its digits is lost: the mean does not.
TEST(ScanRows, FindsTheMeanOfHugeAndTinyValues) {
  for (const double unit : {1e300, 1e-300, 1e307, 1e-310}) {
    const RowMatrix<double> X = (random_rows(600, 3, 1).array() + 5).matrix();
    const RowMatrix<double> scaled = X * unit;
    const RawStatistics raw = scan_rows(rows_of(scaled), {}, 2);
    const double lost = unit < 1e-308 ? 1e-8 : 1e-12;  // subnormal values themselves have fewer digits
    EXPECT_LE((raw.mean / unit - X.colwise().mean().transpose()).norm(), lost) << unit;
    EXPECT_EQ(raw.max_abs, scaled.cwiseAbs().maxCoeff());
    EXPECT_EQ(raw.reads, 2);
  }
}

TEST(ScanRows, OfZerosIsZero) {
  const RowMatrix<double> X = RowMatrix<double>::Zero(9, 4);
  EXPECT_EQ(scan_rows(rows_of(X), {}, 1).max_abs, 0);
  EXPECT_TRUE(scan_rows(rows_of(X), {}, 1).mean.isZero(0));
}

std::string complaint(const RowsView& view, int threads) {
  try {
    (void)scan_rows(view, {}, threads);
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

TEST(ScanRows, NamesTheFirstValueThatIsNotFiniteForAnyNumberOfThreads) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const auto& [bad, word] : {std::pair<double, std::string>{nan, "nan"}, {inf, "inf"}, {-inf, "-inf"}})
    for (const Index row : {Index{0}, Index{255}, Index{256}, Index{3000}, Index{4999}}) {
      RowMatrix<double> X = RowMatrix<double>::Ones(5000, 101);  // enough to be worth threads
      X(row, 1) = bad;
      X(row, 2) = X(4999, 2) = nan;
      const Matrix<double> by_columns = X;
      for (const int threads : kThreadCounts)
        for (const RowsView& view : {rows_of(X), rows_of(by_columns)}) {
          const std::string text = complaint(view, threads);
          EXPECT_NE(text.find("row " + std::to_string(row + 1) + ", column 2"), std::string::npos) << text;
          EXPECT_NE(text.find(word), std::string::npos) << text;
        }
    }
}

TEST(ColumnMedians, AreThoseOfEveryColumnTimesItsFactor) {
  for (const Layout layout : kLayouts)
    for (const Index d : {1, 63, 64, 65, 200}) {
      const StoredTable table = stored_table(Storage::int16, layout, 31, d);
      const Vector<double> factor = random_weights(d, 3);
      const Vector<double> medians = column_medians(table.view, factor, {}, 3);
      for (Index j = 0; j < d; ++j) {
        Vector<double> column = table.values.col(j) * factor(j);
        std::sort(column.data(), column.data() + 31);
        EXPECT_NEAR(medians(j), column(15), 1e-11);
      }
    }
}

}  // namespace
}  // namespace l21::internal::test
