// Robust location and scatter of the scores of a fit, and how far typical rows are from the subspace.
#pragma once

#include "fit/fit_data.hpp"
#include "l21/model.hpp"

namespace l21::internal {

// Of some of the `fitted` rows, which count where they belong to the subspace of orthonormal `components` (m x d).
// Fills in score_center, score_scatter and combined_cutoff unless these rows are too few, or too equal. In prepared
// units.
template <class T>
void add_scatter(const FitData& data, const PreparedRows<T>& fitted, const Vector<double>& counts,
                 const RowMatrix<double>& components, ScoreStatistics& statistics);

}  // namespace l21::internal
