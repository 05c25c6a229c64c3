#include "data/column_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "linalg/parallel.hpp"
#include "linalg/statistics.hpp"
#include "rows/make_source.hpp"
#include "rows/row_sum.hpp"

namespace l21::internal {
namespace {

// Values of one column times its factor, and their weights (empty: 1). What a sparse column does not store is one 0 at
// the end with the weight of all those rows. The values may be overwritten.
using ColumnBody = std::function<void(Index column, std::span<double> values, std::span<const double> weights)>;

void for_each_dense_column(const Rows& table, const Vector<double>& factor, const Vector<double>& weights, int threads,
                           const ColumnBody& body) {
  const Index n = table.rows();
  const Index width = std::clamp<Index>((Index{1} << 20) / std::max<Index>(1, n), 1, 64);
  const auto source = make_source<double>(table, {factor, Vector<double>::Zero(table.cols()), {}});
  parallel_for(threads, (table.cols() + width - 1) / width, [&](Index chunk, int) {
    const Index begin = chunk * width, count = std::min(width, table.cols() - begin);
    const RowMatrix<double> rows = copy_columns(*source, begin, count);
    Vector<double> column(n);
    for (Index j = 0; j < count; ++j) {
      column = rows.col(j);
      body(begin + j, as_span(column), as_span(weights));
    }
  });
}

// Columns of a sparse table, some at a time: entries sorted by column take as much memory as an eighth of the table.
class ColumnStretch {
 public:
  ColumnStretch(const SparseView& view, const Vector<double>& factor, const Vector<double>& weights, Index first,
                Index end, const std::vector<Index>& counts)
      : first_(first), start_(static_cast<std::size_t>(end - first) + 1, 0) {
    for (Index j = first; j < end; ++j)
      start_[static_cast<std::size_t>(j - first) + 1] =
          start_[static_cast<std::size_t>(j - first)] + counts[static_cast<std::size_t>(j)];
    values_.resize(static_cast<std::size_t>(start_.back()));
    weights_.resize(values_.size());
    std::vector<Index> next(start_.begin(), start_.end() - 1);
    for (Index i = 0; i < view.rows; ++i) {
      const auto* row_end = view.columns + view.start(i + 1);
      for (const auto* at = std::lower_bound(view.columns + view.start(i), row_end, first); at != row_end && *at < end;
           ++at) {
        const auto to = static_cast<std::size_t>(next[static_cast<std::size_t>(*at - first)]++);
        values_[to] = view.value(at - view.columns) * factor(*at);
        weights_[to] = weights.size() > 0 ? weights(i) : 1.0;
      }
    }
    total_ = total_weight(weights, view.rows);
    rows_ = view.rows;
  }

  void call(Index column, const ColumnBody& body) const {
    const auto k = static_cast<std::size_t>(column - first_);
    const auto at = [](const std::vector<double>& all, Index position) { return all.begin() + position; };
    std::vector<double> values(at(values_, start_[k]), at(values_, start_[k + 1]));
    std::vector<double> weights(at(weights_, start_[k]), at(weights_, start_[k + 1]));
    if (static_cast<Index>(values.size()) < rows_) {
      const double stored = std::accumulate(weights.begin(), weights.end(), 0.0);
      values.push_back(0);
      weights.push_back(std::max(0.0, total_ - stored));
    }
    body(column, values, weights);
  }

 private:
  Index first_;
  std::vector<Index> start_;
  std::vector<double> values_, weights_;
  double total_ = 0;
  Index rows_ = 0;
};

void for_each_sparse_column(const SparseView& view, const Vector<double>& factor, const Vector<double>& weights,
                            int threads, const ColumnBody& body) {
  constexpr Index kParts = 8, kFew = 1 << 20;
  std::vector<Index> counts(static_cast<std::size_t>(view.cols), 0);
  for (Index e = view.start(0); e < view.start(view.rows); ++e) ++counts[static_cast<std::size_t>(view.columns[e])];
  const Index most = std::max(kFew, view.entries() / kParts);
  for (Index first = 0, end = 0; first < view.cols; first = end) {
    Index held = counts[static_cast<std::size_t>(end++)];
    while (end < view.cols && held + counts[static_cast<std::size_t>(end)] <= most)
      held += counts[static_cast<std::size_t>(end++)];
    const ColumnStretch stretch(view, factor, weights, first, end, counts);
    parallel_for(threads, end - first, [&](Index k, int) { stretch.call(first + k, body); });
  }
}

// Without the cells that hold NaN; nothing where there is no other.
void call_with_known(const ColumnBody& body, Index column, std::span<double> values, std::span<const double> weights) {
  const auto missing = [](double value) { return std::isnan(value); };
  if (std::none_of(values.begin(), values.end(), missing)) return body(column, values, weights);
  std::vector<double> known, known_weights;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (missing(values[i])) continue;
    known.push_back(values[i]);
    if (!weights.empty()) known_weights.push_back(weights[i]);
  }
  if (!known.empty()) body(column, known, known_weights);
}

// Calls body for every column that has a value, in parallel.
void for_each_column(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights, int threads,
                     const ColumnBody& body) {
  const ColumnBody of_known = [&](Index column, std::span<double> values, std::span<const double> w) {
    call_with_known(body, column, values, w);
  };
  if (rows.sparse())
    for_each_sparse_column(*rows.sparse(), factor, weights, threads, of_known);
  else
    for_each_dense_column(rows, factor, weights, threads, of_known);
}

// Standard deviation or MAD of a column whose largest value is known; `values` may be overwritten.
double spread(std::span<double> values, std::span<const double> weights, ColumnScaling scaling, double largest) {
  const Eigen::Map<Vector<double>> x(values.data(), static_cast<Index>(values.size()));
  if (scaling == ColumnScaling::std) {
    Vector<double> w = Vector<double>::Ones(x.size());
    if (!weights.empty()) w = Eigen::Map<const Vector<double>>(weights.data(), x.size());
    const double mean = w.dot(x) / w.sum();
    // Relative to the largest value: columns may have very different units.
    const double unit = std::max(largest, std::numeric_limits<double>::min());
    return unit * std::sqrt(w.dot(((x.array() - mean) / unit).square().matrix()) / w.sum());
  }
  Vector<double> copy = x;
  const double middle = median(as_span(copy), weights);
  return scaled_mad(values, weights, middle);
}

// Of values that are distances from their median, most of them 0: the deviation of the others, times the root of their
// share, as squares over all rows add up.
double spread_of_others(std::span<const double> distances, std::span<const double> weights, double rounding) {
  std::vector<double> others, their_weights;
  double total = 0, different = 0;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const double weight = weights.empty() ? 1.0 : weights[i];
    total += weight;
    if (!(distances[i] > rounding) || weight == 0) continue;
    different += weight;
    others.push_back(distances[i]);
    if (!weights.empty()) their_weights.push_back(weight);
  }
  if (others.empty()) return 0;
  return kMadToSigma * median(others, their_weights) * std::sqrt(different / total);
}

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Vector<double> column_means(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights,
                            int threads) {
  Vector<double> means = Vector<double>::Constant(rows.cols(), kNothing);
  for_each_column(rows, factor, weights, threads, [&](Index j, std::span<double> values, std::span<const double> w) {
    double sum = 0, total = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double weight = w.empty() ? 1.0 : w[i];
      sum += weight * values[i];
      total += weight;
    }
    means(j) = total > 0 ? sum / total : kNothing;
  });
  return means;
}

Vector<double> column_medians(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights,
                              int threads) {
  Vector<double> medians = Vector<double>::Constant(rows.cols(), kNothing);
  for_each_column(rows, factor, weights, threads, [&](Index j, std::span<double> values, std::span<const double> w) {
    medians(j) = median(values, w);
  });
  return medians;
}

ColumnSpreads column_spreads(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights,
                             ColumnScaling scaling, double constant, int threads) {
  constexpr double kRounding = 1e-13;  // of the largest value
  ColumnSpreads spreads{Vector<double>::Constant(rows.cols(), constant), {}};
  std::vector<char> mostly_one(static_cast<std::size_t>(rows.cols()), 0);
  for_each_column(rows, factor, weights, threads, [&](Index j, std::span<double> values, std::span<const double> w) {
    const double largest =
        Eigen::Map<Vector<double>>(values.data(), static_cast<Index>(values.size())).cwiseAbs().maxCoeff();
    double found = spread(values, w, scaling, largest);
    if (scaling == ColumnScaling::mad && !(found > kRounding * largest)) {
      found = spread_of_others(values, w, kRounding * largest);
      mostly_one[static_cast<std::size_t>(j)] = found > 0 ? 1 : 0;
    }
    if (found > kRounding * largest) spreads.values(j) = found;
  });
  for (Index j = 0; j < rows.cols(); ++j)
    if (mostly_one[static_cast<std::size_t>(j)] != 0) spreads.mostly_one_value.push_back(j);
  return spreads;
}

}  // namespace l21::internal
