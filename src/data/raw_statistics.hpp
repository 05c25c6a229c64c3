// What must be known of the stored values before anything is scaled or centered.
#pragma once

#include <functional>
#include <span>

#include "l21/rows.hpp"

namespace l21 {

struct RawStatistics {
  double max_abs = 0;
  Vector<double> mean;  // weighted, in stored units
  double reads = 0;
};

// Throws DataError with row, column (from 1) and value of the first number that is not finite. Weights may be empty.
// One read; two when the plain sum would overflow or lose digits.
[[nodiscard]] RawStatistics scan_rows(const RowsView& view, const Vector<double>& weights, int threads);

// Calls body(j, values of column j times factor_j) for every column, in parallel; the values may be overwritten. One
// read.
void for_each_column(const RowsView& view, const Vector<double>& factor, int threads,
                     const std::function<void(Index column, std::span<double> values)>& body);

}  // namespace l21
