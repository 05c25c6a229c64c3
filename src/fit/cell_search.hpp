// The search for the cells that do not go with the others of their row (docs/methods/cells.md).
#pragma once

#include "data/cells.hpp"
#include "data/filled_rows.hpp"
#include "data/prepared_rows.hpp"
#include "fit/fit_data.hpp"
#include "solver/linear_problem.hpp"

namespace l21::internal {

struct FoundCells {
  Holes holes;      // missing and damaged cells
  CellModel model;  // of good ones
  RowScheme scheme;
  PassCounter counter;
};

// Looks for the subspace of the good cells of all rows, with few components first, and then with more.
template <class T>
[[nodiscard]] FoundCells find_cells(const FitData& data);

// The cells as they were given.
[[nodiscard]] CellTable table_of(const FitData& data);
// All but the subspace and what is known about it.
[[nodiscard]] CellModel model_of_table(const FitData& data, const CellTable& table, const RowScheme& scheme);
// Scales and tails about the subspace of the model, where rows have these scores.
void settle_about(const RowMatrix<double>& scores, const CellTable& table, const RowScheme& scheme, CellModel& model);

// What a search fits next: whole or filled rows about its center.
[[nodiscard]] FitData about(const FitData& data, const FitOptions& options, const Rows& rows, const RowScheme& scheme);
// Whether there is something to fit: of tiny tables hardly anything may be left.
template <class T>
[[nodiscard]] bool has_spread(const FitData& at);

template <class T>
[[nodiscard]] Vector<double> weight_shares(const PreparedRows<T>& rows) {
  return rows.each([&](Index i) { return rows.weight(i) / rows.total_weight; });
}

}  // namespace l21::internal
