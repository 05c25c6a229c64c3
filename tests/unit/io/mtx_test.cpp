#include "io/text/mtx.hpp"

#include "support.hpp"

namespace l21::internal::test {
namespace {

using MtxFile = FileTest;

Table parse(std::string_view text) {
  return io::parse_mtx(text, "t.mtx");
}
std::string error(std::string_view text) {
  return message_of<DataError>([&] { (void)parse(text); });
}
const std::string kGeneral = "%%MatrixMarket matrix array real general\n";

TEST(Mtx, ADenseMatrixIsReadColumnByColumn) {
  const Table table = parse(kGeneral + "% a comment\n\n2 3\n1\n2\n3.5\n4\n-5e1\n6\n");
  EXPECT_EQ(rows_of(table), (Rows{{1, 3.5, -50}, {2, 4, 6}}));
  EXPECT_EQ(table.view.row_stride, 1);
  EXPECT_EQ(table.view.col_stride, 2);
}

TEST(Mtx, TheBannerMayBeInAnyCase) {
  EXPECT_EQ(rows_of(parse("%%MATRIXMARKET MATRIX ARRAY INTEGER GENERAL\r\n1 2\r\n7 8\r\n")), (Rows{{7, 8}}));
}

TEST(Mtx, SymmetricMatricesAreCompleted) {
  EXPECT_EQ(rows_of(parse("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n")), (Rows{{1, 2}, {2, 3}}));
  EXPECT_EQ(rows_of(parse("%%MatrixMarket matrix array real skew-symmetric\n2 2\n5\n")), (Rows{{0, -5}, {5, 0}}));
}

const std::string kCoordinate = "%%MatrixMarket matrix coordinate real general\n";

TEST(Mtx, SparseFilesMayListTheirEntriesInAnyOrder) {
  const Table table = parse(kCoordinate + "% rows columns entries\n3 4 4\n3 1 5\n1 4 -2.5\n3 3 1\n1 1 7\n");
  ASSERT_TRUE(table.sparse);
  EXPECT_EQ(rows_of(table), (Rows{{7, 0, 0, -2.5}, {0, 0, 0, 0}, {5, 0, 1, 0}}));
  EXPECT_EQ(table.sparse->starts, (std::vector<std::int64_t>{0, 2, 2, 4}));
  EXPECT_EQ(table.sparse->columns, (std::vector<std::int32_t>{0, 3, 0, 2}));
}

TEST(Mtx, SparsePatternsAndSymmetriesAreCompleted) {
  EXPECT_EQ(rows_of(parse("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n")), (Rows{{0, 0}, {1, 0}}));
  EXPECT_EQ(rows_of(parse("%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 3\n2 1 4\n")),
            (Rows{{3, 4}, {4, 0}}));
  EXPECT_EQ(rows_of(parse("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 4\n")),
            (Rows{{0, -4}, {4, 0}}));
}

TEST(Mtx, SparseFilesThatLieAreReported) {
  EXPECT_EQ(error(kCoordinate + "2 2\n"), "t.mtx:3: the size is not three counts: ''");
  EXPECT_EQ(error(kCoordinate + "2 2 1\n3 1 5\n"), "t.mtx:3: entry 1: row '3' is not one of 1 to 2");
  EXPECT_EQ(error(kCoordinate + "2 2 1\n1 0 5\n"), "t.mtx:3: entry 1: column '0' is not one of 1 to 2");
  EXPECT_EQ(error(kCoordinate + "2 2 2\n1 1 5\n"), "t.mtx:4: ends before entry 2");
  EXPECT_EQ(error(kCoordinate + "2 2 1\n1 1 5\n2 2 6\n"), "t.mtx:4: more than 1 entries: '2'");
  EXPECT_EQ(error(kCoordinate + "2 2 2\n1 1 5\n1 1 6\n"), "t.mtx: row 1, column 1: two entries; add them up first");
  EXPECT_EQ(error(kCoordinate + "2 2 999999\n1 1 5\n"), "t.mtx: claims 999999 entries and is too short");
  EXPECT_EQ(error(kCoordinate + "2000000000 2 1\n1 1 5\n"),
            "t.mtx: claims a size of 2000000000 x 2, but has 1 entries only");
  EXPECT_EQ(error(kCoordinate + "0 2 0\n"), "t.mtx: holds no values, its size is 0 x 2");
  EXPECT_EQ(error(kCoordinate + "2 2 1\n1 2 inf\n"), "t.mtx:3: row 1, column 2: not a finite number: 'inf'");
}

TEST_F(MtxFile, SparseTablesAreWrittenAsCoordinates) {
  const std::string text = kCoordinate + "2 3 2\n1 3 0.1\n2 1 -4\n";
  const std::string path = folder / "s.mtx";
  write_table(path, parse(text));
  EXPECT_EQ(slurp(path), text);
}

TEST(Mtx, OtherBannersAreRefused) {
  EXPECT_EQ(error(""), "t.mtx: the file is empty");
  EXPECT_EQ(error("1 2\n"), "t.mtx:1: is not Matrix Market (it does not begin with '%%MatrixMarket matrix')");
  EXPECT_EQ(error("%%MatrixMarket matrix array complex general\n"),
            "t.mtx:1: 'complex' values cannot be read, only real and integer ones");
  EXPECT_EQ(error("%%MatrixMarket matrix array real hermitian\n"),
            "t.mtx:1: unknown symmetry 'hermitian'; general and symmetric are read");
  EXPECT_EQ(error("%%MatrixMarket matrix table real general\n"),
            "t.mtx:1: unknown format 'table', 'array' or 'coordinate' was expected");
  EXPECT_EQ(error("%%MatrixMarket matrix array real symmetric\n2 3\n"),
            "t.mtx: a symmetric matrix must be square, the size is 2 x 3");
}

TEST(Mtx, BadValuesAreReportedWithTheirLine) {
  EXPECT_EQ(error(kGeneral + "2 1\n1\nx\n"), "t.mtx:4: row 2, column 1: not a number: 'x'");
  EXPECT_EQ(error(kGeneral + "2 1\n1\nnan\n"), "t.mtx:4: row 2, column 1: not a finite number: 'nan'");
  EXPECT_EQ(error(kGeneral + "2 1\n1\n"), "t.mtx:4: ends before the value of row 2, column 1");
  EXPECT_EQ(error(kGeneral + "1 1\n1\n2\n"), "t.mtx:4: more values than 1 x 1: '2'");
  EXPECT_EQ(error(kGeneral + "2 x\n"), "t.mtx:2: the size is not two counts: 'x'");
}

TEST(Mtx, AClaimBeyondTheFileIsRefusedBeforeAllocation) {
  EXPECT_EQ(error(kGeneral + "1000000 1000000\n1\n"), "t.mtx: claims 1000000 x 1000000 values and is too short");
  EXPECT_EQ(error(kGeneral + "4611686018427387904 4\n1\n"),
            "t.mtx: claims 4611686018427387904 x 4 values and is too short");
}

TEST(Mtx, AMatrixWithoutValuesIsRefused) {
  EXPECT_EQ(error(kGeneral + "0 1218427387904\n"), "t.mtx: holds no values, its size is 0 x 1218427387904");
}

TEST_F(MtxFile, WhatIsWrittenIsReadBack) {
  const Table table = make_table<double>(2, 3, {0.1, 2, 3e-300, 4, 5, 1.0 / 3});
  write_table(folder / "a.mtx", table);
  EXPECT_EQ(rows_of(read_table(folder / "a.mtx")), rows_of(table));
  write_table(folder / "b.mtx", counting_table<std::uint8_t>(1, 2));
  EXPECT_EQ(slurp(folder / "b.mtx"), "%%MatrixMarket matrix array integer general\n1 2\n0\n1\n");
}

}  // namespace
}  // namespace l21::internal::test
