#include "pages/model_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "l21/option_table.hpp"
#include "pages/cell_map.hpp"
#include "pages/image_rows.hpp"
#include "pages/markup.hpp"
#include "pages/outlying.hpp"
#include "pages/versions.hpp"

namespace l21::internal::pages {
namespace {

constexpr std::size_t kWorstListed = 20;
constexpr Index kEigenImages = 12;
constexpr Index kReconstructed = 10;

// The shape of one image, where rows are dense and are images.
std::optional<ImageShape> image_shape(const ReportedData& data) {
  if (data.rows.dense() == nullptr || data.sample_shape.size() != 2) return std::nullopt;
  return ImageShape{data.sample_shape[0], data.sample_shape[1]};
}

std::string plural(Index count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string outliers_in_words(const Model& model, const Distances& distances) {
  Index far = 0, inside = 0, both = 0;
  for (Index i = 0; i < distances.score.size(); ++i) {
    const bool off = distances.orthogonal[i] > model.orthogonal_cutoff, out = distances.score[i] > model.score_cutoff;
    far += off && !out ? 1 : 0;
    inside += out && !off ? 1 : 0;
    both += off && out ? 1 : 0;
  }
  return fmt::format(
      "{} of {} beyond a cutoff: {} far from the subspace, {} far out inside it, {} both. Of data without outliers "
      "about 2.5 % lie beyond each cutoff.",
      far + inside + both, plural(distances.score.size(), "row lies", "rows lie"), far, inside, both);
}

DataTable worst_rows(const Model& model, const Distances& distances, const ReportedData& data,
                     const std::vector<Index>& worst) {
  const bool named = !data.row_names.empty(), marked = !data.marked.rows.empty();
  DataTable table{.name = "most-outlying", .caption = "The most outlying rows", .columns = {{"row"}}};
  if (named) table.columns.push_back({"name", Align::left});
  if (marked) table.columns.push_back({data.marked.name, Align::left});
  for (const char* heading : {"times the cutoff", "score distance", "orthogonal distance"})
    table.columns.push_back({heading});
  for (const Index i : worst) {
    std::vector<std::string> cells{fmt::format("{}", i + 1)};
    if (named) cells.push_back(data.row_names[static_cast<std::size_t>(i)]);
    if (marked) cells.push_back(data.marked.contains(i) ? "yes" : "no");
    for (const double value : {severity(distances, model, i), distances.score[i], distances.orthogonal[i]})
      cells.push_back(number(value));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// What is seen, what the model makes of it, and the difference.
void add_thumbnails(DataTable& table, const Model& model, const ReportedData& data, ImageShape shape,
                    const std::vector<Index>& rows) {
  const auto images = rows_at(*data.rows.dense(), rows);
  const auto rebuilt = model.reconstruct(rows_of(images), data.threads);
  const GreyRange range = grey_range(images);
  const double span = range.white - range.black;
  const auto given = picture_row("image", images, shape, range);
  const auto shown = picture_row("reconstruction", rebuilt, shape, range);
  const auto rest = picture_row("difference", images - rebuilt, shape, {-span / 2, span / 2});
  table.picture_headings = {"image", "reconstruction", "difference"};
  for (std::size_t i = 0; i < rows.size(); ++i)
    table.pictures.push_back({given.pictures[i], shown.pictures[i], rest.pictures[i]});
}

// Features with the largest loadings of the first components.
DataTable loadings_table(const RowMatrix<double>& components, const std::vector<std::string>& names) {
  constexpr Index kComponents = 5, kFeatures = 8;
  DataTable table{.name = "loadings",
                  .caption = "The largest loadings of the first components",
                  .columns = {{"component"}, {"column"}, {"name", Align::left}, {"loading"}}};
  if (names.empty()) table.columns.erase(table.columns.begin() + 2);
  std::vector<Index> order(static_cast<std::size_t>(components.cols()));
  for (Index j = 0; j < std::min(kComponents, components.rows()); ++j) {
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return std::abs(components(j, a)) > std::abs(components(j, b)); });
    for (std::size_t k = 0; k < std::min(order.size(), static_cast<std::size_t>(kFeatures)); ++k) {
      std::vector<std::string> cells{fmt::format("{}", j + 1), fmt::format("{}", order[k] + 1)};
      if (!names.empty()) cells.push_back(names[static_cast<std::size_t>(order[k])]);
      cells.push_back(number(components(j, order[k])));
      table.rows.push_back(std::move(cells));
    }
  }
  return table;
}

Chart loadings_chart(const RowMatrix<double>& components, const std::vector<std::string>& names) {
  Chart chart{.title = "Loadings of the first components",
              .x = {.label = "column", .scale = AxisScale::whole_numbers},
              .y = {.label = "loading"}};
  constexpr Look kLooksOfComponents[] = {Look::accent, Look::blue, Look::green};
  for (Index j = 0; j < std::min<Index>(3, components.rows()); ++j) {
    Series series{.name = fmt::format("component {}", j + 1), .look = kLooksOfComponents[j], .drawn = Drawn::line};
    for (Index k = 0; k < components.cols(); ++k) {
      series.x.push_back(static_cast<double>(k + 1));
      series.y.push_back(components(j, k));
      if (!names.empty()) series.notes.push_back(names[static_cast<std::size_t>(k)]);
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

void add_components(Page& page, const Model& model, const ReportedData& data) {
  if (model.kind() != ModelKind::linear) return;
  const RowMatrix<double>& components = model.linear().components;
  page.section("Components");
  if (const auto shape = image_shape(data)) {
    page.pictures("The center, then the components as images: grey is 0, black and white the largest loadings.",
                  {eigen_images("components", model.linear(), *shape, kEigenImages)});
    return;
  }
  constexpr Index kMostColumns = 3000;
  if (components.cols() <= kMostColumns) page.charts("loadings", {loadings_chart(components, model.feature_names)}, 2);
  page.table(loadings_table(components, model.feature_names));
}

void add_reconstructions(Page& page, const Model& model, const ReportedData& data) {
  const auto shape = image_shape(data);
  if (!shape || !model.has_reconstruction()) return;
  const auto images = rows_at(*data.rows.dense(), evenly_spread(kReconstructed, data.rows.rows()));
  const GreyRange range = grey_range(images);
  page.section("Reconstructions");
  page.pictures("Images spread evenly over the data, and their nearest points of the subspace.",
                {picture_row("data", images, *shape, range),
                 picture_row("reconstructed", model.reconstruct(rows_of(images), data.threads), *shape, range)});
}

void add_outliers(Page& page, const Model& model, const ReportedData& data, const Distances& distances,
                  const std::string& name) {
  const auto worst = worst_first(distances, model);
  const auto shown = rows_to_show(worst);
  const auto scores = model.transform(data.rows, data.threads);
  page.charts(name + "outliers",
              {outlier_map(model, distances, shown.rows, data.row_names, data.marked),
               score_plot(scores, distances, shown.rows, data.row_names)},
              2);
  if (shown.left_out > 0)
    page.paragraph(
        fmt::format("The charts show the {} most outlying rows and every so-many-th of the others; {} are left out.",
                    kMostRowsShown / 2, shown.left_out));
  const std::vector<Index> listed(worst.begin(),
                                  worst.begin() + static_cast<Index>(std::min(kWorstListed, worst.size())));
  DataTable table = worst_rows(model, distances, data, listed);
  table.name = name + table.name;
  if (const auto shape = image_shape(data); shape && model.has_reconstruction())
    add_thumbnails(table, model, data, *shape, listed);
  page.table(table);
}

}  // namespace

std::vector<std::string> words_of(const Model& model, const Distances* distances) {
  const FitReport& report = model.report;
  std::vector<std::string> words;
  words.push_back(fmt::format("{} found {} in {} of {}.", to_string(report.method),
                              plural(report.n_components, "component", "components"),
                              plural(report.n_samples, "row", "rows"), plural(report.n_features, "column", "columns")));
  if (report.choice) words.push_back(fmt::format("The number of components was chosen: {}.", in_words(*report.choice)));
  words.push_back(fmt::format(
      "Of the total length of the centered rows {:.1f} % stays when they are projected; a row lies {} from its "
      "reconstruction on average.",
      100 * report.l21_ratio, number(report.reconstruction_error)));
  words.push_back(fmt::format("The fit {}: {}.", report.converged ? "converged" : "did not converge",
                              report.message.text(Vocabulary::flag)));
  if (const Message certificate = in_words(report.certificate, report.method); !certificate.empty())
    words.push_back(fmt::format("Certificate: {}.", certificate.text(Vocabulary::flag)));
  if (report.cells) words.push_back(fmt::format("Damaged cells: {}.", in_words(*report.cells)));
  if (distances) words.push_back(outliers_in_words(model, *distances));
  for (const Message& warning : all_warnings(report)) words.push_back(warning.text(Vocabulary::flag));
  return words;
}

void add_outlier_parts(Page& page, const Model& model, const ReportedData& data, const std::string& name) {
  add_outliers(page, model, data, model.distances(data.rows, data.threads), name + " ");
}

void add_model_sections(Page& page, const Model& model, const ReportedData& data) {
  std::optional<Distances> distances;
  if (model.has_distances()) distances = model.distances(data.rows, data.threads);
  page.section("Summary");
  page.list(words_of(model, distances ? &*distances : nullptr));
  page.section("How much each component holds");
  page.charts("scree", scree_charts(model), 2);
  page.section("Convergence");
  page.charts("convergence", convergence_charts({{"", Look::accent, &model.report}}), 2);
  if (distances) {
    page.section("Outliers");
    add_outliers(page, model, data, *distances, "");
  }
  if (model.kind() == ModelKind::linear && model.linear().cells) add_damaged_cells(page, model, data);
  add_components(page, model, data);
  add_reconstructions(page, model, data);
}

std::vector<Fact> option_facts(const FitOptions& options) {
  std::vector<Fact> facts;
  for (const OptionSpec& spec : option_table())
    if (spec.name != "threads") facts.push_back({std::string(spec.name), spec.get(options)});
  return facts;
}

void add_origin(Page& page, std::vector<Fact> facts, const std::string& command) {
  page.section("How this was made");
  page.command(command);
  const auto used = versions();
  facts.insert(facts.end(), used.begin(), used.end());
  page.facts(facts);
}

}  // namespace l21::internal::pages
