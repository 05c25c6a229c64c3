#include "l21/match_columns.hpp"

#include "l21/error.hpp"
#include "unit/linalg/testing.hpp"
#include "unit/message_of.hpp"

namespace l21::internal::test {
namespace {

using Names = std::vector<std::string>;
using Places = std::vector<Index>;

Model model_of(Index columns, Names names = {}, std::vector<Index> shape = {}) {
  Model model;
  model.subspace = LinearSubspace{RowMatrix<double>::Identity(1, columns), Vector<double>::Zero(columns), {}};
  model.feature_names = std::move(names);
  model.sample_shape = std::move(shape);
  return model;
}

std::optional<Places> match(const Model& model, const Names& names) {
  return match_columns(model, {.count = static_cast<Index>(names.size()), .names = names});
}

std::string complaint(const Model& model, const TableColumns& table) {
  return message_of<DataError>([&] { (void)match_columns(model, table, {.table = "t.csv", .model = "model m.npz"}); });
}

TEST(MatchColumns, FindsTheNamesOfTheModelInAnyOrderAndIgnoresOthers) {
  const Model model = model_of(3, {"a", "b", "c"});
  EXPECT_EQ(match(model, {"c", "a", "b"}), (Places{1, 2, 0}));
  EXPECT_EQ(match(model, {"x", "a", "y", "b", "c"}), (Places{1, 3, 4}));
  EXPECT_EQ(match(model, {"a", "b", "c", "d"}), (Places{0, 1, 2}));
}

TEST(MatchColumns, HasNothingToMoveWhereNamesAgreeOrOneSideHasNone) {
  const Names names{"a", "b", "c"};
  EXPECT_EQ(match(model_of(3, names), names), std::nullopt);
  EXPECT_EQ(match(model_of(3), {"x", "y", "z"}), std::nullopt);
  EXPECT_EQ(match_columns(model_of(3, names), {.count = 3}), std::nullopt);
}

TEST(MatchColumns, TakesTheWidthOfEveryKindOfModel) {
  Model kernel, tensor;
  KernelExpansion expansion;
  expansion.landmarks.resize(0, 6);
  kernel.subspace = expansion;
  tensor.subspace =
      TensorSubspace{{RowMatrix<double>::Identity(1, 2), RowMatrix<double>::Identity(1, 3)}, Vector<double>(6), {}};
  for (const Model& model : {model_of(6), kernel, tensor}) {
    EXPECT_EQ(match_columns(model, {.count = 6}), std::nullopt);
    EXPECT_EQ(complaint(model, {.count = 5}), "t.csv has 5 columns, but model m.npz was fitted to 6");
  }
}

TEST(MatchColumns, ListsTheNamesThatAreMissing) {
  const Model model = model_of(3, {"a", "b", "c"});
  const Names one{"c", "x", "a"}, two{"a"};
  EXPECT_EQ(complaint(model, {.count = 3, .names = one}),
            "t.csv: 1 of the columns that model m.npz was fitted to is missing: b");
  EXPECT_EQ(complaint(model, {.count = 1, .names = two}),
            "t.csv: 2 of the columns that model m.npz was fitted to are missing: b, c");
}

TEST(MatchColumns, ListsTenMissingNamesAtMost) {
  Names wanted;
  for (int j = 0; j < 11; ++j) wanted.push_back("n" + std::to_string(j));
  const Names other{"x"};
  const std::string message = complaint(model_of(11, wanted), {.count = 1, .names = other});
  EXPECT_NE(message.find("11 of the columns"), std::string::npos) << message;
  EXPECT_NE(message.find("n9, ..."), std::string::npos) << message;
  EXPECT_EQ(message.find("n10"), std::string::npos) << message;
}

TEST(MatchColumns, RefusesNamesThatStandForTwoColumns) {
  const Names twice{"b", "a", "b"};
  EXPECT_EQ(complaint(model_of(2, {"a", "b"}), {.count = 3, .names = twice}),
            "t.csv: two columns are called 'b', so they cannot be matched with those of model m.npz");
}

TEST(MatchColumns, ComparesShapesWhereBothHaveThem) {
  const std::vector<Index> tall{3, 2}, wide{2, 3};
  EXPECT_EQ(complaint(model_of(6, {}, tall), {.count = 6, .sample_shape = wide}),
            "t.csv has rows of shape 2x3, but model m.npz was fitted to 3x2");
  EXPECT_EQ(match_columns(model_of(6, {}, tall), {.count = 6, .sample_shape = tall}), std::nullopt);
  EXPECT_EQ(match_columns(model_of(6, {}, tall), {.count = 6}), std::nullopt);
}

TEST(MatchColumns, WithoutFilesSaysTableAndModel) {
  EXPECT_EQ(message_of<DataError>([] { (void)match_columns(model_of(3), {.count = 2}); }),
            "the table has 2 columns, but the model was fitted to 3");
}

}  // namespace
}  // namespace l21::internal::test
