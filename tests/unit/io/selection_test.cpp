#include "io/table/selection.hpp"

#include "support.hpp"

namespace l21::internal::test {
namespace {

using Columns = std::vector<Index>;

ReadOptions with(Names columns, Names exclude = {}, std::optional<std::string> id = {}) {
  ReadOptions options;
  options.columns = std::move(columns);
  options.exclude = std::move(exclude);
  options.id_column = std::move(id);
  return options;
}
const Names kNames{"a", "b", "3", "2-4", "b"};

Columns kept(const ReadOptions& options, const Names& names = kNames) {
  return io::choose_columns(names, 5, options, "t").kept;
}
std::string mistake(const ReadOptions& options, const Names& names = kNames) {
  return message_of<InvalidArgument>([&] { (void)kept(options, names); });
}

TEST(Selection, WithoutOptionsEverythingIsKept) {
  EXPECT_EQ(kept({}), (Columns{0, 1, 2, 3, 4}));
}

TEST(Selection, NamesNumbersAndRangesAreUnderstood) {
  EXPECT_EQ(kept(with({"a"})), (Columns{0}));
  EXPECT_EQ(kept(with({"5", "1"})), (Columns{4, 0}));
  EXPECT_EQ(kept(with({"2-4"}), {}), (Columns{1, 2, 3}));
  EXPECT_EQ(kept(with({"1-3", "2-5"}), {}), (Columns{0, 1, 2, 3, 4}));
}

TEST(Selection, ANameWinsOverANumberOrARange) {
  EXPECT_EQ(kept(with({"3"}), {"x", "3", "y", "z", "u"}), (Columns{1}));
  EXPECT_EQ(kept(with({"2-4"})), (Columns{3}));
}

TEST(Selection, ExcludedColumnsAndTheIdAreLeftOut) {
  EXPECT_EQ(kept(with({}, {"a", "4-5"})), (Columns{1, 2}));
  EXPECT_EQ(kept(with({"1-3"}, {"2"}), {}), (Columns{0, 2}));
  const auto choice = io::choose_columns(kNames, 5, with({}, {}, "a"), "t");
  EXPECT_EQ(choice.id, 0);
  EXPECT_EQ(choice.kept, (Columns{1, 2, 3, 4}));
}

TEST(Selection, MistakesAreExplained) {
  EXPECT_EQ(mistake(with({"b"})), "t: two columns are named 'b'; use its number");
  EXPECT_EQ(mistake(with({"zebra"})), "t: no column 'zebra'; It has a, b, 3, 2-4, b");
  EXPECT_EQ(mistake(with({"zebra"}), {}), "t: no column 'zebra': its columns have no names, use numbers from 1 to 5");
  EXPECT_EQ(mistake(with({"6"})), "t: no column '6'; columns are numbered from 1 to 5");
  EXPECT_EQ(mistake(with({"0"})), "t: no column '0'; columns are numbered from 1 to 5");
  EXPECT_EQ(mistake(with({}, {"4-9"})), "t: no column '4-9'; columns are numbered from 1 to 5");
  EXPECT_EQ(mistake(with({}, {"1-5"}), {}), "t: no column is left of its 5");
  EXPECT_EQ(mistake(with({}, {}, "1-2"), {}), "t: the id is one column, got '1-2'");
}

TEST(Selection, ALongListOfNamesIsCut) {
  Names names;
  for (int i = 0; i < 30; ++i) names.push_back("column" + std::to_string(i));
  const std::string message =
      message_of<InvalidArgument>([&] { (void)io::choose_columns(names, 30, with({"colum7"}), "t"); });
  EXPECT_NE(message.find("did you mean 'column7'?"), std::string::npos) << message;
  EXPECT_NE(message.find("column19, ... (30 in all)"), std::string::npos) << message;
}

TEST(Selection, NothingIsCopiedWhenEverythingIsKept) {
  Table table = counting_table<float>(2, 3);
  const void* data = table.view.data;
  EXPECT_EQ(io::apply_options(std::move(table), with({"1-3"}), "t").view.data, data);
}

TEST(Selection, TransposingSwapsStridesAndNamesFirst) {
  Table table = counting_table<float>(2, 3);
  table.column_names = {"a", "b", "c"};
  table.sample_shape = {3, 1};
  ReadOptions options = with({"2"});
  options.transpose = true;
  const Table result = io::apply_options(std::move(table), options, "t");
  EXPECT_EQ(rows_of(result), (Rows{{3}, {4}, {5}}));
  EXPECT_EQ(result.row_ids, (Names{"a", "b", "c"}));
  EXPECT_EQ(result.id_name, "name");
  EXPECT_TRUE(result.sample_shape.empty());
}

TEST(Selection, AColumnOfNumbersMayNameTheRows) {
  const Table result = io::apply_options(make_table<double>(2, 2, {0.1, 5, 17, 6}), with({}, {}, "1"), "t");
  EXPECT_EQ(result.row_ids, (Names{"0.1", "17"}));
  EXPECT_EQ(result.id_name, "1");
  EXPECT_EQ(rows_of(result), (Rows{{5}, {6}}));
}

TEST(Selection, SelectingDropsTheSampleShape) {
  Table table = counting_table<std::uint8_t>(2, 4);
  table.sample_shape = {2, 2};
  table.row_ids = {"x", "y"};
  table.id_name = "file";
  const Table result = io::apply_options(std::move(table), with({"4", "1"}), "t");
  EXPECT_EQ(rows_of(result), (Rows{{3, 0}, {7, 4}}));
  EXPECT_TRUE(result.sample_shape.empty());
  EXPECT_EQ(result.row_ids, (Names{"x", "y"}));
  EXPECT_EQ(result.id_name, "file");
}

TEST(Selection, ColumnsAreTakenByPlaceWithTheirNames) {
  Table table = counting_table<float>(2, 3);
  table.column_names = {"a", "b", "c"};
  table.row_ids = {"x", "y"};
  table.id_name = "file";
  const Table result = select_columns(std::move(table), {2, 0});
  EXPECT_EQ(rows_of(result), (Rows{{2, 0}, {5, 3}}));
  EXPECT_EQ(result.column_names, (Names{"c", "a"}));
  EXPECT_EQ(result.row_ids, (Names{"x", "y"}));
  EXPECT_EQ(result.id_name, "file");
}

}  // namespace
}  // namespace l21::internal::test
