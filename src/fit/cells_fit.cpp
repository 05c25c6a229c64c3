#include "fit/cells_fit.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "data/cell_judge.hpp"
#include "data/projections.hpp"
#include "fit/cell_search.hpp"
#include "fit/damaged_shares.hpp"
#include "robust/sample.hpp"

namespace l21::internal {
namespace {

// Some of the rows, as a table of its own.
class SomeRows {
 public:
  SomeRows(const FitData& data, const std::vector<Index>& rows)
      : values_(stored_values(data.given(), rows)), options_(data.options) {
    if (options_.weights.size() > 0) options_.weights = data.options.weights(rows).eval();
    if (data.holes) {
      holes_ = std::make_shared<FilledRows>(rows_of(values_), find_holes(rows_of(values_), data.threads));
      holes_->fill(data.stored_center());
    }
  }
  SomeRows(const SomeRows&) = delete;
  SomeRows& operator=(const SomeRows&) = delete;

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

// Larger tables are searched in some thousand of the rows that count (ascending), drawn by the seed, and judged as a
// whole.
std::vector<Index> rows_of_search(const FitData& data) {
  constexpr Index kMostRows = 4000, kRowsToAComponent = 32, kFewestRows = 500, kMostValues = Index{1} << 27;
  const Index n = data.stored.rows(), d = data.stored.cols(), m = data.options.components;
  const Index most = std::max(std::min(std::max(kMostRows, kRowsToAComponent * m), kMostValues / d), kFewestRows);
  const Vector<double>& weights = data.options.weights;
  const Vector<double> counts =
      weights.size() > 0 ? Vector<double>((weights.array() > 0).cast<double>()) : Vector<double>();
  return rows_of_sample(counts, n, most, data.options.seed);
}

bool is_whole(const std::vector<Index>& rows, const FitData& data) {
  return static_cast<Index>(rows.size()) == data.stored.rows();
}
double share_of(const std::vector<Index>& rows, const FitData& data) {
  return static_cast<double>(rows.size()) / static_cast<double>(data.stored.rows());
}

// What a search in a share of the rows says of all.
CellSearch taken_over(FoundCells found, double share) {
  CellSearch search;
  search.center = found.scheme.center.cwiseQuotient(found.scheme.factor);
  search.holes = std::move(found.holes);
  search.W = std::move(found.model.W);
  search.counter = {share * found.counter.reads, share * found.counter.columns};
  return search;
}

template <class T>
CellSearch find_damage(const FitData& data) {
  const std::vector<Index> searched = rows_of_search(data);
  if (is_whole(searched, data)) return taken_over(find_cells<T>(data), 1);
  const SomeRows rows(data, searched);
  FoundCells some = find_cells<T>(rows.data(data));
  const CellTable table = table_of(data);
  some.holes = damaged_cells(table, some.scheme, some.model, scores_of_good_cells(table, some.scheme, some.model));
  CellSearch found = taken_over(some, share_of(searched, data));
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
  found.report = judged(damaged, data.options.sample_shape.size() == 2);
  FitOptions options = data.options;
  options.weights = weights_without(found.beyond, data.options.weights, data.stored.rows());
  FilledRows filled(data.given(), found.holes, kDamagedWeight);
  filled.fill(found.center);
  if (!has_spread<T>(about(data, options, filled.filled(), {data.factor, found.center.cwiseProduct(data.factor)})))
    found.report.verdict = CellVerdict::too_many;
  return found;
}

CellModel cells_about(const FitData& data, const Matrix<double>& W, PassCounter& counter) {
  const RowScheme scheme{data.factor, data.center};
  const PreparedRows<double> rows = data.prepare<double>(RowScaling::none);
  const RowMatrix<double> scores = project_rows(rows, W);
  const Vector<double> variance = rows.products(scores, weight_shares(rows), scores).diagonal();
  const auto settled_in = [&](const FitData& some, const RowMatrix<double>& their_scores) {
    const CellTable table = table_of(some);
    CellModel model = model_of_table(some, table, scheme);
    model.W = W;
    model.variance = variance;
    settle_about(their_scores, table, scheme, model);
    model.variance = variance.cwiseMax(least_variance(model));
    return model;
  };
  const std::vector<Index> looked_at = rows_of_search(data);
  counter.add(static_cast<double>(W.cols()));
  counter.add(static_cast<double>(W.cols()) * share_of(looked_at, data));
  if (is_whole(looked_at, data)) return settled_in(data, scores);
  const SomeRows some(data, looked_at);
  return settled_in(some.data(data), scores(looked_at, Eigen::all));
}

template CellSearch search_cells<float>(const FitData&);
template CellSearch search_cells<double>(const FitData&);

}  // namespace l21::internal
