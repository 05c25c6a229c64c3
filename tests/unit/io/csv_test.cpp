#include "io/text/csv.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <zlib.h>

#include <thread>

#include "support.hpp"

namespace l21::internal::test {
namespace {

using CsvFile = FileTest;

Table parse(std::string_view text, const ReadOptions& options = {}) {
  return io::parse_csv(text, "t.csv", options);
}
std::string data_error(std::string_view text, const ReadOptions& options = {}) {
  return message_of<DataError>([&] { (void)parse(text, options); });
}
ReadOptions excluding(Names names) {
  ReadOptions options;
  options.exclude = std::move(names);
  return options;
}

TEST(Csv, NumbersBecomeDoubles) {
  const Table table = parse("1,-2.5e3\n+4,.5\n");
  EXPECT_EQ(table.view.storage, Storage::float64);
  EXPECT_EQ(rows_of(table), (Rows{{1, -2500}, {4, 0.5}}));
  EXPECT_TRUE(table.column_names.empty());
}

TEST(Csv, TheLastNewlineMayBeMissing) {
  EXPECT_EQ(rows_of(parse("1,2\n3,4")), (Rows{{1, 2}, {3, 4}}));
}

TEST(Csv, WindowsLineEndsAreRead) {
  EXPECT_EQ(rows_of(parse("a,b\r\n1,2\r\n3,4\r\n")), (Rows{{1, 2}, {3, 4}}));
  EXPECT_EQ(rows_of(parse("a b\r\n1 2\r\n3 4 \r\n")), (Rows{{1, 2}, {3, 4}}));
}

TEST(Csv, BlanksAroundNumbersAreSkipped) {
  EXPECT_EQ(rows_of(parse(" 1 ,\t2\n3,4 \n")), (Rows{{1, 2}, {3, 4}}));
  EXPECT_EQ(rows_of(parse("  1  2\t\n\t3 4\n")), (Rows{{1, 2}, {3, 4}}));
}

TEST(Csv, QuotedNumbersAreNumbers) {
  EXPECT_EQ(rows_of(parse("\"1\",\"2.5\"\n\"3\",4\n")), (Rows{{1, 2.5}, {3, 4}}));
}

TEST(Csv, ANumberTooSmallForADoubleIsZero) {
  EXPECT_EQ(rows_of(parse("1e-999,-0\n2,3\n")), (Rows{{0, 0}, {2, 3}}));
}

TEST(Csv, QuotedNamesMayHoldDelimitersQuotesAndNewlines) {
  const Table table = parse("\"a,\n\"\"x\"\"\",b\n1,2\n");
  EXPECT_EQ(table.column_names, (Names{"a,\n\"x\"", "b"}));
}

TEST(Csv, TheIdColumnNamesTheRows) {
  ReadOptions options;
  options.id_column = "who";
  const Table table = parse("who,x\n\"Smith, \n\"\"J\"\"\",1\nbob,2\n", options);
  EXPECT_EQ(table.row_ids, (Names{"Smith, \n\"J\"", "bob"}));
  EXPECT_EQ(table.id_name, "who");
  EXPECT_EQ(table.column_names, (Names{"x"}));
  EXPECT_EQ(rows_of(table), (Rows{{1}, {2}}));
}

TEST(Csv, ExcludedColumnsAreNotParsedAsNumbers) {
  const Table table = parse("city,x,y\nRome,1,2\nOslo,3,4\n", excluding({"city"}));
  EXPECT_EQ(table.column_names, (Names{"x", "y"}));
  EXPECT_EQ(rows_of(table), (Rows{{1, 2}, {3, 4}}));
  EXPECT_EQ(rows_of(parse("Rome,1,2\nOslo,3,4\n", excluding({"1"}))), (Rows{{1, 2}, {3, 4}}));
}

TEST(Csv, ColumnsComeInTheOrderAskedFor) {
  ReadOptions options;
  options.columns = {"y", "x"};
  const Table table = parse("x,y\n1,2\n", options);
  EXPECT_EQ(table.column_names, (Names{"y", "x"}));
  EXPECT_EQ(rows_of(table), (Rows{{2, 1}}));
}

TEST(Csv, AWordIsReportedWithLineColumnAndAdvice) {
  EXPECT_EQ(data_error("id,height\n1,2\n3,tall\n"),
            "t.csv:3: column 2 ('height'): not a number: 'tall'; leave the column out with --exclude height");
  EXPECT_EQ(data_error("1,2\n3,x\n"), "t.csv:2: column 2: not a number: 'x'; leave the column out with --exclude 2");
  EXPECT_EQ(data_error("a,b c\n1,x\n3,4\n"),
            "t.csv:2: column 2 ('b c'): not a number: 'x'; leave the column out with --exclude 2");
}

TEST(Csv, DecimalCommasAreReported) {
  EXPECT_EQ(data_error("a;b\n1,5;2\n"),
            "t.csv:2: column 1 ('a'): not a number: '1,5'; leave the column out with --exclude a");
}

TEST(Csv, AMissingCellIsReportedWithWhatFitsWithIt) {
  EXPECT_EQ(data_error("a,b\n1,2\n3,\n"),
            "t.csv:3: column 2 ('b'): empty field; --missing fit fits with such cells, --exclude b leaves the column "
            "out");
  EXPECT_EQ(data_error("a,b c\n1,2\n3, \"\" \n"),
            "t.csv:3: column 2 ('b c'): empty field; --missing fit fits with such cells, --exclude 2 leaves the column "
            "out");
  EXPECT_EQ(data_error("1,2\nn/a,3\n"),
            "t.csv:2: column 1: not a number: 'n/a'; --missing fit fits with such cells, --exclude 1 leaves the column "
            "out");
  EXPECT_EQ(data_error("1,nan\n"),
            "t.csv:1: column 2: not a finite number: 'nan'; --missing fit fits with such cells, --exclude 2 leaves the "
            "column out");
}

TEST(Csv, NumbersThatAreNotFiniteAreReported) {
  EXPECT_EQ(data_error("1,2\n-inf,2\n"),
            "t.csv:2: column 1: not a finite number: '-inf'; leave the column out with --exclude 1");
  EXPECT_EQ(data_error("1,1e999\n"),
            "t.csv:1: column 2: not a finite number: '1e999'; leave the column out with --exclude 2");
}

TEST(Csv, ARaggedRowIsReported) {
  EXPECT_EQ(data_error("# c\na,b,c\n1,2,3\n4,5\n"), "t.csv:4: expected 3 fields as in line 2, found 2");
  EXPECT_EQ(data_error("1,2\n3,4,5\n"), "t.csv:2: expected 2 fields as in line 1, found 3");
  EXPECT_EQ(data_error("1 2\n3 4 5\n"), "t.csv:2: expected 2 fields as in line 1, found 3");
}

TEST(Csv, ABlankLineBetweenRowsIsReported) {
  EXPECT_EQ(data_error("1,2\n\n3,4\n"), "t.csv:2: blank line between rows; delete it");
  EXPECT_EQ(data_error("1\r\n\r\n2\r\n"), "t.csv:2: blank line between rows; delete it");
  EXPECT_EQ(data_error("1,2\n \n3,4\n"), "t.csv:2: blank line between rows; delete it");
  EXPECT_EQ(data_error("1\n \t\r\n2\n"), "t.csv:2: blank line between rows; delete it");
}

TEST(Csv, AnUnclosedQuoteIsReportedWhereItOpens) {
  EXPECT_EQ(data_error("a,b\n1,2\n\"3,4\n5,6\n"), "t.csv:3: a quote is opened and never closed");
  EXPECT_EQ(data_error("a,b\n1,2\n\"3,4\n5,6\n", excluding({"a"})), "t.csv:3: a quote is opened and never closed");
}

TEST(Csv, ANulByteFarBehindIsReported) {
  std::string text;
  for (int i = 0; i < 40000; ++i) text += "1,2\n";
  text += std::string("3,\0004\n", 6);
  EXPECT_EQ(data_error(text), "t.csv:40001: column 2: a NUL byte; the file looks binary");
}

TEST(Csv, LinesAreCountedThroughQuotedNewlines) {
  EXPECT_EQ(data_error("who,x\n\"a\nb\",1\nc,y\n", excluding({"who"})),
            "t.csv:4: column 2 ('x'): not a number: 'y'; leave the column out with --exclude x");
}

TEST(Csv, AnUnknownColumnIsACallersMistake) {
  EXPECT_EQ(message_of<InvalidArgument>([] { (void)parse("height,b\n1,2\n", excluding({"heigth"})); }),
            "t.csv: no column 'heigth'; did you mean 'height'? It has height, b");
}

// Larger than one piece, so that several threads take part.
std::string long_text(Index rows) {
  std::string text = "a,b,c\n";
  for (Index i = 0; i < rows; ++i) text += fmt::format("{},{},{}\n", i, 0.1 * static_cast<double>(i), -i);
  return text;
}

TEST(Csv, LongTextsAreReadWholeAndInOrder) {
  constexpr Index kRows = 300001;
  const std::string text = long_text(kRows);
  ASSERT_GT(text.size(), std::size_t{4} << 20);
  for (const std::string& variant : {text, "\"a\"" + text.substr(1), text + "\"7\",8,9\n"}) {
    const Table table = parse(variant);
    ASSERT_GE(table.view.rows, kRows);
    for (Index i = 0; i < kRows; ++i) {
      ASSERT_EQ(value(table, i, 0), static_cast<double>(i));
      ASSERT_EQ(value(table, i, 1), 0.1 * static_cast<double>(i));
      ASSERT_EQ(value(table, i, 2), -static_cast<double>(i));
    }
  }
}

TEST(Csv, TheFirstOfSeveralErrorsIsReported) {
  std::string text = long_text(300000);
  text.replace(text.find("\n150000,") + 1, 6, "oops15");
  text.replace(text.find("\n290000,") + 1, 6, "oops29");
  EXPECT_EQ(data_error(text),
            "t.csv:150002: column 1 ('a'): not a number: 'oops15'; leave the column out with --exclude a");
}

TEST(Csv, TransposedTextNamesColumnsByItsFirstColumnAndRowsByItsHeader) {
  ReadOptions options;
  options.transpose = true;
  const Table table = parse("gene,s1,s2,s3\nA,1,2,3\nB,4,5,6\n", options);
  EXPECT_EQ(rows_of(table), (Rows{{1, 4}, {2, 5}, {3, 6}}));
  EXPECT_EQ(table.column_names, (Names{"A", "B"}));
  EXPECT_EQ(table.row_ids, (Names{"s1", "s2", "s3"}));
  EXPECT_EQ(table.id_name, "gene");
  options.columns = {"B"};
  EXPECT_EQ(rows_of(parse("gene,s1,s2,s3\nA,1,2,3\nB,4,5,6\n", options)), (Rows{{4}, {5}, {6}}));
}

TEST(Csv, TransposedNumbersHaveNoNames) {
  ReadOptions options;
  options.transpose = true;
  const Table table = parse("1,2,3\n4,5,6\n", options);
  EXPECT_EQ(rows_of(table), (Rows{{1, 4}, {2, 5}, {3, 6}}));
  EXPECT_TRUE(table.row_ids.empty());
  EXPECT_TRUE(table.id_name.empty());
}

TEST_F(CsvFile, EveryTextExtensionIsRead) {
  for (const std::string name : {"a.csv", "a.tsv", "a.txt", "a.CSV"}) {
    EXPECT_EQ(rows_of(read_table(folder.write(name, "1\t2\n"))), (Rows{{1, 2}})) << name;
  }
}

std::string gzip(std::string_view text) {
  std::string packed(compressBound(text.size()) + 100, '\0');
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

TEST_F(CsvFile, CompressedTextIsReadAlsoInSeveralMembers) {
  EXPECT_EQ(rows_of(read_table(folder.write("a.csv.gz", gzip("1,2\n")))), (Rows{{1, 2}}));
  EXPECT_EQ(rows_of(read_table(folder.write("b.csv.gz", gzip("1,2\n") + gzip("3,4\n")))), (Rows{{1, 2}, {3, 4}}));
  const std::string text = long_text(100000);
  EXPECT_EQ(read_table(folder.write("c.csv.gz", gzip(text))).view.rows, 100000);
}

TEST_F(CsvFile, DamagedCompressionIsReported) {
  const std::string packed = gzip(long_text(1000));
  const std::string cut = folder.write("cut.csv.gz", packed.substr(0, packed.size() / 2));
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(cut); }),
            cut + ": the gzip data end too early; the file is truncated");
  std::string wrong = packed;
  wrong[packed.size() - 6] ^= 1;
  const std::string path = folder.write("wrong.csv.gz", wrong);
  EXPECT_NE(message_of<DataError>([&] { (void)read_table(path); }).find(": the gzip data are damaged near byte "),
            std::string::npos);
}

TEST_F(CsvFile, APipeIsRead) {
  const std::string path = folder / "pipe.csv";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::jthread writer([&] { std::ofstream(path) << "1,2\n3,4\n"; });
  EXPECT_EQ(rows_of(read_table(path)), (Rows{{1, 2}, {3, 4}}));
}

TEST_F(CsvFile, AnEmptyFileIsReported) {
  const std::string path = folder.write("a.csv", "");
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(path); }), path + ": the file is empty");
}

TEST_F(CsvFile, StandardInputIsReadAsText) {
  const std::string path = folder.write("in", "a,b\n1,2\n");
  const int saved = ::dup(0);
  ASSERT_NE(std::freopen(path.c_str(), "r", stdin), nullptr);
  const Table table = read_table("-");
  ASSERT_NE(std::freopen(folder.write("bad", "1,2\n1,x\n").c_str(), "r", stdin), nullptr);
  const std::string message = message_of<DataError>([] { (void)read_table("-"); });
  ::dup2(saved, 0);
  ::close(saved);
  EXPECT_EQ(rows_of(table), (Rows{{1, 2}}));
  EXPECT_EQ(message, "standard input:2: column 2: not a number: 'x'; leave the column out with --exclude 2");
}

}  // namespace
}  // namespace l21::internal::test
