#include "io/text/csv_layout.hpp"

#include <fmt/format.h>

#include "support.hpp"

namespace l21::internal::test {
namespace {

io::CsvLayout layout(std::string_view text, const ReadOptions& options = {}) {
  return io::detect_layout(text, "t.csv", options);
}

TEST(CsvLayout, EveryDelimiterIsDetected) {
  EXPECT_EQ(layout("1,2,3\n4,5,6\n").delimiter, ',');
  EXPECT_EQ(layout("1;2;3\n4;5;6\n").delimiter, ';');
  EXPECT_EQ(layout("1\t2\t3\n4\t5\t6\n").delimiter, '\t');
  EXPECT_EQ(layout("1|2|3\n4|5|6\n").delimiter, '|');
  EXPECT_EQ(layout("  1   2 3\n4 5\t 6\n").delimiter, ' ');
  EXPECT_EQ(layout("  1   2 3\n4 5 6\n").fields, 3);
  EXPECT_EQ(layout("1 2\t\n\t3 4\n").delimiter, ' ');
  EXPECT_EQ(layout("\ta\nx\t1\n").delimiter, '\t');
  EXPECT_EQ(layout("1\n2\n").fields, 1);
}

TEST(CsvLayout, DelimitersInsideQuotesDoNotCount) {
  const auto found = layout("\"a,b\";c\n1;2\n");
  EXPECT_EQ(found.delimiter, ';');
  EXPECT_EQ(found.names, (Names{"a,b", "c"}));
}

TEST(CsvLayout, ASemicolonWinsOverDecimalCommas) {
  EXPECT_EQ(layout("1,5;2,5\n3,5;4,5\n").delimiter, ';');
}

TEST(CsvLayout, ABlankInTheNameOfASingleColumnIsNoDelimiter) {
  const auto found = layout("body height\n1.5\n1.7\n");
  EXPECT_EQ(found.fields, 1);
  EXPECT_EQ(found.names, (Names{"body height"}));
}

TEST(CsvLayout, NamesAboveNumbersAreAHeader) {
  EXPECT_EQ(layout("a,b\n1,2\n").names, (Names{"a", "b"}));
  EXPECT_EQ(layout(",b\n1,2\n").names, (Names{"", "b"}));
  EXPECT_EQ(
      layout("name,1990,1991\nx,1,2\n", {.columns = {}, .exclude = {"name"}, .id_column = {}, .resize = {}}).names,
      (Names{"name", "1990", "1991"}));
  EXPECT_EQ(layout("size;weight\n1,5;2,5\n").names, (Names{"size", "weight"}));
  EXPECT_EQ(layout("day,x\n2020-01-01,n/a\n").names, (Names{"day", "x"}));
}

TEST(CsvLayout, QuotedNumbersAbovePlainOnesAreAHeader) {
  EXPECT_EQ(layout("\"1\",\"2\"\n3,4\n").names, (Names{"1", "2"}));
  EXPECT_TRUE(layout("\"1\",\"2\"\n\"3\",\"4\"\n").names.empty());
  EXPECT_TRUE(layout("\"1\",\"2\"\n\"3\",4\n").names.empty());
  EXPECT_EQ(layout("id,\"1990\"\nx,4\n").names, (Names{"id", "1990"}));
}

TEST(CsvLayout, NumbersAndMissingValuesAreNoHeader) {
  EXPECT_TRUE(layout("1,2\n3,4\n").names.empty());
  EXPECT_TRUE(layout("nan,2\n3,4\n").names.empty());
  EXPECT_TRUE(layout("inf,-Infinity\n3,4\n").names.empty());
  EXPECT_TRUE(layout("1,n/a\n3,4\n").names.empty());
  EXPECT_TRUE(layout("alice,1\nbob,2\n").names.empty());
  EXPECT_TRUE(layout("1,2\n").names.empty());
}

TEST(CsvLayout, MissingCellsInTheFirstRecordAreNoHeader) {
  for (const std::string_view word :
       {"", "NA", "n/a", "#N/A", "<NA>", "NaN", "-nan", "Null", "none", "MISSING", "?", "-", "\"\"", "\" NA \""}) {
    EXPECT_TRUE(layout(fmt::format("{},2\n3,4\n", word)).names.empty()) << word;
    EXPECT_TRUE(layout(fmt::format("1,{}\n3,4\n", word)).names.empty()) << word;
    EXPECT_TRUE(layout(fmt::format("{0},{0}\n3,4\n", word)).names.empty()) << word;
    EXPECT_TRUE(layout(fmt::format("{0},{0}\n", word)).names.empty()) << word;
    EXPECT_FALSE(layout(fmt::format("{},2\n3,4\n", word)).first_column_is_text) << word;
  }
}

TEST(CsvLayout, AMissingCellBelowTextShowsNoHeader) {
  EXPECT_TRUE(layout("alice,1\n-,2\n").names.empty());
  EXPECT_TRUE(layout("alice,1\nnan,2\n").names.empty());
  EXPECT_TRUE(layout("alice,1\n,2\n").names.empty());
}

TEST(CsvLayout, NamesAboveMissingCellsAreAHeader) {
  EXPECT_EQ(layout("a,b\n,\nNA,2\n").names, (Names{"a", "b"}));
  EXPECT_EQ(layout("a,b\nnan,\n-,NA\n").names, (Names{"a", "b"}));
  EXPECT_EQ(layout("who,x\nalice,\nbob,\n").names, (Names{"who", "x"}));
}

TEST(CsvLayout, TheFirstCellThatIsNotMissingSaysWhetherTheFirstColumnIsText) {
  EXPECT_TRUE(layout("gene,s\nNA,1\nB,2\n").first_column_is_text);
  EXPECT_TRUE(layout("gene,s\n,1\nB,2\n").first_column_is_text);
  EXPECT_FALSE(layout("a,b\n?,1\n3,2\n").first_column_is_text);
  EXPECT_FALSE(layout("a,b\n,1\n,2\n").first_column_is_text);
}

TEST(CsvLayout, MissingCellsDoNotHideTheDelimiter) {
  EXPECT_EQ(layout("1,,\n,,3\n").fields, 3);
  EXPECT_EQ(layout("1;;NA\n;2;\n").delimiter, ';');
  EXPECT_EQ(layout("\t2\t\n1\t\t3\n").delimiter, '\t');
  EXPECT_EQ(layout("1 NA 3\n? 5 6\n").delimiter, ' ');
}

TEST(CsvLayout, AFirstCellWithAHashThatMarksItMissingIsNoComment) {
  EXPECT_EQ(layout("#N/A,2\n3,4\n").body, 0U);
  EXPECT_EQ(layout(" #n/a ;2\n3;4\n").body, 0U);
  EXPECT_EQ(layout("#N/A\n3\n").body, 0U);
  EXPECT_EQ(layout("#N/A is missing\n3\n").body, 16U);
  EXPECT_EQ(layout("\t# 1,2\n3,4\n").body, 7U);
}

TEST(CsvLayout, MarksCommentsAndBlankLinesAtTheTopAreSkipped) {
  const std::string_view text = "\xef\xbb\xbf# made by hand\n\n # again\na,b\r\n1,2\r\n";
  const auto found = layout(text);
  EXPECT_EQ(found.names, (Names{"a", "b"}));
  EXPECT_EQ(text.substr(found.body, 3), "1,2");
}

TEST(CsvLayout, BlankLinesAtTheEndAreLeftOut) {
  const std::string_view text = "1,2\n3,4\n\n  \r\n\n";
  EXPECT_EQ(layout(text).end, text.find("4") + 1);
}

TEST(CsvLayout, TextWithoutRowsIsRefused) {
  EXPECT_EQ(message_of<DataError>([] { (void)layout(""); }), "t.csv: the file is empty");
  EXPECT_EQ(message_of<DataError>([] { (void)layout("\n# x\n\n"); }),
            "t.csv: holds no rows, only blank or comment lines");
  EXPECT_EQ(message_of<DataError>([] { (void)layout("a,b\n"); }), "t.csv: holds a header and no rows");
  EXPECT_EQ(message_of<DataError>([] { (void)layout(std::string_view("\xff\xfe\x31\0\x0a\0", 6)); }),
            "t.csv: looks binary (it holds NUL bytes); save it as UTF-8 text");
  EXPECT_EQ(message_of<DataError>(
                [] { (void)layout("a,\"b\n1,2\n", {.columns = {"a"}, .exclude = {}, .id_column = {}, .resize = {}}); }),
            "t.csv: a quote is opened in the header and never closed");
}

}  // namespace
}  // namespace l21::internal::test
