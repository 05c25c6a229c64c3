#include "data/scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "l21/error.hpp"
#include "linalg/parallel.hpp"
#include "linalg/statistics.hpp"
#include "rows/block_loop.hpp"
#include "rows/make_source.hpp"
#include "rows/moment_sums.hpp"
#include "rows/row_sum.hpp"
#include "rows/sparse_view.hpp"

namespace l21::internal {
namespace {

Message what_to_do(double value) {
  if (!std::isnan(value)) return "; remove or fill such rows first";
  return {"; remove or fill such rows first, or fit with ",
          Message::Spelled{"missing = Missing::fit", "--missing fit", "missing='fit'"}};
}

[[noreturn]] void throw_not_finite(const RowSource<double>& source, Index first, Index count) {
  Vector<double> row(source.cols());
  for (Index i = first; i < first + count; ++i) {
    source.copy_rows(i, 1, row.data());
    for (Index j = 0; j < row.size(); ++j)
      if (!std::isfinite(row(j))) throw DataError({not_finite(i, j, row(j)), what_to_do(row(j))});
  }
  throw DataError("a value is not a finite number");
}

// max |x| and sum_i w_i x_i of the rows times `factor`.
std::pair<double, Vector<double>> scan(const Rows& rows, const Vector<double>& weights, double factor, int threads) {
  RowPreparation preparation = RowPreparation::identity(rows.cols());
  preparation.factor *= factor;
  const auto source = make_source<double>(rows, std::move(preparation));
  BlockLoop<double> loop(*source, threads, sizeof(double) * static_cast<std::size_t>(rows.cols()));
  MomentSums<double> sums(*source, loop.slots());
  sums.begin(1, nullptr);
  std::vector<Largest> largest(static_cast<std::size_t>(loop.slots()));
  const Vector<double> ones = Vector<double>::Ones(loop.block_rows());
  loop.run([&](const BlockLoop<double>::Block& block) {
    const auto slot = static_cast<std::size_t>(block.slot);
    const double size = block.rows.max_abs();
    if (std::isnan(size)) throw_not_finite(*source, block.first, block.count);
    largest[slot] += Largest{size};
    block.rows.accumulate(weights.size() > 0 ? weights.data() + block.first : ones.data(), 1, sums.slot(block.slot));
  });
  Matrix<double> sum;
  sums.finish(threads, sum);
  return {add_up(std::move(largest)).value, sum.col(0)};
}

}  // namespace

Message not_finite(Index row, Index column, double value) {
  const auto place = fmt::format("row {}, column {}: not a finite number: {}", row + 1, column + 1, value);
  const char* const word = std::isnan(value) ? "NaN" : "inf";
  return Message::Spelled{place, place, fmt::format("X contains {}: X[{}, {}] is not finite", word, row, column)};
}

RawStatistics scan_rows(const Rows& rows, const Vector<double>& weights, int threads) {
  if (rows.sparse()) check_structure<DataError>(*rows.sparse(), threads);
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

}  // namespace l21::internal
