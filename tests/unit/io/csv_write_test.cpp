#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "io/text/csv.hpp"
#include "support.hpp"

namespace l21::internal::test {
namespace {

using CsvWrite = FileTest;

std::string format(const Table& table, char delimiter = ',') {
  std::string text;
  io::format_csv(table, delimiter, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST_F(CsvWrite, NumbersTakeTheFewestDigits) {
  EXPECT_EQ(format(make_table<double>(1, 3, {1, 0.1, -2.5e-7})), "1,0.1,-2.5e-07\n");
  EXPECT_EQ(format(make_table<float>(1, 2, {0.1f, 16777216.0f})), "0.1,16777216\n");
  EXPECT_EQ(format(make_table<std::uint8_t>(2, 1, {7, 255})), "7\n255\n");
  EXPECT_EQ(format(make_table<std::int16_t>(1, 2, {-5, 300}), '\t'), "-5\t300\n");
}

TEST_F(CsvWrite, NamesAndIdsAreQuotedWhereNeeded) {
  Table table = make_table<double>(2, 2, {1, 2, 3, 4});
  table.column_names = {"a,b", "say \"x\""};
  table.row_ids = {"#1", "two\nlines"};
  table.id_name = "who";
  EXPECT_EQ(format(table), "who,\"a,b\",\"say \"\"x\"\"\"\n\"#1\",1,2\n\"two\nlines\",3,4\n");
}

TEST_F(CsvWrite, NamesThatLookLikeNumbersAreReadBackAsNames) {
  Table table = make_table<double>(1, 2, {1, 2});
  table.column_names = {"1990", "1991"};
  EXPECT_EQ(io::parse_csv(format(table), "t", {}).column_names, table.column_names);
}

TEST_F(CsvWrite, ATransposedTableIsWrittenByRows) {
  Table table = counting_table<double>(2, 3);
  table.view = table.view.transposed();
  EXPECT_EQ(format(table), "0,3\n1,4\n2,5\n");
}

TEST_F(CsvWrite, EveryTextExtensionIsWritten) {
  Table table = counting_table<double>(2, 2);
  table.column_names = {"a", "b"};
  for (const std::string name : {"a.csv", "a.tsv", "a.csv.gz", "a.tsv.gz"}) {
    write_table(folder / name, table);
    const Table back = read_table(folder / name);
    EXPECT_EQ(rows_of(back), rows_of(table)) << name;
    EXPECT_EQ(back.column_names, table.column_names) << name;
  }
  EXPECT_EQ(slurp(folder / "a.tsv"), "a\tb\n0\t1\n2\t3\n");
  EXPECT_EQ(slurp(folder / "a.csv.gz").substr(0, 2), "\x1f\x8b");
}

TEST_F(CsvWrite, StandardOutputIsCsvAndItsFailureIsReported) {
  const Table table = counting_table<double>(2, 2);
  ::testing::internal::CaptureStdout();
  write_table("-", table);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "0,1\n2,3\n");

  std::fflush(stdout);
  const int saved = ::dup(1);
  FILE* full = std::fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  ::dup2(::fileno(full), 1);
  const std::string message = message_of<DataError>([&] { write_table("-", table); });
  ::dup2(saved, 1);
  ::close(saved);
  std::fclose(full);
  EXPECT_EQ(message, "standard output: cannot be written: No space left on device");
}

TEST_F(CsvWrite, AFullDiskIsReported) {
  const Table table = counting_table<double>(2, 2);
  for (const std::string name :
       {"full.csv", "full.csv.gz", "full.npy", "full.npz", "full.mtx", "full.h5", "full.mat"}) {
    fs::create_symlink("/dev/full", folder / name);
    EXPECT_EQ(message_of<DataError>([&] { write_table(folder / name, table); }),
              (folder / name) + ": cannot be written: No space left on device");
  }
}

// Any finite bit pattern: denormals, huge and tiny numbers, negative zero.
double any_finite() {
  const auto bits = *rc::gen::arbitrary<std::uint64_t>();
  double value = 0.0;
  std::memcpy(&value, &bits, sizeof value);
  if (*rc::gen::inRange(0, 4) == 0) value = std::ldexp(1.0 + static_cast<double>(bits & 0xffff), -1074);
  return std::isfinite(value) ? value : std::numeric_limits<double>::max();
}

RC_GTEST_PROP(CsvProperty, EveryFiniteDoubleIsReadBackExactly, ()) {
  const auto rows = *rc::gen::inRange<Index>(1, 6);
  const auto cols = *rc::gen::inRange<Index>(1, 6);
  Table table = Table::row_major(Storage::float64, rows, cols);
  for (Index i = 0; i < rows * cols; ++i) table.values<double>()[i] = any_finite();
  const char delimiter = *rc::gen::element(',', '\t');
  const Table back = io::parse_csv(format(table, delimiter), "p", {});
  RC_ASSERT(back.view.rows == rows);
  RC_ASSERT(back.view.cols == cols);
  RC_ASSERT(std::memcmp(back.bytes.get(), table.bytes.get(), static_cast<std::size_t>(rows * cols) * 8) == 0);
}

RC_GTEST_PROP(CsvProperty, EveryIdAndNameIsReadBack, ()) {
  const auto letters = rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab1,;|\t\"\n #")));
  const auto named = rc::gen::map(letters, [](const std::string& text) { return "x" + text; });
  Table table = counting_table<double>(3, 2);
  table.column_names = {*named, *named};
  table.id_name = *named;
  table.row_ids = {*letters, *letters, *letters};
  ReadOptions options;
  options.id_column = "1";
  const Table back = io::parse_csv(format(table), "p", options);
  RC_ASSERT(back.column_names == table.column_names);
  RC_ASSERT(back.id_name == table.id_name);
  RC_ASSERT(back.row_ids == table.row_ids);
  RC_ASSERT(rows_of(back) == rows_of(table));
}

}  // namespace
}  // namespace l21::internal::test
