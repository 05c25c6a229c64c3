#include "pages/model_charts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace l21::internal::pages {
namespace {

Chart component_chart(const char* title, const char* what, const Vector<double>& values) {
  Series series{.name = "", .look = Look::accent};
  for (Index j = 0; j < values.size(); ++j) {
    series.x.push_back(static_cast<double>(j + 1));
    series.y.push_back(values[j]);
  }
  return {.title = title,
          .x = {.label = "component", .scale = AxisScale::whole_numbers},
          .y = {.label = what},
          .series = {series}};
}

Series traced(const Traced& fit, bool residual, bool as_share) {
  Series series{.name = fit.name, .look = fit.look, .drawn = Drawn::line};
  for (const TraceEntry& entry : fit.report->trace) {
    series.x.push_back(entry.iteration);
    const double last = fit.report->trace.back().objective, size = std::abs(last);
    // Of r1, which is negative, too, so that every curve rises to 1.
    const double share = size > 0 ? 1 + (entry.objective - last) / size : 1.0;
    series.y.push_back(residual ? entry.residual : as_share ? share : entry.objective);
  }
  return series;
}

// Points of a scatter, sorted into what they are.
class Classes {
 public:
  explicit Classes(std::vector<Series> series) : series_(std::move(series)) {
    for (Series& one : series_) one.drawn = Drawn::marks;
  }
  void add(std::size_t kind, double x, double y, std::string note) {
    series_[kind].x.push_back(x);
    series_[kind].y.push_back(y);
    series_[kind].notes.push_back(std::move(note));
  }
  [[nodiscard]] std::vector<Series> non_empty() && {
    std::erase_if(series_, [](const Series& series) { return series.x.empty(); });
    return std::move(series_);
  }

 private:
  std::vector<Series> series_;
};

}  // namespace

std::vector<Chart> scree_charts(const Model& model) {
  return {component_chart("Explained variance", "variance of the scores", model.explained_variance),
          component_chart("Share of the objective", "share", model.objective_share)};
}

std::vector<Chart> convergence_charts(const std::vector<Traced>& fits) {
  const bool several = fits.size() > 1;
  Chart objective{.title = several ? "Objective, relative to where it ends" : "Objective",
                  .x = {.label = "iteration", .scale = AxisScale::whole_numbers},
                  .y = {.label = several ? "objective, 1 at the end" : "objective"}};
  Chart residual{.title = "Distance from stationarity",
                 .x = {.label = "iteration", .scale = AxisScale::whole_numbers},
                 .y = {.label = "residual", .scale = AxisScale::logarithmic}};
  for (const Traced& fit : fits) {
    objective.series.push_back(traced(fit, /*residual=*/false, several));
    residual.series.push_back(traced(fit, /*residual=*/true, several));
  }
  return {objective, residual};
}

ShownRows rows_to_show(const std::vector<Index>& worst_first) {
  if (worst_first.size() <= kMostRowsShown) return {worst_first, 0};
  constexpr std::size_t kHalf = kMostRowsShown / 2;
  ShownRows shown{{worst_first.begin(), worst_first.begin() + kHalf}, worst_first.size() - kMostRowsShown};
  const auto rest = static_cast<double>(worst_first.size() - kHalf);
  for (std::size_t i = 0; i < kHalf; ++i) {
    const auto step = static_cast<std::size_t>(rest * static_cast<double>(i) / static_cast<double>(kHalf));
    shown.rows.push_back(worst_first[kHalf + step]);
  }
  return shown;
}

std::string row_label(Index row, const std::vector<std::string>& names) {
  const std::string label = fmt::format("row {}", row + 1);
  return names.empty() ? label : label + ", " + names[static_cast<std::size_t>(row)];
}

Chart outlier_map(const Model& model, const Distances& distances, const std::vector<Index>& rows,
                  const std::vector<std::string>& names, const Marked& marked) {
  Classes classes({{.name = "as expected", .look = Look::blue},
                   {.name = "outlier", .look = Look::accent},
                   {.name = marked.name + ", as expected", .look = Look::green},
                   {.name = marked.name + ", outlier", .look = Look::purple}});
  for (const Index i : rows) {
    const std::size_t kind =
        (marked.contains(i) ? 2U : 0U) + (distances.outlier[static_cast<std::size_t>(i)] ? 1U : 0U);
    classes.add(kind, distances.score[i], distances.orthogonal[i], row_label(i, names));
  }
  return {.title = "Outlier map",
          .x = {.label = "score distance (inside the subspace)"},
          .y = {.label = "orthogonal distance (from it)"},
          .series = std::move(classes).non_empty(),
          .rules = {{Rule::Direction::vertical, model.score_cutoff, "cutoff"},
                    {Rule::Direction::horizontal, model.orthogonal_cutoff, "cutoff"}}};
}

Chart score_plot(const RowMatrix<double>& scores, const Distances& distances, const std::vector<Index>& rows,
                 const std::vector<std::string>& names) {
  Classes classes({{.name = "as expected", .look = Look::blue}, {.name = "outlier", .look = Look::accent}});
  for (const Index i : rows) {
    const bool outlier = distances.outlier[static_cast<std::size_t>(i)];
    classes.add(outlier ? 1 : 0, scores(i, 0), scores.cols() > 1 ? scores(i, 1) : 0.0, row_label(i, names));
  }
  return {.title = "Scores",
          .x = {.label = "component 1"},
          .y = {.label = scores.cols() > 1 ? "component 2" : ""},
          .series = std::move(classes).non_empty()};
}

}  // namespace l21::internal::pages
