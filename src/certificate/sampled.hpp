// A tangent at a fit, bounded from what the fit knows and from samples of the rows: at a cost that hardly grows with
// their number. docs/certificate.md proves it.
#pragma once

#include "certificate/tangent.hpp"
#include "data/coordinates.hpp"

namespace l21::internal {

template <class T>
struct FitAtSolution {
  const PreparedRows<T>& rows;
  const Matrix<double>& W;            // d x m
  Matrix<double> GW;                  // G W, in the precision of the fit
  const Vector<double>& q;            // ||W^T x_i||^2, 0 where it is rounding; G is the tangent at these numbers
  const Coordinates<T>* coordinates;  // whose basis holds W; or null
};

// But for TangentOptions::failure. At most one read. By products with TangentOptions::gram where there is one.
template <class T>
[[nodiscard]] TangentBound sampled_tangent_bound(const FitAtSolution<T>& fit, const SamplePlan& plan,
                                                 const TangentOptions& options);

}  // namespace l21::internal
