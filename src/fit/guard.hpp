// Whether a fit is that of most rows: beside the robust subspace of some of them.
#pragma once

#include "fit/fit_data.hpp"

namespace l21::internal {

// Fills report.guard as options.guard asks, for a subspace (W orthonormal) about data.center. Reads at most a quarter
// of a table that is not small; all of it where it suspects something; and four times where it alarms, to name rows.
void guard_fit(const FitData& data, const RowFacts& rows, const Matrix<double>& W, FitReport& report);

}  // namespace l21::internal
