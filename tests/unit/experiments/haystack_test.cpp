#include "haystack.hpp"

#include <gtest/gtest.h>

#include "haystack_page.hpp"

namespace l21::internal::experiments {
namespace {

HaystackExperiment small() {
  HaystackExperiment experiment;
  for (const char* name : {"pca", "l21", "robust"}) experiment.methods.push_back(method_choice(name, {}));
  experiment.shares = {0.3, 0.7};
  experiment.norms = {10};
  experiment.repeats = 2;
  return experiment;
}

TEST(Haystack, OnlyThePresetWithstandsGrossOutliers) {
  const auto results = run(small(), {});
  ASSERT_EQ(results.recoveries.size(), 12U);
  for (const Recovery& r : results.recoveries) {
    EXPECT_TRUE(r.method != "robust" || r.angle < 3) << r.share << ": " << r.angle;
    EXPECT_TRUE(r.method != "pca" || r.angle > 60) << r.share << ": " << r.angle;
  }
}

TEST(Haystack, WithoutOutliersEverybodyFindsThePlane) {
  HaystackExperiment experiment = small();
  experiment.shares = {0};
  for (const Recovery& r : run(experiment, {}).recoveries) EXPECT_LT(r.angle, 1) << r.method;
}

TEST(Haystack, TheSharesAreOfAllRows) {
  HaystackOptions options;
  options.outliers = 25;
  const Haystack stack = make_haystack(options);
  EXPECT_EQ(stack.rows.rows(), 125);
  EXPECT_LT((stack.truth * stack.truth.transpose() - Matrix<double>::Identity(5, 5)).norm(), 1e-12);
  options.seed = 1;
  EXPECT_NE(make_haystack(options).rows, stack.rows);
}

TEST(Haystack, TheReportSaysWhoWithstandsWhat) {
  const auto experiment = small();
  pages::Page page("t");
  add_sections(page, experiment, run(experiment, {}));
  EXPECT_NE(page.html().find("robust up to 70 %"), std::string::npos);
  EXPECT_NE(page.html().find("pca never"), std::string::npos);
}

}  // namespace
}  // namespace l21::internal::experiments
