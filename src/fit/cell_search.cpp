#include "fit/cell_search.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "data/cell_judge.hpp"
#include "data/column_statistics.hpp"
#include "data/foretold_cells.hpp"
#include "data/projections.hpp"
#include "data/scan.hpp"
#include "fit/damaged_shares.hpp"
#include "fit/robust_fit.hpp"
#include "fit/single_fit.hpp"
#include "linalg/blas.hpp"
#include "linalg/statistics.hpp"
#include "methods/cost_model.hpp"

namespace l21::internal {
namespace {

CellModel model_without_subspace(const FitData& data, const CellTable& table, const RowScheme& scheme) {
  const RowMatrix<double> no_scores(table.known.rows(), 0);
  CellModel model = model_of_table(data, table, scheme);
  model.W.resize(table.known.cols(), 0);
  model.scale = cell_scales(table, scheme, model, no_scores);
  model.tails = cell_tails(table, scheme, model, no_scores);
  return model;
}

// Scales and tails about the subspace of the model, where nothing is known of the scores; returns them.
RowMatrix<double> settle(const CellTable& table, const RowScheme& scheme, CellModel& model, PassCounter& counter) {
  RowMatrix<double> T = scores_of_good_cells(table, scheme, model);
  counter.add(CellLevels(model).columns_of_scores());
  counter.add(static_cast<double>(T.cols()));
  settle_about(T, table, scheme, model);
  return T;
}

// A few steps of PCA of the rows, with `components` of them; `filled` where they have holes. Moves scheme.center.
template <class T>
Status refit(const FitData& data, const Rows& rows_of_fit, const std::shared_ptr<FilledRows>& filled,
             const Vector<double>& weights, Index components, RowScheme& scheme, CellModel& model,
             PassCounter& counter) {
  constexpr int kSteps = 6;
  constexpr double kRoughly = 1e-2;
  FitOptions options = data.options;
  options.components = static_cast<int>(components);
  options.method = Method::pca;
  options.init = Init::pca;
  options.max_iterations = kSteps;
  options.tolerance = kRoughly;
  options.weights = weights;
  FitData at = about(data, options, rows_of_fit, scheme);
  at.holes = filled;
  const auto to_mean = [&] {
    scheme.center = scan_rows(at.stored, weights, data.threads).mean.cwiseProduct(data.factor);
    at.center = scheme.center;
  };
  if (!filled) to_mean();
  const SingleFit<T> fit = fit_once<T>(at, options);
  const MethodResult& fitted = fit.result;
  counter += fit.start;
  counter += fitted.counter;
  counter.add(static_cast<double>(components));
  const Matrix<double>& W = fitted.W;
  if (filled) to_mean();
  const PreparedRows<T> rows = at.template prepare<T>(RowScaling::none);
  const Matrix<double> scores = project_rows(rows, W);
  const SymmetricEigen axes = largest_eigenpairs(rows.products(scores, weight_shares(rows), scores), components);
  model.W = W * axes.vectors;
  model.variance = axes.values;
  return fitted.report.status;
}

// Images: PCA of the rows as they are, with the most components of which each is held by so many rows that a damaged
// one cannot have it to itself. Values of images are bounded, so that damage bends few components little; and whole
// rows show structure that a minority of them shares, which cells that are left out would hide (light from one side, a
// few views of one person).
template <class T>
Status start_with_whole_rows(const FitData& data, RowScheme& scheme, CellModel& model, PassCounter& counter) {
  constexpr Index kRowsToAComponent = 32;
  const Index m = data.options.components;
  const double rows = rows_worth(data.options.weights, data.stored.rows());
  Index components = cell_levels(m).front();
  for (const Index k : cell_levels(m))
    if (k < m && static_cast<double>(kRowsToAComponent * k) <= rows) components = k;
  return refit<T>(data, data.stored, nullptr, data.options.weights, components, scheme, model, counter);
}

// Tables: a value may be anything, and whole rows may be foreign. A robust fit of the filled table says which subspace
// most rows belong to.
template <class T>
Status start_with_most_rows(const FitData& data, const FilledRows& filled, const Vector<double>& weights,
                            RowScheme& scheme, CellModel& model, PassCounter& counter) {
  constexpr int kSteps = 30;
  constexpr double kRoughly = 1e-3;
  FitOptions options = data.options;
  options.method = Method::robust;
  options.weights = weights;
  options.max_iterations = kSteps;
  options.tolerance = kRoughly;
  FitData at = about(data, options, filled.filled(), scheme);
  if (!has_spread<T>(at)) at.stored = data.stored;
  const Model found = fit_robust<T>(at);
  const double per_pass = 2.0 * data.options.components;
  counter +=
      {found.report.reads + found.report.reads_start, per_pass * (found.report.passes + found.report.passes_start)};
  scheme.center = at.center;
  model.W = found.linear().components.transpose();
  // Foreign rows may be far along the subspace as well.
  RowMatrix<double> scores = project_rows(at.template prepare<T>(RowScaling::none), model.W);
  model.variance.resize(model.W.cols());
  for (Index k = 0; k < scores.cols(); ++k) {
    Vector<double> along = scores.col(k);
    const double spread = scaled_mad(as_span(along), as_span(weights), 0.0);
    model.variance(k) = spread * spread;
  }
  return found.report.status;
}

// Columns that are missing in all of these rows lie where all rows of the table have them.
Vector<double> known_medians(const FitData& data, const CellTable& table) {
  const Vector<double> medians = column_medians(table.known, data.factor, table.weights, table.threads);
  return medians.array().isNaN().select(data.center, medians);
}

// Those of both.
Holes either(const Holes& one, const Holes& other) {
  Holes both;
  for (std::size_t i = 0; i + 1 < one.start.size(); ++i) {
    const auto a = one.of_row(static_cast<Index>(i)), b = other.of_row(static_cast<Index>(i));
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both.column));
    both.start.push_back(static_cast<Index>(both.column.size()));
  }
  return both;
}

constexpr int kRobustRounds = 2;
// So many will not become few by more components.
constexpr double kHopelesslyPatched = 0.5;

// Looks for the subspace of the good cells, level by level.
template <class T>
class Search {
 public:
  // Borrows the data.
  explicit Search(const FitData& data)
      : data_(data),
        table_(table_of(data)),
        scheme_{data.factor, known_medians(data, table_)},
        model_(model_without_subspace(data, table_, scheme_)) {
    // Centers, ranges, scales and tails.
    for (int read = 0; read < 4; ++read) counter_.add(0);
    images() ? start_with_images() : start_with_rows();
    const Index most = data.options.components;
    for (const Index components : cell_levels(most))
      if (components > model_.W.cols() || components == most) fit_and_judge(components);
  }

  [[nodiscard]] FoundCells found() const { return {filled_->holes(), model_, scheme_, counter_}; }

 private:
  [[nodiscard]] bool images() const { return !model_.shape.empty(); }

  void start_with_images() {
    status_ = start_with_whole_rows<T>(data_, scheme_, model_, counter_);
    (void)settle(table_, scheme_, model_, counter_);  // scales were those of columns
    judge();
  }

  // First without the cells that lie far out in their column or are not what correlated columns say, then without those
  // that the first fit finds.
  void start_with_rows() {
    const RowMatrix<double> no_scores(table_.known.rows(), 0);
    Holes found = damaged_cells(table_, scheme_, model_, no_scores);
    if (is_worth_foretelling(TableShape::of(table_.known), rows_worth(table_.weights, table_.known.rows()),
                             data_.options)) {
      found = either(found, unforetold_cells(table_, scheme_, model_.scale));
      counter_.add(3.0 * static_cast<double>(table_.known.cols()));
    }
    filled_ = std::make_shared<FilledRows>(table_.known, std::move(found), kDamagedWeight);
    filled_->fill(scheme_.center.cwiseQuotient(scheme_.factor));
    for (int round = 0; round < kRobustRounds && status_ != Status::interrupted; ++round) {
      status_ = start_with_most_rows<T>(data_, *filled_, table_.weights, scheme_, model_, counter_);
      (void)settle(table_, scheme_, model_, counter_);
      judge();
    }
  }

  void fit_and_judge(Index components) {
    if (status_ == Status::interrupted || hopeless() || !has_spread<T>(about_filled())) return;
    status_ = refit<T>(data_, filled_->filled(), filled_, table_.weights, components, scheme_, model_, counter_);
    judge();
  }

  void judge() {
    const RowMatrix<double> scores = settle(table_, scheme_, model_, counter_);
    filled_ =
        std::make_shared<FilledRows>(table_.known, damaged_cells(table_, scheme_, model_, scores), kDamagedWeight);
    (void)filled_->template fill<T>(scheme_, model_.W, data_.threads);
    for (int read = 0; read < 2; ++read) counter_.add(static_cast<double>(model_.W.cols()));
    const DamagedShares damaged(filled_->holes(), data_);
    beyond_ = damaged.beyond();
    patched_ = damaged.patched();
    if (!images() && damaged.share_beyond() <= kMostRowsBeyond)
      table_.weights = weights_without(beyond_, data_.options.weights, table_.known.rows());
  }

  [[nodiscard]] bool hopeless() const {
    return images() && 2 * model_.W.cols() >= data_.options.components && patched_ > kHopelesslyPatched;
  }
  [[nodiscard]] FitData about_filled() {
    options_ = data_.options;
    options_.weights = weights_without(beyond_, data_.options.weights, table_.known.rows());
    return about(data_, options_, filled_->filled(), scheme_);
  }

  const FitData& data_;
  FitOptions options_;
  CellTable table_;
  RowScheme scheme_;
  CellModel model_;
  std::shared_ptr<FilledRows> filled_;
  std::vector<Index> beyond_;
  double patched_ = 0;
  PassCounter counter_;
  Status status_ = Status::converged;
};

}  // namespace

CellTable table_of(const FitData& data) {
  return {data.given(), data.options.weights, data.threads};
}

CellModel model_of_table(const FitData& data, const CellTable& table, const RowScheme& scheme) {
  CellModel model;
  if (data.options.sample_shape.size() == 2) model.shape = data.options.sample_shape;
  ColumnExtents extents = column_extents(table, scheme, model.shape);
  model.range = std::move(extents.range);
  model.least_scale = std::move(extents.least_scale);
  return model;
}

void settle_about(const RowMatrix<double>& scores, const CellTable& table, const RowScheme& scheme, CellModel& model) {
  model.scale = cell_scales(table, scheme, model, scores);
  model.tails = cell_tails(table, scheme, model, scores);
}

FitData about(const FitData& data, const FitOptions& options, const Rows& rows, const RowScheme& scheme) {
  return {.stored = rows,
          .options = options,
          .observer = data.observer,
          .threads = data.threads,
          .scale_exponent = data.scale_exponent,
          .factor = data.factor,
          .center = scheme.center,
          .mean = scheme.center};
}

template <class T>
bool has_spread(const FitData& at) {
  return at.template prepare<T>(RowScaling::none).longest() >= kLeastLength<T>;
}

template <class T>
FoundCells find_cells(const FitData& data) {
  return Search<T>(data).found();
}

template bool has_spread<float>(const FitData&);
template bool has_spread<double>(const FitData&);
template FoundCells find_cells<float>(const FitData&);
template FoundCells find_cells<double>(const FitData&);

}  // namespace l21::internal
