// Fits from random starts, of which the best is kept (options.starts).
#pragma once

#include "fit/single_fit.hpp"

namespace l21::internal {

// Start number 1, 2, ... of options.starts; number 0 is the fit itself.
template <class T>
[[nodiscard]] SingleFit<T> fit_from_random(const FitData& data, int start);

// All starts, unless somebody interrupts; the best fit is kept and carries what the earlier ones took.
template <class T>
void try_other_starts(const FitData& data, SingleFit<T>& fit);

}  // namespace l21::internal
