// The point that is subtracted from every row. All vectors are in prepared units: stored units times `factor`.
#pragma once

#include "l21/report.hpp"
#include "l21/rows.hpp"

namespace l21::internal {

struct CenterResult {
  Vector<double> center;
  double reads = 0;
};

// argmin_c sum_i w_i ||x_i - c|| by Weiszfeld's iteration from `start`, with the step of Vardi & Zhang (2000) where c
// falls on a row. Stops when a step is below 1e-10 of the mean distance, or after 1000 steps. One read a step.
[[nodiscard]] CenterResult geometric_median(const Rows& rows, const Vector<double>& factor,
                                            const Vector<double>& weights, const Vector<double>& start, int threads,
                                            const Observer& observer);

// c <- sum_i (w_i / rho_i) x_i / sum_i (w_i / rho_i), rho_i = distance of row i from the subspace c + span W, at least
// `floor`. One read.
[[nodiscard]] Vector<double> joint_center_step(const Rows& rows, const Vector<double>& factor,
                                               const Vector<double>& weights, const Vector<double>& center,
                                               const Matrix<double>& W, double floor, int threads);

}  // namespace l21::internal
