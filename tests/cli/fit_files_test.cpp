// Starts, centers and weights that come from files.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "workspace.hpp"

namespace l21::internal::test {
namespace {

using FitFiles = Workspace;

TEST_F(FitFiles, AFitMayStartFromAModelAndStaysThere) {
  fit_plane();
  const auto report = nlohmann::json::parse(
      succeed({"fit", "data.csv", "-k", "2", "--init", "model.npz", "-o", "again.npz", "--json", "--tol", "1e-5"}));
  EXPECT_LE(report.at("iterations"), 2);
  expect_near(parse_csv(succeed({"reconstruct", "again.npz", "data.csv"})).numbers(),
              parse_csv(succeed({"reconstruct", "model.npz", "data.csv"})).numbers(), 1e-4);
}

TEST_F(FitFiles, ACenterMayComeFromAFileAsARowOrAsAColumn) {
  write("data.csv", plane_csv());
  write("row.csv", "7,7,7,7,7\n");
  write("column.csv", "7\n7\n7\n7\n7\n");
  for (const std::string file : {"row.csv", "column.csv"}) {
    succeed({"fit", "data.csv", "-k", "2", "--center", file, "-o", "model.npz", "--quiet"});
    write("center.csv", "x1,x2,x3,x4,x5\n7,7,7,7,7\n");
    const auto scores = parse_csv(succeed({"transform", "model.npz", "center.csv"})).numbers();
    expect_near(scores, {{0, 0}}, 1e-12);
  }
}

TEST_F(FitFiles, WeightsOfZeroAreAsIfTheRowWereNotThere) {
  fit_plane();
  std::string weights;
  for (int i = 0; i < 30; ++i) weights += "1\n";
  write("weights.csv", weights + "0\n");
  write("more.csv", read("data.csv") + "900,-800,700,600,500\n");
  succeed({"fit", "more.csv", "--weights", "weights.csv", "-k", "2", "-o", "weighted.npz", "--quiet"});
  expect_near(parse_csv(succeed({"reconstruct", "weighted.npz", "data.csv"})).numbers(),
              parse_csv(succeed({"reconstruct", "model.npz", "data.csv"})).numbers(), 1e-5);
}

TEST_F(FitFiles, RowsEqualToTheCenterAreCountedAndChangeNothing) {
  fit_plane();
  write("center.csv", "0,0,0,0,0\n");
  write("more.csv", read("data.csv") + "0,0,0,0,0\n0,0,0,0,0\n");
  succeed({"fit", "data.csv", "--center", "center.csv", "-k", "2", "-o", "without.npz", "--quiet"});
  const auto report = nlohmann::json::parse(
      succeed({"fit", "more.csv", "--center", "center.csv", "-k", "2", "-o", "with.npz", "--json"}));
  EXPECT_EQ(report.at("zero_rows"), 2);
  expect_near(parse_csv(succeed({"reconstruct", "with.npz", "data.csv"})).numbers(),
              parse_csv(succeed({"reconstruct", "without.npz", "data.csv"})).numbers(), 1e-5);
}

// 60 rows on a line, 40 on another that crosses it far away.
std::string two_lines_csv() {
  std::string text = "a,b,c\n";
  for (int i = 0; i < 100; ++i) {
    const double t = (i * 37 % 100) / 10.0, noise = (i * 61 % 17 - 8) / 400.0, other = (i * 29 % 13 - 6) / 300.0;
    text += i < 60 ? fmt::format("{},{},{}\n", t, noise, other) : fmt::format("{},{},{}\n", noise, 20 + t, other - t);
  }
  return text;
}

TEST_F(FitFiles, AnAlternativeIsWrittenWhereTheRowsAreTwoGroups) {
  write("two.csv", two_lines_csv());
  const auto result = run({"fit", "two.csv", "-k", "1", "--preset", "robust", "-o", "two.npz"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("40 % of the rows belong together in a subspace of their own, 90 degrees from this one; "
                            "--alternatives writes it too"),
            std::string::npos)
      << result.out;
  EXPECT_FALSE(exists("two-alternative.npz"));
  const std::string said =
      succeed({"fit", "two.csv", "-k", "1", "--preset", "robust", "--alternatives", "-o", "two.npz"});
  EXPECT_NE(said.find("two-alternative.npz"), std::string::npos) << said;
  const auto rows = parse_csv(succeed({"outliers", "two-alternative.npz", "two.csv", "--only"})).numbers();
  EXPECT_GE(rows.size(), 59U);
  EXPECT_LE(rows.size(), 62U);
}

TEST_F(FitFiles, NoAlternativeIsWrittenWhereThereIsNone) {
  write("data.csv", plane_csv());
  const auto result =
      run({"fit", "data.csv", "-k", "2", "--preset", "robust", "--alternatives", "-o", "model.npz", "--quiet"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.err.find("there is no other group of rows"), std::string::npos) << result.err;
  EXPECT_FALSE(exists("model-alternative.npz"));
  refuse({"fit", "data.csv", "-k", "2", "--alternatives", "-o", "another.npz"}, {"--preset robust"});
}

}  // namespace
}  // namespace l21::internal::test
