// Tensor PCA: a fit to samples of several axes, one projection for each of them.
#pragma once

#include "l21/model.hpp"

namespace l21::internal {

// options.modes has two sizes or more.
[[nodiscard]] Model fit_tensor(const Rows& rows, const FitOptions& options, const Observer& observer);

}  // namespace l21::internal
