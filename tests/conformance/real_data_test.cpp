// Every method on real data against the reference, both run far. Skipped where the data are not at hand.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <tuple>

#include "l21/fit.hpp"
#include "l21/io.hpp"
#include "l21/option_table.hpp"
#include "reference/reference.hpp"
#include "tolerances.hpp"

namespace l21::internal::testing {
namespace {

using reference::Mat;
using reference::Vec;

Mat as_double(const RowsView& view) {
  Mat X(view.rows, view.cols);
  for (Index i = 0; i < view.rows; ++i)
    for (Index j = 0; j < view.cols; ++j) {
      const Index at = i * view.row_stride + j * view.col_stride;
      X(i, j) = view.storage == Storage::uint8 ? static_cast<const std::uint8_t*>(view.data)[at]
                                               : static_cast<double>(static_cast<const float*>(view.data)[at]);
    }
  return X;
}

using Param = std::tuple<const char*, Method>;

class RealData : public ::testing::TestWithParam<Param> {};

TEST_P(RealData, ObjectiveAndSubspaceAgreeWithTheReference) {
  const auto [name, method] = GetParam();
  const std::string path = std::string(L21_DATA_DIR) + "/" + name + ".npy";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not at hand";
  const Table table = read_table(path);
  constexpr int kComponents = 4;
  FitOptions options{.components = kComponents, .method = method, .p = 1.5, .max_iterations = 100000};
  options.tolerance = method == Method::r1 ? kFloat64.fit : kFloat64Far.fit;
  const Model model = fit(table.view, options);
  const FitReport& report = model.report;
  EXPECT_TRUE(report.converged) << report.message.text();

  const Mat raw = as_double(table.view);
  const Vec ones = Vec::Ones(raw.rows());
  const Mat Z = reference::centered(raw, reference::mean(raw, ones)), W = reference::principal(Z, ones, kComponents);
  const reference::Stop stop{options.tolerance, 100000};
  reference::Result expected;
  switch (method) {
    case Method::pca: expected = reference::pca(Z, ones, kComponents); break;
    case Method::l21: expected = reference::l21(Z, ones, W, stop); break;
    case Method::l2p: expected = reference::l2p(Z, ones, W, 1.5, stop); break;
    case Method::l1: expected = reference::l1(Z, ones, W, stop); break;
    case Method::l1_greedy: expected = reference::l1_greedy(Z, ones, W, stop); break;
    case Method::r1: expected = reference::r1(Z, ones, W, stop); break;
    default: break;  // sparse components are judged by themselves
  }
  EXPECT_NEAR(report.objective, expected.objective, kFloat64Far.objective * std::abs(expected.objective));
  EXPECT_LE(reference::projector_difference(model.linear().components.transpose(), expected.W), kFloat64.projector);
  RecordProperty("iterations", report.iterations);
}

INSTANTIATE_TEST_SUITE_P(Sets, RealData,
                         ::testing::Combine(::testing::Values("att", "yale64", "glass", "musk"),
                                            ::testing::Values(Method::pca, Method::l21, Method::r1, Method::l1,
                                                              Method::l1_greedy, Method::l2p)),
                         [](const ::testing::TestParamInfo<Param>& param) {
                           return std::string(std::get<0>(param.param)) + "_" +
                                  std::string(to_string(std::get<1>(param.param)));
                         });

}  // namespace
}  // namespace l21::internal::testing
