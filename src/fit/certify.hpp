// The proof that comes with a fit, and what is done where it fails.
#pragma once

#include "fit/joint.hpp"
#include "l21/report.hpp"

namespace l21 {

// Bounds the objective of `fit` from above as options.certify asks, and fills upper_bound, gap, certified, certificate
// and reads_certificate of the report. Where the gap is open, and time is allowed for it, looks for a better fit: from
// the leading eigenvectors of the tangent, from the relaxation, and from options.starts - 1 random starts.
template <class T>
void certify_fit(const FitData& data, MethodFit<T>& fit, FitReport& report);

}  // namespace l21
