// Kernel PCA: a fit to the coordinates that rows have in the space of a kernel.
#pragma once

#include "l21/model.hpp"

namespace l21::internal {

// options.kernel is one; they are valid for the rows.
[[nodiscard]] Model fit_kernel(const Rows& rows, const FitOptions& options, const Observer& observer);

}  // namespace l21::internal
