// Starts, centers and weights that come from files.
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

}  // namespace
}  // namespace l21::internal::test
