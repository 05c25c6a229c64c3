// What must be known of the stored values before anything is scaled or centered.
#pragma once

#include "l21/message.hpp"
#include "l21/rows.hpp"

namespace l21::internal {

struct RawStatistics {
  double max_abs = 0;
  Vector<double> mean;  // weighted, in stored units
  double reads = 0;
};

// Where a value is that is not finite, and what it is. Places count from 1 as in a table, in Python from 0 as in an
// array.
[[nodiscard]] Message not_finite(Index row, Index column, double value);

// Throws DataError with row, column (from 1) and value of the first number that is not finite, or of the first entry of
// a sparse row that is out of range or out of order. Weights may be empty. One read; two when the plain sum would
// overflow or lose digits.
[[nodiscard]] RawStatistics scan_rows(const Rows& rows, const Vector<double>& weights, int threads);

}  // namespace l21::internal
