// The eigenvalues of G outside W and a guard, from samples of the rows: at a cost that hardly grows with their number.
#pragma once

#include "certificate/by_slopes.hpp"
#include "certificate/spectrum.hpp"

namespace l21::internal {

// Well below `enough`, where that can be had, but for TangentOptions::failure. At most one read.
template <class T>
[[nodiscard]] OutsideBound bound_by_samples(const FitAtSolution<T>& fit, const WeightsAtFit& weights,
                                            const SamplePlan& plan, double enough, const TangentOptions& options);

}  // namespace l21::internal
