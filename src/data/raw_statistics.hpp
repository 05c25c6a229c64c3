// What must be known of the stored values before anything is scaled or centered.
#pragma once

#include <functional>
#include <span>

#include "l21/rows.hpp"

namespace l21::internal {

struct RawStatistics {
  double max_abs = 0;
  Vector<double> mean;  // weighted, in stored units
  double reads = 0;
};

// Throws DataError with row, column (from 1) and value of the first number that is not finite, or of the first entry of
// a sparse row that is out of range or out of order. Weights may be empty. One read; two when the plain sum would
// overflow or lose digits.
[[nodiscard]] RawStatistics scan_rows(const Rows& rows, const Vector<double>& weights, int threads);

// Values of one column times its factor, and their weights (empty: 1). What a sparse column does not store is one 0 at
// the end with the weight of all those rows. The values may be overwritten.
using ColumnBody = std::function<void(Index column, std::span<double> values, std::span<const double> weights)>;

// Calls body for every column, in parallel. One read of dense rows, nine or fewer of sparse ones.
void for_each_column(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights, int threads,
                     const ColumnBody& body);

}  // namespace l21::internal
