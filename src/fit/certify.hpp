// The proof that comes with a fit, and what is done where it fails.
#pragma once

#include <optional>

#include "fit/joint.hpp"
#include "l21/report.hpp"
#include "solver/gram_problem.hpp"

namespace l21::internal {

// The exponent of ||W^T x||, where the objective is concave in the projector W W^T.
[[nodiscard]] std::optional<double> concave_exponent(const FitOptions& options);

// Bounds the objective of `fit` from above as options.certify asks, and fills certificate and reads_certificate of the
// report. Where the gap is open, and time is allowed for it, looks for a better fit: from
// the leading eigenvectors of the tangent, from the relaxation, and from options.starts - 1 random starts.
template <class T>
void certify_fit(const FitData& data, MethodFit<T>& fit, FitReport& report);

// The same for a fit on K = X X^T alone, W = X^T C and T = X W: it is bounded, and not improved. K may be off by a
// matrix whose norm is at most `error`.
void certify_on_gram(const Matrix<double>& K, const RowFacts& facts, const GramProblem::Point& point, Status status,
                     double error, const FitOptions& options, const Observer& observer, FitReport& report);

// The optimum may be larger by so much than what was bounded.
void raise_bound(double by, const FitOptions& options, FitReport& report);

}  // namespace l21::internal
