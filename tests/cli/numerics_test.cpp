// Values of every size.
#include <nlohmann/json.hpp>

#include "workspace.hpp"

namespace l21::internal::test {
namespace {

using Numerics = Workspace;

TEST_F(Numerics, HugeAndTinyValuesFitToTheSameSubspace) {
  for (const std::string method : {"pca", "l21", "r1", "l1", "l1_greedy", "l2p"}) {
    SCOPED_TRACE(method);
    write("data.csv", plane_csv());
    succeed({"fit", "data.csv", "-k", "2", "--method", method, "-o", "model.npz", "--quiet"});
    const auto expected = parse_csv(succeed({"reconstruct", "model.npz", "data.csv"})).numbers();
    for (const std::string scale : {"e300", "e-300"}) {
      SCOPED_TRACE(scale);
      write("scaled.csv", plane_csv({.scale = scale}));
      succeed({"fit", "scaled.csv", "-k", "2", "--method", method, "-o", "scaled.npz", "--quiet"});
      auto near = parse_csv(succeed({"reconstruct", "scaled.npz", "scaled.csv"})).numbers();
      for (auto& row : near) {
        for (auto& value : row) value /= std::stod("1" + scale);
      }
      expect_near(near, expected, 1e-5);
    }
  }
}

TEST_F(Numerics, WhatOverflowsIsNullInJson) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += (i % 2 == 0 ? "1.7e308," : "-1.7e308,") + std::to_string(i) + "e306\n";
  write("huge.csv", text);
  const auto output = succeed({"fit", "huge.csv", "-k", "1", "-o", "model.npz", "--json"});
  const auto report = nlohmann::json::parse(output);  // "inf" and "nan" would not parse
  EXPECT_TRUE(report.at("objective").is_null());
  EXPECT_EQ(report.at("converged"), true);
  EXPECT_FALSE(nlohmann::json::parse(succeed({"info", "model.npz", "--json"})).is_null());
}

TEST_F(Numerics, RobustPresetIsNotMovedByAGrossOutlier) {
  fit_plane();
  write("dirty.csv", read("data.csv") + "9e5,-8e5,7e5,9e5,-3e5\n");
  succeed({"fit", "dirty.csv", "-k", "2", "--preset", "robust", "-o", "robust.npz", "--quiet"});
  expect_near(parse_csv(succeed({"reconstruct", "robust.npz", "data.csv"})).numbers(),
              parse_csv(succeed({"reconstruct", "model.npz", "data.csv"})).numbers(), 0.2);
}

}  // namespace
}  // namespace l21::internal::test
