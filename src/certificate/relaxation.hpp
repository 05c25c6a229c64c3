// The convex relaxation: sum_i w_i (x_i^T P x_i)^(p/2) over all P with 0 <= P <= I and trace m, the convex hull of the
// projections (Overton & Womersley 1992; Vu et al. 2013 call it the Fantope).
#pragma once

#include "certificate/tangent.hpp"

namespace l21::internal {

// The m leading eigenvectors of G = sum_i v_i x_i x_i^T.
[[nodiscard]] Matrix<double> leading_directions(const PreparedRows<double>& rows, const Vector<double>& v,
                                                Index components, std::uint64_t seed, PassCounter& counter);

struct RelaxedOptions {
  TangentOptions tangent;
  int most_steps = 20;
  double enough = 0;  // stop when the bound is at most this
};

struct Relaxed {
  Matrix<double> W;  // the leading eigenvectors of the best P that was found
  double bound;      // no W, and no P, has a larger sum
  bool factored;     // as TangentBound has it
  int steps = 0;     // weighted principal components computed
  PassCounter counter;
};

// Frank & Wolfe (1956), fully corrective: every step adds the projection that the tangent likes best, then all
// projections so far are weighted anew, which needs their x_i^T P_k x_i alone and no read. P itself is never formed.
[[nodiscard]] Relaxed relax(const PreparedRows<double>& rows, const Matrix<double>& start,
                            const RelaxedOptions& options);

}  // namespace l21::internal
