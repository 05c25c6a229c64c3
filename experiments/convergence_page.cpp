#include "convergence_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "l21/option_table.hpp"
#include "pages/markup.hpp"

namespace l21::internal::experiments {
namespace {

using pages::Align;
using pages::number;

double best_objective(const ConvergenceResults& results) {
  double best = -std::numeric_limits<double>::infinity();
  for (const ConvergenceCurve& curve : results.curves) best = std::max(best, curve.report.objective);
  return best;
}

enum class Against { iterations, reads };

pages::Series series_of(const ConvergenceCurve& curve, Against against, double best, bool residual) {
  pages::Series series;
  series.drawn = pages::Drawn::line;
  for (const TraceEntry& entry : curve.report.trace) {
    series.x.push_back(against == Against::reads ? entry.reads : entry.iteration);
    series.y.push_back(residual ? entry.residual : std::abs(1 - entry.objective / best));
  }
  return series;
}

// Where an iteration reads once, as the plain one mostly does, one line shows both.
pages::Chart chart_of(const ConvergenceResults& results, const std::string& start, double best, bool residual) {
  pages::Chart chart{
      .title = fmt::format("start {}: {}", start,
                           residual ? "distance from stationarity" : "objective below the best found"),
      .x = {.label = "iterations or reads of X", .scale = pages::AxisScale::logarithmic},
      .y = {.label = residual ? "residual" : "1 - objective / best", .scale = pages::AxisScale::logarithmic}};
  const auto add = [&](const ConvergenceCurve& curve, Against against, const char* name, pages::Look look) {
    chart.series.push_back(series_of(curve, against, best, residual));
    chart.series.back().name = name;
    chart.series.back().look = look;
  };
  for (const ConvergenceCurve& curve : results.curves) {
    if (curve.start != start) continue;
    const bool same = std::all_of(curve.report.trace.begin(), curve.report.trace.end(),
                                  [](const TraceEntry& entry) { return entry.reads == entry.iteration; });
    if (curve.solver == Solver::plain) {
      add(curve, Against::reads, same ? "plain, both" : "plain, reads", pages::Look::grey);
      if (!same) add(curve, Against::iterations, "plain, iterations", pages::Look::green);
    } else {
      add(curve, Against::iterations, "accelerated, iterations", pages::Look::blue);
      add(curve, Against::reads, "accelerated, reads", pages::Look::accent);
    }
  }
  return chart;
}

pages::DataTable trace_table(const ConvergenceResults& results) {
  pages::DataTable table{
      .name = "convergence trace",
      .caption = "Every iteration",
      .columns = {
          {"start", Align::left}, {"solver", Align::left}, {"iteration"}, {"reads"}, {"objective"}, {"residual"}}};
  for (const ConvergenceCurve& curve : results.curves)
    for (const TraceEntry& entry : curve.report.trace)
      table.rows.push_back({curve.start, std::string(to_string(curve.solver)), fmt::format("{}", entry.iteration),
                            number(entry.reads), fmt::format("{:.15g}", entry.objective), number(entry.residual, 8)});
  return table;
}

}  // namespace

pages::DataTable ending_table(const ConvergenceExperiment& experiment, const ConvergenceResults& results) {
  pages::DataTable table{
      .name = "convergence",
      .caption = fmt::format("{} with {} components on {}: where each start ends", experiment.method.name,
                             experiment.method.options.components, experiment.name),
      .columns = {{"start", Align::left},
                  {"solver", Align::left},
                  {"iterations"},
                  {"reads"},
                  {"reads for the start"},
                  {"objective"},
                  {"residual"},
                  {"ended", Align::left}}};
  for (const ConvergenceCurve& curve : results.curves) {
    const FitReport& report = curve.report;
    table.rows.push_back({curve.start, std::string(to_string(curve.solver)), fmt::format("{}", report.iterations),
                          number(report.reads), number(report.reads_start), number(report.objective, 12),
                          number(report.kkt_residual.value_or(std::nan("")), 3),
                          std::string(to_string(report.status))});
  }
  return table;
}

std::vector<pages::Fact> facts_of(const ConvergenceExperiment& experiment) {
  auto facts = common_facts({experiment.method});
  std::erase_if(facts, [](const pages::Fact& fact) { return fact.name == "solver" || fact.name == "init"; });
  facts.push_back({"components", fmt::format("{}", experiment.method.options.components)});
  return facts;
}

void add_sections(pages::Page& page, const ConvergenceExperiment& experiment, const ConvergenceResults& results) {
  page.section("Convergence");
  if (results.interrupted) page.paragraph(kInterrupted);
  page.paragraph(
      fmt::format("{} with {} components on {} ({} rows, {} columns), by the paper's iteration (plain) and by the "
                  "accelerated solver. The objective never falls.",
                  experiment.method.name, experiment.method.options.components, experiment.name, experiment.rows.rows(),
                  experiment.rows.cols()));
  page.table(ending_table(experiment, results));
  std::vector<pages::Chart> charts;
  const double best = best_objective(results);
  std::string last;
  for (const ConvergenceCurve& curve : results.curves) {
    if (curve.start == last) continue;
    last = curve.start;
    for (const bool residual : {false, true}) charts.push_back(chart_of(results, last, best, residual));
  }
  page.charts("convergence", charts, 2);
  page.table(trace_table(results), pages::Shown::folded);
}

}  // namespace l21::internal::experiments
