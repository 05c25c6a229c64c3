// Kernel PCA: a fit to the coordinates that rows have in the space of a kernel.
#pragma once

#include "l21/fit.hpp"

namespace l21::internal {

// Everything of the model but names; the time is the caller's.
[[nodiscard]] Model fit_kernel(const Rows& rows, const FitOptions& options, const Observer& observer);

}  // namespace l21::internal
