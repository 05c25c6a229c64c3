#include "fit/cells_fit.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <utility>

#include "data/column_statistics.hpp"
#include "data/projections.hpp"
#include "data/scan.hpp"
#include "fit/single_fit.hpp"
#include "linalg/blas.hpp"

namespace l21::internal {
namespace {

// Columns of which half is one value (backgrounds) would be called damaged wherever they are not.
constexpr double kScaleFloor = 0.5, kFirstScaleFloor = 0.05;

CellModel model_without_subspace(const FitData& data, const RowScheme& scheme) {
  const Rows& known = data.given();
  const Index d = known.cols();
  const RowMatrix<double> no_scores(known.rows(), 0);
  CellModel model;
  model.W.resize(d, 0);
  model.scale = cell_scales(known, scheme, model.W, no_scores, kFirstScaleFloor, data.threads);
  model.range = cell_ranges(known, data.factor, data.threads);
  if (data.options.sample_shape.size() == 2) model.shape = data.options.sample_shape;
  model.tails = cell_tails(known, scheme, model, no_scores);
  return model;
}

// Of scores in prepared units, where values are about 1.
constexpr double kLeastVariance = 1e-30;

template <class T>
Vector<double> weight_shares(const PreparedRows<T>& rows) {
  return rows.each([&](Index i) { return rows.weight(i) / rows.total_weight; });
}

// Scales and tails about the subspace of the model; returns the scores of the rows.
RowMatrix<double> settle(const FitData& data, const RowScheme& scheme, CellModel& model) {
  const Rows& known = data.given();
  RowMatrix<double> T = scores_of_good_cells(known, scheme, model, data.threads);
  model.scale = cell_scales(known, scheme, model.W, T, kScaleFloor, data.threads);
  model.tails = cell_tails(known, scheme, model, T);
  return T;
}

// A few steps of PCA of the known and good cells, with `components` of them. Moves scheme.center.
template <class T>
Status refit(const FitData& data, const std::shared_ptr<FilledRows>& filled, Index components, RowScheme& scheme,
             CellModel& model) {
  constexpr int kSteps = 6;
  constexpr double kRoughly = 1e-3;
  FitOptions options = data.options;
  options.components = static_cast<int>(components);
  options.method = Method::pca;
  options.init = Init::pca;
  options.max_iterations = kSteps;
  options.tolerance = kRoughly;
  FitData at{.stored = filled->filled(),
             .options = options,
             .observer = data.observer,
             .threads = data.threads,
             .scale_exponent = data.scale_exponent,
             .factor = data.factor,
             .center = scheme.center,
             .mean = scheme.center,
             .holes = filled};
  const MethodResult fitted = fit_once<T>(at, options).result;
  const Matrix<double>& W = fitted.W;
  scheme.center = scan_rows(at.stored, options.weights, data.threads).mean.cwiseProduct(data.factor);
  at.center = scheme.center;
  const PreparedRows<T> rows = at.template prepare<T>(RowScaling::none);
  const Matrix<double> scores = project_rows(rows, W);
  const SymmetricEigen axes = largest_eigenpairs(rows.products(scores, weight_shares(rows), scores), components);
  model.W = W * axes.vectors;
  model.variance = axes.values.cwiseMax(kLeastVariance);
  return fitted.report.status;
}

CellReport judged(const Holes& holes, const Holes* missing, const Rows& rows, bool images, std::vector<Index>& beyond) {
  constexpr double kMost = 0.1, kFew = 0.01, kFewRows = 0.005, kMuchOfARow = 0.15;
  const Index n = rows.rows(), d = rows.cols();
  CellReport report{.verdict = CellVerdict::left_out, .damaged = holes.count() - (missing ? missing->count() : 0)};
  double much = 0;
  for (Index i = 0; i < n; ++i) {
    const std::size_t damaged = holes.of_row(i).size() - (missing ? missing->of_row(i).size() : 0);
    const double share = static_cast<double>(damaged) / static_cast<double>(d);
    if (share > 0.5) beyond.push_back(i);
    if (share > kMuchOfARow) ++much;
  }
  report.rows = static_cast<Index>(beyond.size());
  const double share = static_cast<double>(report.damaged) / (static_cast<double>(n) * static_cast<double>(d));
  // Neighbours of images agree by chance as well: a few cells here and there are no damage.
  if (images && share < kFew && much < kFewRows * static_cast<double>(n)) report.verdict = CellVerdict::none;
  if (report.damaged == 0) report.verdict = CellVerdict::none;
  if (share > kMost) report.verdict = CellVerdict::too_many;
  return report;
}

}  // namespace

template <class T>
CellSearch search_cells(const FitData& data) {
  const Rows& known = data.given();
  RowScheme scheme{data.factor, column_medians(known, data.factor, data.options.weights, data.threads)};
  CellModel model = model_without_subspace(data, scheme);
  RowMatrix<double> scores(known.rows(), 0);
  const auto leave_out = [&] {
    return std::make_shared<FilledRows>(known, damaged_cells(known, scheme, model, scores, data.threads));
  };
  std::shared_ptr<FilledRows> filled = leave_out();
  filled->fill(scheme.center.cwiseQuotient(scheme.factor));
  std::vector<Index> levels = cell_levels(data.options.components);
  levels.push_back(levels.back());
  for (const Index components : levels) {
    const Status status = refit<T>(data, filled, components, scheme, model);
    scores = settle(data, scheme, model);
    filled = leave_out();
    (void)filled->fill<T>(scheme, model.W, data.threads);
    if (status == Status::interrupted) break;
  }
  CellSearch found;
  found.holes = filled->holes();
  found.report =
      judged(found.holes, data.holes ? &data.holes->holes() : nullptr, known, !model.shape.empty(), found.beyond);
  return found;
}

CellModel cells_about(const FitData& data, const Matrix<double>& W) {
  const RowScheme scheme{data.factor, data.center};
  const PreparedRows<double> rows = data.prepare<double>(RowScaling::none);
  const RowMatrix<double> scores = project_rows(rows, W);
  CellModel model = model_without_subspace(data, scheme);
  model.W = W;
  model.variance = rows.products(scores, weight_shares(rows), scores).diagonal().cwiseMax(kLeastVariance);
  model.scale = cell_scales(data.given(), scheme, W, scores, kScaleFloor, data.threads);
  (void)settle(data, scheme, model);
  return model;
}

template CellSearch search_cells<float>(const FitData&);
template CellSearch search_cells<double>(const FitData&);

}  // namespace l21::internal

namespace l21 {

std::string_view to_string(CellVerdict verdict) {
  switch (verdict) {
    case CellVerdict::left_out: return "left_out";
    case CellVerdict::none: return "none";
    case CellVerdict::too_many: return "too_many";
  }
  return "";
}

std::string in_words(const CellReport& cells) {
  switch (cells.verdict) {
    case CellVerdict::none: return "none were seen: the rows are taken as they are, and fitted by l21";
    case CellVerdict::too_many:
      return fmt::format(
          "{} do not go with the others of their rows, too many to be damage: the rows are taken as they are, and "
          "fitted by l21",
          cells.damaged);
    case CellVerdict::left_out: break;
  }
  std::string text = fmt::format("{} left out", cells.damaged);
  if (cells.rows > 0)
    text += fmt::format("; {} row{} of which most is damaged had no say", cells.rows, cells.rows == 1 ? "" : "s");
  return text;
}

}  // namespace l21
