// `--preset robust` on haystacks: inliers in a subspace, isotropic outliers around it, the offset unknown.
#include <gtest/gtest.h>

#include "conformance/random_data.hpp"
#include "l21/fit.hpp"

namespace l21::internal::testing {
namespace {

struct Haystack {
  Mat X;
  Mat truth;  // D x d
};

Haystack haystack(std::uint64_t seed, Index outliers, double outlier_norm) {
  constexpr Index kDimension = 100, kSubspace = 5, kInliers = 100;
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  const auto gaussian = [&](Index rows, Index cols) {
    return Mat::NullaryExpr(rows, cols, [&] { return normal(engine); }).eval();
  };
  Haystack h;
  h.truth =
      Eigen::HouseholderQR<Mat>(gaussian(kDimension, kSubspace)).householderQ() * Mat::Identity(kDimension, kSubspace);
  h.X.resize(kInliers + outliers, kDimension);
  h.X.topRows(kInliers) = gaussian(kInliers, kSubspace) / std::sqrt(double(kSubspace)) * h.truth.transpose();
  h.X.bottomRows(outliers) = gaussian(outliers, kDimension) * (outlier_norm / std::sqrt(double(kDimension)));
  h.X.rowwise() += 10 * gaussian(1, kDimension).row(0);
  return h;
}

TEST(RobustPreset, FindsTheSubspaceOfHaystacksToHalfADegree) {
  for (const Index outliers : {50, 100, 200, 400})
    for (const double norm : {1.0, 10.0, 100.0})
      for (const std::uint64_t seed : {1, 2, 3}) {
        const Haystack h = haystack(seed, outliers, norm);
        const Model model = fit(rows_of(h.X), robust_preset({.components = 5}));
        const FitReport& report = model.report;
        EXPECT_LE(reference::largest_angle(model.linear().components.transpose(), h.truth), 0.5)
            << outliers << " outliers of norm " << norm << ", seed " << seed;
        EXPECT_TRUE(report.converged) << report.message.text();
      }
}

TEST(RobustPreset, AgreesWithTheReference) {
  const Haystack h = haystack(4, 60, 10.0);
  const auto model = fit(rows_of(h.X), robust_preset({.components = 5}));
  EXPECT_LE(reference::largest_angle(model.linear().components.transpose(), reference::robust(h.X, 5)), 1e-3);
}

TEST(RobustPreset, FindsWhatPcaMisses) {
  const Haystack h = haystack(5, 200, 10.0);
  const auto pca = fit(rows_of(h.X), {.components = 5, .method = Method::pca});
  EXPECT_GE(reference::largest_angle(pca.linear().components.transpose(), h.truth), 45.0);
}

TEST(RobustPreset, FlagsTheOutliersOfAHaystack) {
  const Haystack h = haystack(6, 50, 10.0);
  const auto model = fit(rows_of(h.X), robust_preset({.components = 5}));
  const auto distances = model.distances(rows_of(h.X));
  Index caught = 0;
  for (std::size_t i = 100; i < 150; ++i) caught += distances.outlier[i] ? 1 : 0;
  EXPECT_EQ(caught, 50);
}

TEST(Fit, WarnsWhenAFewRowsCarryMostOfTheObjective) {
  const Haystack h = haystack(7, 3, 1000.0);
  const auto report = fit(rows_of(h.X), {.components = 2}).report;
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_NE(report.warnings[0].text(Vocabulary::flag).find("--preset robust"), std::string::npos);
}

}  // namespace
}  // namespace l21::internal::testing
