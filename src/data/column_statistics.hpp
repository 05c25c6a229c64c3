// Medians and spreads of columns.
#pragma once

#include <vector>

#include "l21/options.hpp"
#include "l21/rows.hpp"

namespace l21::internal {

// In all of these cells that hold NaN are left out; NaN where a column has no other.

// The mean of every column times its factor. Weights may be empty. As many reads as the median.
[[nodiscard]] Vector<double> column_means(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights,
                                          int threads);

// The median of every column times its factor. Weights may be empty. One read of dense rows, nine or fewer of sparse
// ones.
[[nodiscard]] Vector<double> column_medians(const Rows& rows, const Vector<double>& factor,
                                            const Vector<double>& weights, int threads);

struct ColumnSpreads {
  Vector<double> values;
  std::vector<Index> mostly_one_value;  // columns whose median absolute deviation is 0
};
// Standard deviation, or median absolute deviation times 1.4826, of every column times its factor; `constant` where a
// column has no spread. Where most of a column is one value its median absolute deviation is that of the others, times
// the root of their share. As many reads.
[[nodiscard]] ColumnSpreads column_spreads(const Rows& rows, const Vector<double>& factor,
                                           const Vector<double>& weights, ColumnScaling scaling, double constant,
                                           int threads);

}  // namespace l21::internal
