// The proof that comes with a fit, and what is done where it fails.
#pragma once

#include "fit/single_fit.hpp"
#include "l21/report.hpp"
#include "solver/gram_problem.hpp"

namespace l21::internal {

// Bounds the objective of `fit` from above as options.certify asks, and fills certificate and reads_certificate of the
// report. Where the gap is open, and time is allowed for it, looks for a better fit: from the leading eigenvectors of
// the tangent, from the relaxation, and from options.starts - 1 random starts; without a certificate from all of them.
template <class T>
void certify_fit(const FitData& data, SingleFit<T>& fit, FitReport& report);

// A fit on K = X X^T alone, W = X^T C and T = X W. K may be off by a matrix whose norm is at most `error`.
struct GramFit {
  const Matrix<double>& K;
  const RowFacts& facts;
  const GramProblem::Point& point;
  double error;
};
// The same for it: it is bounded, and not improved.
void certify_on_gram(const GramFit& fit, Status status, const FitOptions& options, const Observer& observer,
                     FitReport& report);

// The optimum may be larger by so much than what was bounded.
void raise_bound(double by, const FitOptions& options, FitReport& report);

}  // namespace l21::internal
