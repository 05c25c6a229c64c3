#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "io/text/csv.hpp"
#include "io/text/mtx.hpp"
#include "io/text/svmlight.hpp"
#include "support.hpp"

namespace l21::internal::test {
namespace {

using ReadMissingFile = FileTest;

Table parse(std::string_view text, const ReadOptions& options) {
  return io::parse_csv(text, "t.csv", options);
}
std::string data_error(std::string_view text, const ReadOptions& options = {}) {
  return message_of<DataError>([&] { (void)parse(text, options); });
}

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// Equal numbers, NaN where NaN is expected.
void expect_cells(const Table& table, const Rows& expected) {
  ASSERT_EQ(table.view.rows, static_cast<Index>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(table.view.cols, static_cast<Index>(expected[i].size()));
    for (std::size_t j = 0; j < expected[i].size(); ++j) {
      const double found = value(table, static_cast<Index>(i), static_cast<Index>(j));
      EXPECT_TRUE(found == expected[i][j] || (std::isnan(found) && std::isnan(expected[i][j])))
          << "row " << i << ", column " << j << ": " << found;
    }
  }
}
ReadOptions with_missing() {
  ReadOptions options;
  options.missing_cells = MissingCells::as_nan;
  return options;
}

TEST(ReadMissing, EveryWordIsReadInAnyCase) {
  for (const std::string_view word : {"NA", "na", "N/A", "n/a", "NaN", "nan", "-nan", "null", "NULL", "None", "none",
                                      "?", "-", "#N/A", "missing", "Missing", "<NA>"}) {
    expect_cells(parse(fmt::format("a,b\n1,{}\n{},2\n", word, word), with_missing()), {{1, kMissing}, {kMissing, 2}});
    expect_cells(parse(fmt::format("1, {}\t\n\"{}\",2\n", word, word), with_missing()), {{1, kMissing}, {kMissing, 2}});
    EXPECT_NE(data_error(fmt::format("1,2\n{},4\n", word)).find("; --missing fit fits with such cells"),
              std::string::npos)
        << word;
  }
}

TEST(ReadMissing, EmptyCellsAreReadAlsoInQuotesAndAtTheEndOfALine) {
  expect_cells(parse("1,2,\n,3, \n\"\",\" \",4\n", with_missing()),
               {{1, 2, kMissing}, {kMissing, 3, kMissing}, {kMissing, kMissing, 4}});
  expect_cells(parse("1,2,\r\n,,\r\n3,4,", with_missing()),
               {{1, 2, kMissing}, {kMissing, kMissing, kMissing}, {3, 4, kMissing}});
  expect_cells(parse("a\tb\n\t1\n2\t\n", with_missing()), {{kMissing, 1}, {2, kMissing}});
  expect_cells(parse("\"\"\n1\n", with_missing()), {{kMissing}, {1}});
}

TEST(ReadMissing, TheFirstLineMayHoldThem) {
  expect_cells(parse(",NA\n3,4\n", with_missing()), {{kMissing, kMissing}, {3, 4}});
  expect_cells(parse("#N/A,2\n3,4\n", with_missing()), {{kMissing, 2}, {3, 4}});
  expect_cells(parse("?\n", with_missing()), {{kMissing}});
}

TEST(ReadMissing, BetweenBlanksOnlyWordsAreMissing) {
  expect_cells(parse(" NA  2 \n3\t?\n", with_missing()), {{kMissing, 2}, {3, kMissing}});
  EXPECT_EQ(data_error("1 2 3\n4  6\n", with_missing()), "t.csv:2: expected 3 fields as in line 1, found 2");
}

TEST(ReadMissing, OtherWordsInfinitiesAndBlankLinesAreRefusedAsBefore) {
  for (const std::string_view text : {"1,2\n3,x\n", "1,2\n3,N A\n", "1,2\n3,.\n", "1,2\n3,--\n", "1,2\n3,inf\n",
                                      "1,2\n3,1e999\n", "1,2\n\n3,4\n", "1\n \n2\n", "1,2\n3\n", "1,2\n3,\"\n"}) {
    const std::string message = data_error(text);
    EXPECT_EQ(data_error(text, with_missing()), message);
    EXPECT_EQ(message.find("--missing"), std::string::npos) << message;
  }
}

TEST(ReadMissing, IdsAndExcludedColumnsAreLeftAlone) {
  ReadOptions options = with_missing();
  options.id_column = "who";
  options.exclude = {"city"};
  const Table table = parse("who,city,x\nNA,Rome,1\n,?,\n-,,2\n", options);
  EXPECT_EQ(table.row_ids, (Names{"NA", "", "-"}));
  expect_cells(table, {{1}, {kMissing}, {2}});
}

TEST(ReadMissing, TransposedTextMayHoldThem) {
  ReadOptions options = with_missing();
  options.transpose = true;
  const Table table = parse("gene,s1,s2\nNA,1,\nB,?,4\n", options);
  EXPECT_EQ(table.column_names, (Names{"NA", "B"}));
  EXPECT_EQ(table.row_ids, (Names{"s1", "s2"}));
  expect_cells(table, {{1, kMissing}, {kMissing, 4}});
  expect_cells(parse(",1\n2,3\n", options), {{kMissing, 2}, {1, 3}});
}

TEST(ReadMissing, LongTextsAreReadWithThem) {
  std::string text = "a,b\n";
  for (Index i = 0; i < 400000; ++i) text += i % 1000 == 7 ? fmt::format(",{}\n", i) : fmt::format("{0},{0}\n", i);
  ASSERT_GT(text.size(), std::size_t{4} << 20);
  const Table table = parse(text, with_missing());
  ASSERT_EQ(table.view.rows, 400000);
  for (Index i = 0; i < 400000; ++i) {
    ASSERT_EQ(std::isnan(value(table, i, 0)), i % 1000 == 7) << i;
    ASSERT_EQ(value(table, i, 1), static_cast<double>(i));
  }
}

TEST(ReadMissing, InSparseTextOnlyNanIs) {
  const std::string sparse = "%%MatrixMarket matrix coordinate real general\n2 2 2\n";
  expect_cells(io::parse_mtx(sparse + "1 2 nan\n2 1 3\n", "t.mtx", MissingCells::as_nan), {{0, kMissing}, {3, 0}});
  expect_cells(io::parse_svmlight("1 1:2 2:NaN\n", "t.svm", MissingCells::as_nan), {{2, kMissing}});
  EXPECT_EQ(message_of<DataError>([&] { (void)io::parse_mtx(sparse + "1 2 NA\n", "t.mtx", MissingCells::as_nan); }),
            "t.mtx:3: row 1, column 2: not a number: 'NA'");
  EXPECT_EQ(message_of<DataError>([] { (void)io::parse_svmlight("1 1:inf\n", "t.svm", MissingCells::as_nan); }),
            "t.svm:1: row 1, column 1: not a finite number: 'inf'");
}

TEST_F(ReadMissingFile, EveryFormatGivesBackWhatWasWritten) {
  const Table table = make_table<double>(3, 2, {kMissing, -kMissing, 1, kMissing, 2, 3});
  for (const std::string name : {"a.csv", "a.tsv.gz", "a.mtx", "a.npy", "a.npz", "a.mat", "a.h5"}) {
    write_table(folder / name, table);
    SCOPED_TRACE(name);
    expect_cells(read_table(folder / name, with_missing()), {{kMissing, kMissing}, {1, kMissing}, {2, 3}});
  }
}

}  // namespace
}  // namespace l21::internal::test
