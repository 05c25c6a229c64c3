// Tensor PCA: rows that are images, or have more axes still, with one projection for each axis.
#pragma once

#include "fit/joint.hpp"
#include "l21/model.hpp"

namespace l21::internal {

// For two axes or more. Everything of the model but names; the time is the caller's.
[[nodiscard]] Model fit_tensor(const FitData& data, FitReport report);

}  // namespace l21::internal
