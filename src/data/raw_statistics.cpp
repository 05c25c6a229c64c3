#include "data/raw_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/block_loop.hpp"
#include "data/dense_rows.hpp"
#include "data/kernels.hpp"
#include "l21/error.hpp"
#include "linalg/parallel.hpp"
#include "linalg/statistics.hpp"

namespace l21 {
namespace {

[[noreturn]] void throw_not_finite(const DenseRows<double>& source, Index first, Index count) {
  RowMatrix<double> rows(count, source.cols());
  source.copy_rows(first, count, rows.data());
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < rows.cols(); ++j)
      if (!std::isfinite(rows(i, j)))
        throw DataError(fmt::format("row {}, column {}: not a finite number: {}; remove or fill such rows first",
                                    first + i + 1, j + 1, rows(i, j)));
  throw DataError("a value is not a finite number");
}

// max |x| and sum_i w_i x_i of the rows times `factor`.
std::pair<double, Vector<double>> scan(const RowsView& view, const Vector<double>& weights, double factor,
                                       int threads) {
  RowPreparation preparation = RowPreparation::identity(view.cols);
  preparation.factor *= factor;
  const DenseRows<double> source(view, std::move(preparation));
  BlockLoop<double> loop(source, threads, sizeof(double) * static_cast<std::size_t>(view.cols));
  std::vector<Matrix<double>> sums(static_cast<std::size_t>(loop.slots()), Matrix<double>::Zero(view.cols, 1));
  std::vector<double> largest(sums.size(), 0.0);
  const Vector<double> ones = Vector<double>::Ones(loop.block_rows());
  loop.run([&](const BlockLoop<double>::Block& block) {
    const auto slot = static_cast<std::size_t>(block.slot);
    const double size = block.rows.max_abs();
    if (std::isnan(size)) throw_not_finite(source, block.first, block.count);
    largest[slot] = std::max(largest[slot], size);
    block.rows.accumulate(weights.size() > 0 ? weights.data() + block.first : ones.data(), sums[slot]);
  });
  for (std::size_t slot = 1; slot < sums.size(); ++slot) sums[0] += sums[slot];
  return {*std::max_element(largest.begin(), largest.end()), sums[0].col(0)};
}

}  // namespace

RawStatistics scan_rows(const RowsView& view, const Vector<double>& weights, int threads) {
  const double total = total_weight(weights, view.rows);
  const auto [largest, sum] = scan(view, weights, 1.0, threads);
  constexpr double kHuge = 1e150, kTiny = 1e-150;
  if (largest == 0 || (largest < kHuge && largest > kTiny)) return {largest, sum / total, 1};
  const int exponent = std::clamp(std::ilogb(largest) + 1, -1022, 1023);
  const auto [scaled_largest, scaled_sum] = scan(view, weights, std::ldexp(1.0, -exponent), threads);
  Vector<double> mean = scaled_sum / total;
  for (double& value : mean) value = std::ldexp(value, exponent);
  return {largest, std::move(mean), 2};
}

void for_each_column(const RowsView& view, const Vector<double>& factor, int threads,
                     const std::function<void(Index column, std::span<double> values)>& body) {
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
      body(begin + j, {column.data(), static_cast<std::size_t>(n)});
    }
  });
}

}  // namespace l21
