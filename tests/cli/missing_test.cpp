// Tables with holes.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "workspace.hpp"

namespace l21::internal::test {
namespace {

using Missing = Workspace;

// The cells of the plane's table, those in `holes` (line and field from 0; line 0 is the header) as `word`.
std::string with_holes(const std::string& csv, const std::vector<std::pair<int, int>>& holes, const std::string& word) {
  std::string text, cell;
  int line = 0, field = 0;
  for (const char c : csv) {
    if (c != ',' && c != '\n') {
      cell += c;
      continue;
    }
    const bool hole = std::find(holes.begin(), holes.end(), std::pair(line, field)) != holes.end();
    text += (hole ? word : cell) + c;
    cell.clear();
    ++field;
    if (c == '\n') ++line, field = 0;
  }
  return text;
}

const std::vector<std::pair<int, int>> kHoles = {{1, 0}, {3, 2}, {3, 4}, {8, 1}, {20, 3}, {30, 4}};

TEST_F(Missing, HolesAreFilledAndNothingElseChanges) {
  const auto full = parse_csv(plane_csv()).numbers();
  for (const std::string word : {"", "NA", "n/a", "nan", "?"}) {
    write("data.csv", with_holes(plane_csv(), kHoles, word));
    const auto report = nlohmann::json::parse(
        succeed({"fit", "data.csv", "-k", "2", "--missing", "fit", "--method", "pca", "-o", "model.npz", "--json"}));
    EXPECT_EQ(report.at("missing_cells"), 6);
    EXPECT_EQ(report.at("certificate_reason"), "missing_cells");
    const auto whole = parse_csv(succeed({"impute", "model.npz", "data.csv"}));
    EXPECT_EQ(whole.heading, parse_csv(plane_csv()).heading);
    const auto numbers = whole.numbers();
    ASSERT_EQ(numbers.size(), full.size());
    for (std::size_t i = 0; i < full.size(); ++i)
      for (std::size_t j = 0; j < full[i].size(); ++j) {
        const bool hole = std::find(kHoles.begin(), kHoles.end(),
                                    std::pair(static_cast<int>(i) + 1, static_cast<int>(j))) != kHoles.end();
        EXPECT_NEAR(numbers[i][j], full[i][j], hole ? 0.5 : 0.0) << i << " " << j;
      }
    // Every command takes such rows then.
    for (const std::string command : {"transform", "reconstruct", "outliers"})
      EXPECT_EQ(succeed({command, "model.npz", "data.csv"}).find("nan"), std::string::npos) << command;
    succeed({"report", "model.npz", "data.csv", "-o", "page.html"});
  }
}

TEST_F(Missing, WithoutTheOptionAHoleIsAnErrorWithItsPlaceThatNamesIt) {
  write("data.csv", with_holes(plane_csv(), kHoles, ""));
  refuse({"fit", "data.csv", "-k", "2", "-o", "model.npz"}, {"data.csv:2", "column 1", "--missing fit", "--exclude"},
         1);
  fit_plane();
  write("holes.csv", with_holes(plane_csv(), kHoles, "NA"));
  refuse({"transform", "model.npz", "holes.csv"}, {"holes.csv:2", "--missing fit"}, 1);
  // A model of whole rows fills holes too.
  EXPECT_EQ(succeed({"impute", "model.npz", "holes.csv"}).find("nan"), std::string::npos);
}

TEST_F(Missing, NaNInArraysIsTheSame) {
  write("data.csv", with_holes(plane_csv(), kHoles, "nan"));
  succeed({"fit", "data.csv", "-k", "2", "--missing", "fit", "-o", "model.npz", "--quiet"});
  succeed({"impute", "model.npz", "data.csv", "-o", "whole.npy"});
  succeed({"fit", "whole.npy", "-k", "2", "-o", "again.npz", "--quiet"});
}

TEST_F(Missing, OtherMethodsSayThatTheyNeedWholeRows) {
  write("data.csv", with_holes(plane_csv(), kHoles, ""));
  refuse({"fit", "data.csv", "-k", "2", "--missing", "fit", "--method", "l1", "-o", "model.npz"},
         {"--missing fit serves pca, l21, l2p, r1 and robust"}, 2);
}

// A cell far away from what the others of its row say.
TEST_F(Missing, DamagedCellsAreLeftOutByThePreset) {
  const auto full = parse_csv(plane_csv()).numbers();
  write("data.csv", with_holes(plane_csv(), {{4, 2}, {11, 0}}, "400"));
  const auto report =
      nlohmann::json::parse(succeed({"fit", "data.csv", "-k", "2", "--preset", "cells", "-o", "model.npz", "--json"}));
  EXPECT_EQ(report.at("cells").at("verdict"), "left_out");
  EXPECT_GE(report.at("cells").at("damaged"), 2);
  EXPECT_EQ(report.at("missing_cells"), 0);
  const auto near = parse_csv(succeed({"reconstruct", "model.npz", "data.csv"})).numbers();
  EXPECT_NEAR(near[3][2], full[3][2], 1);
  EXPECT_NEAR(near[10][0], full[10][0], 1);
  expect_contains(succeed({"info", "model.npz"}), "damaged cells");
  const auto cells = parse_csv(succeed({"outliers", "model.npz", "data.csv", "--cells"}));
  ASSERT_GE(cells.rows.size(), 2U);
  std::vector<std::string> worst = {cells.rows[0][0], cells.rows[1][0]};
  std::sort(worst.begin(), worst.end());
  EXPECT_EQ(worst, (std::vector<std::string>{"x1", "x3"}));
  EXPECT_EQ(cells.rows[0][3], "400");
  succeed({"report", "model.npz", "data.csv", "-o", "page.html"});
  for (const char* part :
       {">Damaged cells</h2>", "do not go with the others of their row", "The cells that are farthest off"})
    expect_contains(read("page.html"), part);
  EXPECT_EQ(parse_csv(read("page_files/damaged-cells.csv")).rows.size(), cells.rows.size());
  fit_plane();
  refuse({"outliers", "model.npz", "data.csv", "--cells"}, {"--preset cells"}, 2);
  refuse({"fit", "data.csv", "-k", "2", "--preset", "cell", "-o", "model.npz"}, {"--preset takes robust or cells"}, 2);
}

}  // namespace
}  // namespace l21::internal::test
