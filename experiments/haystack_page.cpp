#include "haystack_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pages/markup.hpp"

namespace l21::internal::experiments {
namespace {

using pages::Align;
using pages::number;

struct Angles {
  double mean = std::numeric_limits<double>::quiet_NaN(), least = 0, most = 0;
};

Angles angles(const HaystackResults& results, double norm, double share, const std::string& method) {
  std::vector<double> found;
  for (const Recovery& r : results.recoveries)
    if (r.norm == norm && r.share == share && r.method == method) found.push_back(r.angle);
  if (found.empty()) return {};
  double sum = 0;
  for (const double angle : found) sum += angle;
  const auto [least, most] = std::minmax_element(found.begin(), found.end());
  return {sum / static_cast<double>(found.size()), *least, *most};
}

pages::Chart angle_chart(const HaystackExperiment& experiment, const HaystackResults& results, double norm) {
  pages::Chart chart{
      .title = norm == 1 ? "Outliers as long as inliers" : fmt::format("Outliers {:g} times as long as inliers", norm),
      .x = {.label = "outliers among all rows, %"},
      .y = {.label = "angle, degrees", .scale = pages::AxisScale::logarithmic, .range = {{0.05, 100.0}}},
      .rules = {{pages::Rule::Direction::horizontal, 90, "90: all is lost"}}};
  for (const MethodChoice& method : experiment.methods) {
    pages::Series series{.name = method.name, .look = look_of(method.name)};
    for (const double share : experiment.shares) {
      const auto [mean, least, most] = angles(results, norm, share, method.name);
      series.x.push_back(100 * share);
      series.y.push_back(mean);
      if (experiment.repeats == 1) continue;
      series.low.push_back(least);
      series.high.push_back(most);
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

pages::DataTable recovery_table(const HaystackResults& results) {
  pages::DataTable table{
      .name = "haystack measurements",
      .caption = "Every measurement",
      .columns = {{"norm"}, {"share %"}, {"seed"}, {"method", Align::left}, {"angle"}, {"converged", Align::left}}};
  for (const Recovery& r : results.recoveries)
    table.rows.push_back({number(r.norm), number(100 * r.share), fmt::format("{}", r.seed), r.method,
                          fmt::format("{:.15g}", r.angle), r.converged ? "yes" : "no"});
  return table;
}

// Up to which share of outliers a method stays within three degrees.
std::vector<std::string> in_words(const HaystackExperiment& experiment, const HaystackResults& results) {
  std::vector<std::string> words;
  if (results.interrupted) words.emplace_back(kInterrupted);
  for (const double norm : experiment.norms) {
    std::string line = fmt::format("Outliers {:g} times the length of inliers: within 3 degrees of the truth,", norm);
    for (const MethodChoice& method : experiment.methods) {
      double withstood = -1;
      for (const double share : experiment.shares) {
        if (!(angles(results, norm, share, method.name).mean <= 3)) break;
        withstood = share;
      }
      line += withstood < 0 ? fmt::format(" {} never;", method.name)
                            : fmt::format(" {} up to {:g} %;", method.name, 100 * withstood);
    }
    line.back() = '.';
    words.push_back(line);
  }
  return words;
}

}  // namespace

pages::DataTable angle_table(const HaystackExperiment& experiment, const HaystackResults& results) {
  pages::DataTable table{.name = "haystack angles",
                         .caption = "Mean angle to the true subspace, in degrees (0 is perfect, 90 as bad as can be)",
                         .columns = {{"norm"}, {"outliers"}}};
  for (const MethodChoice& method : experiment.methods) table.columns.push_back({method.name});
  for (const double norm : experiment.norms)
    for (const double share : experiment.shares) {
      std::vector<std::string> cells{number(norm), fmt::format("{:g} %", 100 * share)};
      for (const MethodChoice& method : experiment.methods)
        cells.push_back(number(angles(results, norm, share, method.name).mean, 3));
      table.rows.push_back(std::move(cells));
    }
  return table;
}

std::vector<pages::Fact> facts_of(const HaystackExperiment& experiment) {
  auto facts = common_facts(experiment.methods);
  facts.push_back({"components", fmt::format("{}", experiment.stack.subspace)});
  facts.push_back({"seeds", seeds_in_words(experiment.stack.seed, experiment.repeats)});
  return facts;
}

void add_sections(pages::Page& page, const HaystackExperiment& experiment, const HaystackResults& results) {
  page.section("A plane among outliers");
  page.paragraph(
      fmt::format("{} rows lie near a {}-dimensional plane in {} dimensions, around a point that is not known; "
                  "outliers lie around the "
                  "same point in all directions. How far from the plane is what each method finds?",
                  experiment.stack.inliers, experiment.stack.subspace, experiment.stack.dimensions));
  page.list(in_words(experiment, results));
  std::vector<pages::Chart> charts;
  for (const double norm : experiment.norms) charts.push_back(angle_chart(experiment, results, norm));
  page.charts("haystack", charts, 3);
  page.table(angle_table(experiment, results));
  page.table(recovery_table(results), pages::Shown::folded);
}

}  // namespace l21::internal::experiments
