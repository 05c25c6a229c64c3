// A fit to rows as vectors: single fit or joint center, restarts, certificate, summary, model.
#pragma once

#include "fit/fit_data.hpp"
#include "l21/model.hpp"

namespace l21::internal {

// Rows, options (valid for them) and observer as fit() has them; in the precision that they ask for.
[[nodiscard]] Model fit_linear(const Rows& rows, const FitOptions& options, const Observer& observer);

}  // namespace l21::internal
