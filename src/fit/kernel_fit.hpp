// Kernel PCA: a fit to the coordinates that rows have in the space of a kernel.
#pragma once

#include "l21/fit.hpp"

namespace l21 {

[[nodiscard]] Fit fit_kernel(const Rows& rows, const FitOptions& options, const Observer& observer);

}  // namespace l21
