// A tangent at a fit, bounded from what the fit knows: no product that it has multiplied already.
// docs/certificate.md proves it.
#pragma once

#include <cmath>
#include <limits>

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

// What the products of a fit may be off by: every projection of a row by so much of its length.
struct Rounding {
  double of_projection;
  double trace;  // of G

  template <class T>
  static Rounding of(const PreparedRows<T>& rows, const Vector<double>& v) {
    // Sums of equal terms, the worst there are, were seen to be off by half of this.
    constexpr double kWorst = 4;
    constexpr Index kRowsSummed = 256;
    return {kWorst * std::numeric_limits<T>::epsilon() * std::sqrt(static_cast<double>(rows.cols() + kRowsSummed)),
            rows.sum([&](Index i) { return v(i) * rows.norm(i) * rows.norm(i); })};
  }
  // What a product of two rows may be off by, over their lengths; and the norm of what a sum of such is off by.
  [[nodiscard]] double of_product() const { return 0.25 * of_projection; }
  [[nodiscard]] double of_sums() const { return of_product() * trace; }
  // The norm of what G is off by in directions where its trace is `part`.
  [[nodiscard]] double of_scatter(double part) const { return of_projection * std::sqrt(trace * part); }
};

// v_i, the weights of the tangent over its unit.
struct WeightsAtFit {
  Vector<double> v;
  Rounding rounding;
};

// By products with TangentOptions::gram where there is one, else as planned; what samples say holds but for
// TangentOptions::failure.
template <class T>
[[nodiscard]] TangentBound tangent_bound_by_slopes(const FitAtSolution<T>& fit, const OutsidePlan& plan,
                                                   const TangentOptions& options);

}  // namespace l21::internal
