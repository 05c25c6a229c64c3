#include "image_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "averages.hpp"
#include "pages/image_rows.hpp"
#include "pages/markup.hpp"
#include "pages/model_page.hpp"

namespace l21::internal::experiments {
namespace {

using pages::Align;
using pages::Chart;
using pages::DataTable;
using pages::number;
using pages::Page;
using pages::PictureRow;
using pages::Series;

constexpr Index kPictured = 9;

std::string percent(double share) {
  return fmt::format("{:g} %", 100 * share);
}

bool occludes(const ImageExperiment& experiment) {
  return experiment.kind == ImageExperiment::Kind::occlusion;
}

Chart error_chart(const ImageExperiment& experiment, const ImageResults& results, const std::string& set,
                  double share) {
  Chart chart{
      .title = fmt::format("{}, {} {}", set, percent(share), occludes(experiment) ? "occluded" : "noise images"),
      .x = {.label = "components m", .scale = pages::AxisScale::whole_numbers},
      .y = {.label = "error e(m)"}};
  for (const MethodChoice& method : experiment.methods) {
    Series series{.name = method.name, .look = look_of(method.name)};
    for (const Average& average : curve(results.measurements, set, share, method.name)) {
      series.x.push_back(average.components);
      series.y.push_back(average.mean);
      if (experiment.repeats == 1) continue;
      series.low.push_back(average.mean - average.deviation);
      series.high.push_back(average.mean + average.deviation);
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

// The same relative to the first method: what the curves themselves hardly show.
Chart relative_chart(const ImageExperiment& experiment, const ImageResults& results, const std::string& set,
                     double share) {
  const std::string& base = experiment.methods.front().name;
  const auto first = curve(results.measurements, set, share, base);
  Chart chart{.title = fmt::format("{}, {}: beside {}", set, percent(share), base),
              .x = {.label = "components m", .scale = pages::AxisScale::whole_numbers},
              .y = {.label = "difference in error, %"},
              .rules = {{pages::Rule::Direction::horizontal, 0, base}}};
  for (const MethodChoice& method : experiment.methods) {
    if (method.name == base) continue;
    Series series{.name = method.name, .look = look_of(method.name)};
    const auto own = curve(results.measurements, set, share, method.name);
    for (std::size_t i = 0; i < std::min(first.size(), own.size()); ++i) {
      series.x.push_back(own[i].components);
      series.y.push_back(relative_percent(own[i].mean, first[i].mean));
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

DataTable average_table(const ImageExperiment& experiment, const ImageResults& results) {
  DataTable table{
      .name = fmt::format("{} averages", experiment.name()),
      .caption = "Numbers of the curves: mean and standard deviation over the seeds",
      .columns = {
          {"set", Align::left}, {"share %"}, {"method", Align::left}, {"m"}, {"error"}, {"deviation"}, {"seeds"}}};
  for (const ImageSet& set : experiment.sets)
    for (const double share : experiment.shares)
      for (const MethodChoice& method : experiment.methods)
        for (const Average& a : curve(results.measurements, set.name, share, method.name))
          table.rows.push_back({set.name, number(100 * share), method.name, fmt::format("{}", a.components),
                                number(a.mean, 8), number(a.deviation, 4), fmt::format("{}", a.count)});
  return table;
}

void add_curves(Page& page, const ImageExperiment& experiment, const ImageResults& results) {
  page.section(occludes(experiment) ? "Occluded images: error against components"
                                    : "Noise images: error against components");
  page.paragraph(
      occludes(experiment)
          ? "Some images carry a square of half their width. e(m) is the mean distance between an image "
            "without its square and what m components make of the image with it; lower is better."
          : "Images of another kind are added to the training set. e(m) is the mean distance between an image "
            "of the set itself and what m components make of it; lower is better.");
  page.list(in_words(experiment, results));
  std::vector<Chart> all;
  for (const ImageSet& set : experiment.sets)
    for (const double share : experiment.shares) all.push_back(error_chart(experiment, results, set.name, share));
  page.charts(fmt::format("{} errors", experiment.name()), all, static_cast<int>(experiment.shares.size()));
  if (experiment.methods.size() > 1) {
    std::vector<Chart> relative;
    for (const ImageSet& set : experiment.sets)
      for (const double share : experiment.shares)
        relative.push_back(relative_chart(experiment, results, set.name, share));
    page.charts(fmt::format("{} relative", experiment.name()), relative, static_cast<int>(experiment.shares.size()));
  }
  page.table(comparison_table(experiment, results));
  page.table(average_table(experiment, results), pages::Shown::folded);
  page.table(measurement_table(experiment, results), pages::Shown::folded);
}

// Images to look at: corrupted ones, as many as there are and as fit, spread over the set.
std::vector<Index> pictured(const Trial& trial) {
  std::vector<Index> corrupted;
  for (Index i = 0; i < trial.training.rows(); ++i)
    if (trial.corrupted[static_cast<std::size_t>(i)]) corrupted.push_back(i);
  if (corrupted.empty()) return pages::evenly_spread(kPictured, trial.originals.rows());
  std::vector<Index> chosen;
  for (const Index k : pages::evenly_spread(kPictured, static_cast<Index>(corrupted.size())))
    chosen.push_back(corrupted[static_cast<std::size_t>(k)]);
  return chosen;
}

void add_pictures(Page& page, const ImageExperiment& experiment, const Showcase& showcase) {
  const pages::ImageShape shape{showcase.set->height, showcase.set->width};
  const auto range = pages::grey_range(showcase.set->pixels);
  const Trial& trial = showcase.trial;
  const auto rows = occludes(experiment) ? pictured(trial) : pages::evenly_spread(kPictured, trial.originals.rows());
  const RowMatrix<double> inputs = pages::rows_at(rows_of(trial.training), rows);
  std::vector<PictureRow> strips{
      pages::picture_row("original", pages::rows_at(rows_of(trial.originals), rows), shape, range)};
  if (occludes(experiment))
    strips.push_back(pages::picture_row("occluded", inputs, shape, range));
  else
    strips.push_back(
        pages::picture_row("noise", pages::rows_at(rows_of(trial.training), pictured(trial)), shape, range));
  for (std::size_t k = 0; k < showcase.models.size(); ++k)
    strips.push_back(pages::picture_row(
        experiment.methods[k].name, showcase.models[k].reconstruct(rows_of(inputs), experiment.threads), shape, range));
  page.pictures(fmt::format("{}, {} {}: what {} components make of {} images.", showcase.set->name,
                            percent(showcase.share), occludes(experiment) ? "occluded" : "noise images",
                            showcase.components, occludes(experiment) ? "occluded" : "the set's own"),
                strips);
  std::vector<PictureRow> eigen;
  for (std::size_t k = 0; k < showcase.models.size(); ++k)
    eigen.push_back(pages::eigen_images(experiment.methods[k].name, showcase.models[k].linear(), shape, kPictured - 1));
  page.pictures("The fitted center, then the first components as images.", eigen);
}

void add_showcase(Page& page, const ImageExperiment& experiment, const Showcase& showcase) {
  page.section(fmt::format("{}: {} with {} components at {}", occludes(experiment) ? "Occluded" : "Noise images",
                           showcase.set->name, showcase.components, percent(showcase.share)));
  add_pictures(page, experiment, showcase);
  std::vector<pages::Traced> traced;
  Chart scree{.title = "Explained variance",
              .x = {.label = "component", .scale = pages::AxisScale::whole_numbers},
              .y = {.label = "variance of the scores", .scale = pages::AxisScale::logarithmic}};
  for (std::size_t k = 0; k < showcase.models.size(); ++k) {
    const std::string& name = experiment.methods[k].name;
    if (!is_greedy(experiment.methods[k].options.method) && showcase.models[k].report.trace.size() > 1)
      traced.push_back({name, look_of(name), &showcase.models[k].report});
    Series series = pages::scree_charts(showcase.models[k]).front().series.front();
    series.name = name;
    series.look = look_of(name);
    series.drawn = pages::Drawn::line;
    scree.series.push_back(std::move(series));
  }
  auto charts = pages::convergence_charts(traced);
  charts.insert(charts.begin(), scree);
  const std::string name = fmt::format("{} {}", experiment.name(), showcase.set->name);
  page.charts(name + " convergence", charts, 3);
  // Which rows the last method, the paper's own in the default order, finds strange.
  const Model& model = showcase.models.back();
  page.subsection(fmt::format("Outliers, by {}", experiment.methods.back().name));
  pages::add_outlier_parts(page, model,
                           {.rows = rows_of(showcase.trial.training),
                            .sample_shape = {showcase.set->height, showcase.set->width},
                            .marked = {occludes(experiment) ? "occluded" : "noise image", showcase.trial.corrupted},
                            .threads = experiment.threads},
                           name);
}

}  // namespace

DataTable measurement_table(const ImageExperiment& experiment, const ImageResults& results) {
  DataTable table{.name = fmt::format("{} measurements", experiment.name()),
                  .caption = "Every measurement",
                  .columns = {{"set", Align::left},
                              {"share %"},
                              {"seed"},
                              {"method", Align::left},
                              {"m"},
                              {"error"},
                              {"objective"},
                              {"iterations"},
                              {"converged", Align::left}}};
  for (const Measurement& m : results.measurements)
    table.rows.push_back({m.set, number(100 * m.share), fmt::format("{}", m.seed), m.method,
                          fmt::format("{}", m.components), fmt::format("{:.15g}", m.error),
                          fmt::format("{:.15g}", m.objective), m.iterations ? fmt::format("{}", *m.iterations) : "",
                          m.converged ? "yes" : "no"});
  return table;
}

DataTable comparison_table(const ImageExperiment& experiment, const ImageResults& results) {
  const std::string& base = experiment.methods.front().name;
  DataTable table{.name = fmt::format("{} comparison", experiment.name()),
                  .caption = fmt::format(
                      "Error beside {}, mean over all m, in percent (negative: lower); in brackets at how many m "
                      "the method is the lowest of all",
                      base),
                  .columns = {{"set", Align::left}, {"share"}}};
  for (const MethodChoice& method : experiment.methods) table.columns.push_back({method.name});
  for (const ImageSet& set : experiment.sets)
    for (const double share : experiment.shares) {
      std::vector<std::string> cells{set.name, percent(share)};
      for (const Comparison& c : compare(experiment, results.measurements, set.name, share))
        cells.push_back(c.out_of > 0 ? fmt::format("{:+.2f} ({}/{})", c.percent, c.lowest, c.out_of) : "");
      table.rows.push_back(std::move(cells));
    }
  return table;
}

std::vector<std::string> in_words(const ImageExperiment& experiment, const ImageResults& results) {
  std::vector<std::string> words;
  if (results.interrupted) words.emplace_back(kInterrupted);
  for (const ImageSet& set : experiment.sets)
    for (const double share : experiment.shares) {
      const auto all = compare(experiment, results.measurements, set.name, share);
      const auto best =
          std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.percent < b.percent; });
      if (best->out_of == 0) continue;
      const std::string& name = experiment.methods[static_cast<std::size_t>(best - all.begin())].name;
      const std::string& base = experiment.methods.front().name;
      words.push_back(
          name == base
              ? fmt::format("{}, {}: no method is better than {} on average.", set.name, percent(share), base)
              : fmt::format("{}, {}: {} has the lowest mean error, {:.2g} % below {}; it is the lowest at {} of {} m.",
                            set.name, percent(share), name, -best->percent, base, best->lowest, best->out_of));
    }
  const auto open = std::count_if(results.measurements.begin(), results.measurements.end(),
                                  [](const Measurement& m) { return !m.converged; });
  if (open > 0) words.push_back(fmt::format("{} of {} fits did not converge.", open, results.measurements.size()));
  return words;
}

std::vector<pages::Fact> facts_of(const ImageExperiment& experiment) {
  auto facts = common_facts(experiment.methods);
  for (const ImageSet& set : experiment.sets)
    facts.push_back({"images", fmt::format("{}: {} of {} x {} pixels", set.name, set.count(), set.height, set.width)});
  facts.push_back({"components", fmt::format("{}", fmt::join(experiment.components, ", "))});
  if (occludes(experiment)) facts.push_back({"fill", std::string(to_string(experiment.fill))});
  facts.push_back({"seeds", seeds_in_words(experiment.seed, experiment.repeats)});
  return facts;
}

void add_sections(Page& page, const ImageExperiment& experiment, const ImageResults& results) {
  add_curves(page, experiment, results);
  for (const Showcase& showcase : results.showcases) add_showcase(page, experiment, showcase);
}

}  // namespace l21::internal::experiments
