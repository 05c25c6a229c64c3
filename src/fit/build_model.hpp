// The one place where a model is put together.
#pragma once

#include "l21/model.hpp"
#include "model/summary.hpp"

namespace l21::internal {

// Everything in the units of the data. What belongs to the fitted rows alone (weights, a given center or start) is not
// kept; names are the caller's.
[[nodiscard]] Model build_model(Subspace subspace, ScoreStatistics statistics, const FitOptions& options,
                                FitReport report);

}  // namespace l21::internal
