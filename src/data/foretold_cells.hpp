// What other columns say of a cell, before any subspace is known.
#pragma once

#include "data/cells.hpp"

namespace l21::internal {

// Known cells that are not what the columns that go with their own say (in the manner of Rousseeuw & Van den Bossche
// 2018): columns go together where the correlation of their wrapped values is at least 1/2 either way, and a cell is
// foretold by the mean of these, weighted by correlation. `scale`: d, of the columns about scheme.center. 6 n d^2
// flops, and three d x d and n x d matrices of float. Dense rows.
[[nodiscard]] Holes unforetold_cells(const CellTable& table, const RowScheme& scheme, const Vector<double>& scale);

}  // namespace l21::internal
