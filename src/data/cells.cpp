#include "data/cells.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "linalg/parallel.hpp"
#include "linalg/statistics.hpp"
#include "rows/make_source.hpp"

namespace l21::internal {
namespace {

// Edges are where they are not expected in a few cells of every image.
constexpr double kTailsOfImages = 3;

constexpr Index kStretch = 64;  // columns that one thread takes at a time

// Least scales, over that of the median column. Pixels of a background hardly change, and would be called damaged
// wherever something else is seen; before there is a subspace all differ.
constexpr double kFloorOfImages = 0.5, kFirstFloorOfImages = 0.05, kFloorOfTables = 1e-3;
constexpr double kNormalSize80 = 1.2815515655446004;  // that 80 % of normal values have at most

std::vector<Index> rows_that_count(const CellTable& table) {
  std::vector<Index> rows;
  for (Index i = 0; i < table.known.rows(); ++i)
    if (table.weights.size() == 0 || table.weights(i) > 0) rows.push_back(i);
  return rows;
}

std::unique_ptr<RowSource<float>> source_of(const Rows& known, const RowScheme& scheme) {
  return make_source<float>(known, {scheme.factor, scheme.center, {}});
}

double median_above_zero(const Vector<double>& values, double otherwise) {
  std::vector<double> above;
  for (const double value : values)
    if (value > 0) above.push_back(value);
  return above.empty() ? otherwise : median(above, {});
}

// Calls body(first row, values, judge) for some rows at a time, values in columns.
template <class Body>
void judge_rows(const CellTable& table, const RowScheme& scheme, const CellLevels& levels, const Body& body) {
  const auto source = source_of(table.known, scheme);
  const Index n = table.known.rows(), most = levels.rows_at_once();
  std::vector<std::unique_ptr<CellJudge>> judges(static_cast<std::size_t>(table.threads));
  parallel_for(table.threads, (n + most - 1) / most, [&](Index batch, int thread) {
    auto& judge = judges[static_cast<std::size_t>(thread)];
    if (!judge) judge = std::make_unique<CellJudge>(levels);
    const Index first = batch * most, count = std::min(most, n - first);
    Eigen::MatrixXf X(table.known.cols(), count);
    source->copy_rows(first, count, X.data());
    body(first, X, *judge);
  });
}

Eigen::MatrixXf columns_of(const RowMatrix<double>& T, Index first, Index count) {
  return T.middleRows(first, count).transpose().cast<float>();
}

// Calls body(column, values, weights) for the known cells of every column of what scores (n x m, or none) leave of the
// rows; weights are empty where they are all 1.
template <class Body>
void visit_columns(const CellTable& table, const RowScheme& scheme, const Matrix<double>& W, const RowMatrix<double>& T,
                   const Body& body) {
  const Index n = table.known.rows(), d = table.known.cols();
  const auto source = source_of(table.known, scheme);
  RowMatrix<float> rows(n, d);
  parallel_for(table.threads, n, [&](Index i, int) {
    source->copy_rows(i, 1, rows.row(i).data());
    if (T.cols() > 0) rows.row(i) -= (T.row(i) * W.transpose()).cast<float>();
  });
  const bool weighted = table.weights.size() > 0;
  parallel_for(table.threads, (d + kStretch - 1) / kStretch, [&](Index stretch, int) {
    std::vector<double> values, weights;
    for (Index j = stretch * kStretch; j < std::min(d, (stretch + 1) * kStretch); ++j) {
      values.clear(), weights.clear();
      for (Index i = 0; i < n; ++i) {
        if (std::isnan(rows(i, j)) || (weighted && table.weights(i) == 0)) continue;
        values.push_back(static_cast<double>(rows(i, j)));
        if (weighted) weights.push_back(table.weights(i));
      }
      body(j, values, weights);
    }
  });
}

}  // namespace

Vector<double> cell_scales(const CellTable& table, const RowScheme& scheme, const CellModel& about,
                           const RowMatrix<double>& T) {
  Vector<double> scale = Vector<double>::Zero(table.known.cols());
  visit_columns(table, scheme, about.W, T, [&](Index j, std::vector<double>& values, std::vector<double>& weights) {
    for (double& value : values) value = std::abs(value);
    scale(j) = kMadToSigma * median(values, weights);
  });
  const double floor = about.shape.empty() ? kFloorOfTables : T.cols() > 0 ? kFloorOfImages : kFirstFloorOfImages;
  scale = scale.cwiseMax(floor * median_above_zero(scale, 1.0)).cwiseMax(about.least_scale);
  const auto share = [&](double side) { return std::max(1 - static_cast<double>(T.cols()) / side, 0.1); };
  return scale / std::sqrt(share(rows_worth(table.weights, table.known.rows())) *
                           share(static_cast<double>(table.known.cols())));
}

ColumnExtents column_extents(const CellTable& table, const RowScheme& scheme, const std::vector<Index>& shape) {
  const Index d = table.known.cols();
  ColumnExtents found{Vector<double>::Zero(d), Vector<double>::Zero(d)};
  visit_columns(table, scheme, {}, {}, [&](Index j, std::vector<double>& values, std::vector<double>& weights) {
    if (values.empty()) return;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    found.range(j) = *most - *least;
    if (!shape.empty()) return;  // backgrounds have a floor of their own
    std::vector<double> sorted = values;
    const double middle = median(sorted, weights);
    for (double& value : values) value = std::abs(value - middle);
    if (median(values, weights) == 0) found.least_scale(j) = quantile(values, weights, 0.8) / kNormalSize80;
  });
  found.range = found.range.cwiseMax(median_above_zero(found.range, 1.0));
  return found;
}

RowMatrix<double> scores_of_good_cells(const CellTable& table, const RowScheme& scheme, const CellModel& model) {
  RowMatrix<double> T(table.known.rows(), model.W.cols());
  judge_rows(table, scheme, CellLevels(model), [&](Index first, const Eigen::MatrixXf& X, CellJudge& judge) {
    Eigen::MatrixXf scores;
    judge.scores(X, scores);
    T.middleRows(first, X.cols()) = scores.transpose().cast<double>();
  });
  return T;
}

Holes damaged_cells(const CellTable& table, const RowScheme& scheme, const CellModel& model,
                    const RowMatrix<double>& T) {
  std::vector<std::vector<std::int32_t>> found(static_cast<std::size_t>(table.known.rows()));
  judge_rows(table, scheme, CellLevels(model), [&](Index first, const Eigen::MatrixXf& X, CellJudge& judge) {
    const auto good = judge.good(X, columns_of(T, first, X.cols()));
    for (Index i = 0; i < good.cols(); ++i)
      for (Index j = 0; j < good.rows(); ++j)
        if (good(j, i) < 0.5F) found[static_cast<std::size_t>(first + i)].push_back(static_cast<std::int32_t>(j));
  });
  Holes holes;
  for (const auto& row : found) {
    holes.column.insert(holes.column.end(), row.begin(), row.end());
    holes.start.push_back(static_cast<Index>(holes.column.size()));
  }
  return holes;
}

RowMatrix<double> goodness_of_cells(const CellTable& table, const RowScheme& scheme, const CellModel& model,
                                    const RowMatrix<double>& T) {
  RowMatrix<double> goodness(table.known.rows(), table.known.cols());
  judge_rows(table, scheme, CellLevels(model), [&](Index first, const Eigen::MatrixXf& X, CellJudge& judge) {
    goodness.middleRows(first, X.cols()) = judge.good(X, columns_of(T, first, X.cols())).transpose().cast<double>();
  });
  return goodness;
}

double cell_tails(const CellTable& table, const RowScheme& scheme, const CellModel& model, const RowMatrix<double>& T) {
  constexpr Index kMostRows = 500;
  constexpr double kFar = 3;
  if (!model.shape.empty()) return kTailsOfImages;
  const Rows& known = table.known;
  const std::vector<Index> counted = rows_that_count(table);
  const auto count = static_cast<Index>(counted.size()), n = std::min(kMostRows, count);
  const auto source = source_of(known, scheme);
  struct Row {
    double far, weight;  // share of far cells
    std::vector<double> sizes;
  };
  std::vector<Row> rows;
  Eigen::ArrayXf x(known.cols());
  for (Index k = 0; k < n; ++k) {
    const Index i = counted[static_cast<std::size_t>(k * count / n)];
    source->copy_rows(i, 1, x.data());
    Vector<double> u = x.cast<double>();
    if (T.cols() > 0) u -= model.W * T.row(i).transpose();
    u = u.cwiseAbs().cwiseQuotient(model.scale);
    std::vector<double> sizes;
    double far = 0;
    for (const double size : u) {
      if (std::isnan(size)) continue;
      sizes.push_back(size);
      far += size > kFar ? 1 : 0;
    }
    const double weight = table.weights.size() > 0 ? table.weights(i) : 1;
    if (!sizes.empty()) rows.push_back({far / static_cast<double>(sizes.size()), weight, std::move(sizes)});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.far < b.far; });
  double all = 0, taken = 0;
  for (const Row& row : rows) all += row.weight;
  std::vector<double> pooled, weights;
  for (const Row& row : rows) {
    if (taken >= all / 2) break;
    const double weight = std::min(row.weight, all / 2 - taken);
    taken += row.weight;
    pooled.insert(pooled.end(), row.sizes.begin(), row.sizes.end());
    weights.resize(pooled.size(), weight);
  }
  if (pooled.size() < 20) return 9;
  const double middle = quantile(pooled, weights, 0.5), outer = quantile(pooled, weights, 0.95);
  // Of Student's t with 3, 5, 7 and 9 degrees of freedom that is 4.16, 3.54, 3.33 and 3.22.
  const double ratio = middle > 0 ? outer / middle : 10;
  return ratio >= 3.85 ? 3 : ratio >= 3.43 ? 5 : ratio >= 3.27 ? 7 : 9;
}

}  // namespace l21::internal
