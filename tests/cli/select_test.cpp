// Which columns are used: at fit time by the options, later by the names the model remembers.
#include "workspace.hpp"

namespace l21::internal::test {
namespace {

using Select = Workspace;

// plane_csv with a column of words in front and one of large numbers behind.
std::string labelled_csv() {
  const Csv plane = parse_csv(plane_csv());
  std::string text = "kind";
  for (const auto& name : plane.heading) text += ',' + name;
  text += ",noise\n";
  int number = 0;
  for (const auto& row : plane.rows) {
    text += ++number % 2 == 0 ? "even" : "odd";
    for (const auto& field : row) text += ',' + field;
    text += ',' + std::to_string(number * number * 1000) + '\n';
  }
  return text;
}

TEST_F(Select, ColumnsAndExcludeTakeNamesNumbersAndRanges) {
  fit_plane();
  write("labelled.csv", labelled_csv());
  const auto scores = succeed({"transform", "model.npz", "data.csv"});
  const std::vector<std::vector<std::string>> ways = {
      {"--columns", "x1,x2,x3,x4,x5"},
      {"--columns", "x1,x2", "--columns", "x3", "--columns", "x4,x5"},
      {"--columns", "2-6"},
      {"--columns", "2,3,4-6"},
      {"--exclude", "kind,noise"},
      {"--exclude", "kind", "--exclude", "7"},
      {"--exclude", "noise", "--id-column", "kind"},
  };
  for (const auto& way : ways) {
    std::vector<std::string> words = {"fit", "labelled.csv", "-k", "2", "-o", "other.npz", "--quiet"};
    words.insert(words.end(), way.begin(), way.end());
    succeed(words);
    EXPECT_EQ(succeed({"transform", "other.npz", "data.csv"}), scores) << way.at(1);
  }
}

TEST_F(Select, AListTakesOneWordSoThatDataMayFollow) {
  write("labelled.csv", labelled_csv());
  succeed({"fit", "--exclude", "kind", "labelled.csv", "-k", "2", "-o", "model.npz", "--quiet"});
}

TEST_F(Select, NewDataMayHaveTheColumnsInAnotherOrderAndMore) {
  fit_plane();
  const auto scores = succeed({"transform", "model.npz", "data.csv"});
  const Csv data = parse_csv(read("data.csv"));
  std::string text = "x5,extra,x4,x3,x2,x1\n";
  for (const auto& row : data.rows)
    text += row[4] + ",99," + row[3] + ',' + row[2] + ',' + row[1] + ',' + row[0] + '\n';
  write("shuffled.csv", text);
  EXPECT_EQ(succeed({"transform", "model.npz", "shuffled.csv"}), scores);
  EXPECT_EQ(parse_csv(succeed({"reconstruct", "model.npz", "shuffled.csv"})).heading, data.heading);
}

TEST_F(Select, MissingColumnsAreListed) {
  fit_plane();
  write("few.csv", "x1,x3,x5\n1,2,3\n");
  refuse({"transform", "model.npz", "few.csv"}, {"few.csv", "model.npz", "x2, x4"}, 1);
}

TEST_F(Select, TwoColumnsOfOneNameAreNotGuessedAt) {
  fit_plane();
  write("twice.csv", "x1,x2,x3,x4,x5,x5\n1,2,3,4,5,6\n");
  refuse({"transform", "model.npz", "twice.csv"}, {"twice.csv", "'x5'"}, 1);
}

TEST_F(Select, RowsOfAnotherWidthAreRefusedWithBothWidths) {
  fit_plane();
  write("narrow.csv", "1,2,3\n4,5,7\n");
  for (const std::string command : {"transform", "reconstruct", "outliers"}) {
    refuse({command, "model.npz", "narrow.csv", "-o", "out.csv"}, {"narrow.csv", "3", "5"}, 1);
  }
}

TEST_F(Select, TransposeReadsPointsFromColumns) {
  fit_plane();
  const Csv data = parse_csv(read("data.csv"));
  std::string text;
  for (std::size_t j = 0; j < 5; ++j) {
    for (std::size_t i = 0; i < data.rows.size(); ++i) text += (i == 0 ? "" : ",") + data.rows[i][j];
    text += '\n';
  }
  write("turned.csv", text);
  EXPECT_EQ(succeed({"transform", "model.npz", "turned.csv", "--transpose"}),
            succeed({"transform", "model.npz", "data.csv"}));
}

TEST_F(Select, UnknownColumnsAreNamed) {
  write("data.csv", plane_csv());
  refuse({"fit", "data.csv", "--columns", "x1,weight", "-k", "1", "-o", "model.npz"}, {"weight"});
  refuse({"fit", "data.csv", "--id-column", "name", "-k", "1", "-o", "model.npz"}, {"name"});
  refuse({"fit", "data.csv", "--exclude", "9", "-k", "1", "-o", "model.npz"}, {"9"});
}

}  // namespace
}  // namespace l21::internal::test
