// The fit without cells that do not go with the others of their row (docs/methods/cells.md).
#pragma once

#include "data/cells.hpp"
#include "fit/fit_data.hpp"
#include "solver/linear_problem.hpp"

namespace l21::internal {

struct CellSearch {
  CellReport report;
  Holes holes;                // missing and damaged cells
  std::vector<Index> beyond;  // rows of which more than half is damaged
  Matrix<double> W;           // d x m: the subspace that the search came to, in prepared units
  Vector<double> center;      // what it goes through, in stored units
  PassCounter counter;        // what it took
};

// Looks for them with few components first, and then with more.
template <class T>
[[nodiscard]] CellSearch search_cells(const FitData& data);

// What cells look like about a subspace that was fitted to the filled rows of the data; W by falling variance of the
// scores, in prepared units.
[[nodiscard]] CellModel cells_about(const FitData& data, const Matrix<double>& W, PassCounter& counter);

}  // namespace l21::internal
