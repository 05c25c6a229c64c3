#include "fit/cells_fit.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "data/cell_judge.hpp"
#include "data/projections.hpp"
#include "fit/cell_search.hpp"
#include "fit/damaged_shares.hpp"

namespace l21::internal {
namespace {

// Every so many-th row, as a table of its own.
class EvenlySpread {
 public:
  EvenlySpread(const FitData& data, Index step) : values_(stored_values(data.given(), step)), options_(data.options) {
    if (options_.weights.size() > 0) options_.weights = every(step, data.options.weights).col(0);
    if (data.holes) {
      holes_ = std::make_shared<FilledRows>(rows_of(values_), find_holes(rows_of(values_), data.threads));
      holes_->fill(data.stored_center());
    }
  }
  EvenlySpread(const EvenlySpread&) = delete;
  EvenlySpread& operator=(const EvenlySpread&) = delete;

  // Of what there is for every row, that of these.
  [[nodiscard]] static Matrix<double> every(Index step, const Eigen::Ref<const Matrix<double>>& all) {
    return all(Eigen::seq(0, all.rows() - 1, step), Eigen::all);
  }
  [[nodiscard]] FitData data(const FitData& whole) const {
    FitData part =
        about(whole, options_, holes_ ? holes_->filled() : Rows(rows_of(values_)), {whole.factor, whole.center});
    part.holes = holes_;
    return part;
  }

 private:
  RowMatrix<double> values_;
  FitOptions options_;
  std::shared_ptr<FilledRows> holes_;
};

// Larger tables are searched in some thousand rows, and judged as a whole.
Index stride_of_search(const FitData& data) {
  constexpr Index kMostRows = 4000, kRowsToAComponent = 32, kFewestRows = 500, kMostValues = Index{1} << 27;
  const Index n = data.stored.rows(), d = data.stored.cols(), m = data.options.components;
  const Index most = std::max(std::min(std::max(kMostRows, kRowsToAComponent * m), kMostValues / d), kFewestRows);
  return (n + most - 1) / most;
}

// What a search in every so many-th row says of all.
CellSearch taken_over(FoundCells found, Index step) {
  const auto share = 1 / static_cast<double>(step);
  CellSearch search;
  search.center = found.scheme.center.cwiseQuotient(found.scheme.factor);
  search.holes = std::move(found.holes);
  search.W = std::move(found.model.W);
  search.counter = {share * found.counter.reads, share * found.counter.columns};
  return search;
}

template <class T>
CellSearch find_damage(const FitData& data) {
  const Index step = stride_of_search(data);
  if (step == 1) return taken_over(find_cells<T>(data), 1);
  const EvenlySpread rows(data, step);
  FoundCells some = find_cells<T>(rows.data(data));
  const CellTable table = table_of(data);
  some.holes = damaged_cells(table, some.scheme, some.model, scores_of_good_cells(table, some.scheme, some.model));
  CellSearch found = taken_over(some, step);
  found.counter.add(CellLevels(some.model).columns_of_scores());
  found.counter.add(static_cast<double>(some.model.W.cols()));
  return found;
}

}  // namespace

template <class T>
CellSearch search_cells(const FitData& data) {
  CellSearch found = find_damage<T>(data);
  const DamagedShares damaged(found.holes, data);
  found.beyond = damaged.beyond();
  const Index missing = data.holes ? data.holes->holes().count() : 0;
  found.report = judged(damaged, found.holes.count() - missing, data.options.sample_shape.size() == 2);
  FitOptions options = data.options;
  options.weights = weights_without(found.beyond, data.options.weights, data.stored.rows());
  FilledRows filled(data.given(), found.holes, kDamagedWeight);
  filled.fill(data.stored_center());
  if (!has_spread<T>(about(data, options, filled.filled(), {data.factor, data.center})))
    found.report.verdict = CellVerdict::too_many;
  return found;
}

CellModel cells_about(const FitData& data, const Matrix<double>& W, PassCounter& counter) {
  const RowScheme scheme{data.factor, data.center};
  const PreparedRows<double> rows = data.prepare<double>(RowScaling::none);
  const RowMatrix<double> scores = project_rows(rows, W);
  const Vector<double> variance =
      rows.products(scores, weight_shares(rows), scores).diagonal().cwiseMax(kLeastVariance);
  const auto settled_in = [&](const FitData& some, const RowMatrix<double>& their_scores) {
    const CellTable table = table_of(some);
    CellModel model = model_of_table(some, table);
    model.W = W;
    model.variance = variance;
    settle_about(their_scores, table, scheme, model);
    return model;
  };
  const Index step = stride_of_search(data);
  counter.add(static_cast<double>(W.cols()));
  counter.add(static_cast<double>(W.cols()) / static_cast<double>(step));
  if (step == 1) return settled_in(data, scores);
  const EvenlySpread some(data, step);
  return settled_in(some.data(data), EvenlySpread::every(step, scores));
}

template CellSearch search_cells<float>(const FitData&);
template CellSearch search_cells<double>(const FitData&);

}  // namespace l21::internal
