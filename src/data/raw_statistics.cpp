#include "data/raw_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "data/block_loop.hpp"
#include "data/dense_rows.hpp"
#include "data/make_source.hpp"
#include "data/moment_sums.hpp"
#include "l21/error.hpp"
#include "linalg/parallel.hpp"
#include "linalg/statistics.hpp"

namespace l21::internal {
namespace {

[[noreturn]] void throw_not_finite(const RowSource<double>& source, Index first, Index count) {
  Vector<double> row(source.cols());
  for (Index i = first; i < first + count; ++i) {
    source.copy_rows(i, 1, row.data());
    for (Index j = 0; j < row.size(); ++j)
      if (!std::isfinite(row(j)))
        throw DataError(fmt::format("row {}, column {}: not a finite number: {}; remove or fill such rows first", i + 1,
                                    j + 1, row(j)));
  }
  throw DataError("a value is not a finite number");
}

void check_row(const SparseView& view, Index row) {
  const Index begin = view.start(row), end = view.start(row + 1);
  for (Index e = begin; e < end; ++e) {
    const Index column = view.columns[e];
    if (column < 0 || column >= view.cols)
      throw DataError(
          fmt::format("row {}: an entry in column {}, but there are {} columns", row + 1, column + 1, view.cols));
    if (e == begin || view.columns[e - 1] < column) continue;
    if (view.columns[e - 1] == column)
      throw DataError(fmt::format("row {}, column {}: two entries; add them up first", row + 1, column + 1));
    throw DataError(fmt::format("row {}: column {} comes after column {}; sort the entries of every row first", row + 1,
                                column + 1, view.columns[e - 1] + 1));
  }
}

void check_structure(const SparseView& view, int threads) {
  if (view.rows == 0) return;
  if (view.start(0) < 0)
    throw DataError(fmt::format("the first row begins at entry {}; it must be 0 or more", view.start(0)));
  for (Index i = 0; i < view.rows; ++i)
    if (view.start(i + 1) < view.start(i))
      throw DataError(fmt::format("row {} begins at entry {} and ends at entry {}: row pointers must not fall", i + 1,
                                  view.start(i), view.start(i + 1)));
  constexpr Index kRows = 4096;
  parallel_for(threads, (view.rows + kRows - 1) / kRows, [&](Index chunk, int) {
    for (Index i = chunk * kRows; i < std::min(view.rows, (chunk + 1) * kRows); ++i) check_row(view, i);
  });
}

// max |x| and sum_i w_i x_i of the rows times `factor`.
std::pair<double, Vector<double>> scan(const Rows& rows, const Vector<double>& weights, double factor, int threads) {
  RowPreparation preparation = RowPreparation::identity(rows.cols());
  preparation.factor *= factor;
  const auto source = make_source<double>(rows, std::move(preparation));
  BlockLoop<double> loop(*source, threads, sizeof(double) * static_cast<std::size_t>(rows.cols()));
  MomentSums<double> sums(*source, loop.slots());
  sums.begin(1, nullptr);
  std::vector<double> largest(static_cast<std::size_t>(loop.slots()), 0.0);
  const Vector<double> ones = Vector<double>::Ones(loop.block_rows());
  loop.run([&](const BlockLoop<double>::Block& block) {
    const auto slot = static_cast<std::size_t>(block.slot);
    const double size = block.rows.max_abs();
    if (std::isnan(size)) throw_not_finite(*source, block.first, block.count);
    largest[slot] = std::max(largest[slot], size);
    block.rows.accumulate(weights.size() > 0 ? weights.data() + block.first : ones.data(), 1, sums.slot(block.slot));
  });
  Matrix<double> sum;
  sums.finish(threads, sum);
  return {*std::max_element(largest.begin(), largest.end()), sum.col(0)};
}

void for_each_dense_column(const RowsView& view, const Vector<double>& factor, const Vector<double>& weights,
                           int threads, const ColumnBody& body) {
  const Index n = view.rows;
  const Index width = std::clamp<Index>((Index{1} << 20) / std::max<Index>(1, n), 1, 64);
  parallel_for(threads, (view.cols + width - 1) / width, [&](Index chunk, int) {
    const Index begin = chunk * width, count = std::min(width, view.cols - begin);
    const RowsView part = view.column_range(begin, count);
    const DenseRows<double> source(part, {factor.segment(begin, count), Vector<double>::Zero(count), {}});
    RowMatrix<double> rows(n, count);
    source.copy_rows(0, n, rows.data());
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

}  // namespace

RawStatistics scan_rows(const Rows& rows, const Vector<double>& weights, int threads) {
  if (rows.sparse()) check_structure(*rows.sparse(), threads);
  const double total = total_weight(weights, rows.rows());
  const auto [largest, sum] = scan(rows, weights, 1.0, threads);
  constexpr double kHuge = 1e150, kTiny = 1e-150;
  if (largest == 0 || (largest < kHuge && largest > kTiny)) return {largest, sum / total, 1};
  const int exponent = std::clamp(std::ilogb(largest) + 1, -1022, 1023);
  const auto [scaled_largest, scaled_sum] = scan(rows, weights, std::ldexp(1.0, -exponent), threads);
  Vector<double> mean = scaled_sum / total;
  for (double& value : mean) value = std::ldexp(value, exponent);
  return {largest, std::move(mean), 2};
}

void for_each_column(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights, int threads,
                     const ColumnBody& body) {
  if (rows.sparse())
    for_each_sparse_column(*rows.sparse(), factor, weights, threads, body);
  else
    for_each_dense_column(*rows.dense(), factor, weights, threads, body);
}

}  // namespace l21::internal
