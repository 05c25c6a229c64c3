#include "pages/model_charts.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "pages/outlying.hpp"

namespace l21::internal::pages {
namespace {

Model model_with_cutoffs(double score, double orthogonal) {
  Model model;
  model.score_cutoff = score;
  model.orthogonal_cutoff = orthogonal;
  return model;
}

TEST(Outlying, TheWorseOfTwoDistancesCounts) {
  const Model model = model_with_cutoffs(2, 10);
  Distances distances;
  distances.score = Vector<double>{{1, 6, 2, 0}};
  distances.orthogonal = Vector<double>{{10, 10, 40, 0}};
  distances.outlier = {false, true, true, false};
  EXPECT_DOUBLE_EQ(severity(distances, model, 1), 3);
  EXPECT_DOUBLE_EQ(severity(distances, model, 2), 4);
  EXPECT_EQ(worst_first(distances, model), (std::vector<Index>{2, 1, 0, 3}));
}

TEST(RowsToShow, OfVeryManyRowsTheWorstAreKeptAndTheRestIsSpread) {
  std::vector<Index> worst(100001);
  std::iota(worst.begin(), worst.end(), Index{0});
  const auto shown = rows_to_show(worst);
  EXPECT_EQ(shown.rows.size(), kMostRowsShown);
  EXPECT_EQ(shown.left_out + shown.rows.size(), worst.size());
  const std::set<Index> different(shown.rows.begin(), shown.rows.end());
  EXPECT_EQ(different.size(), kMostRowsShown);
  EXPECT_TRUE(different.contains(0) && different.contains(1999));
  EXPECT_GT(*different.rbegin(), 99000);
  worst.resize(10);
  EXPECT_EQ(rows_to_show(worst).rows, worst);
}

TEST(OutlierMap, MarkedRowsAreTheirOwnSeries) {
  const Model model = model_with_cutoffs(2, 10);
  Distances distances;
  distances.score = Vector<double>{{1, 6, 1, 6}};
  distances.orthogonal = Vector<double>{{1, 1, 1, 1}};
  distances.outlier = {false, true, false, true};
  const auto chart =
      outlier_map(model, distances, {0, 1, 2, 3}, {"a", "b", "c", "d"}, {"occluded", {false, false, true, true}});
  ASSERT_EQ(chart.series.size(), 4U);
  EXPECT_EQ(chart.series[3].name, "occluded, outlier");
  EXPECT_EQ(chart.series[3].notes, std::vector<std::string>{"row 4, d"});
  EXPECT_EQ(chart.rules.size(), 2U);
}

TEST(ConvergenceCharts, RoundsFollowOneAnother) {
  FitReport report;
  report.trace = {{1, 1, 10, 0.1, 0, 1}, {1, 2, 20, 0.01, 0, 2}, {2, 3, 15, 0.05, 0, 3}};
  const auto charts = convergence_charts({{"", Look::accent, &report}});
  ASSERT_EQ(charts.size(), 2U);
  EXPECT_EQ(charts[0].series[0].x, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(charts[0].series[0].y, (std::vector<double>{10, 20, 15}));
  EXPECT_EQ(charts[1].series[0].y, (std::vector<double>{0.1, 0.01, 0.05}));
}

}  // namespace
}  // namespace l21::internal::pages
