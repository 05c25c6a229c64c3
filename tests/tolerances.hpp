// The one table of tolerances, by the type that is computed in. Tests take theirs from here; nobody widens one locally.
#pragma once

#include <type_traits>

#include "l21/options.hpp"

namespace l21::internal {

struct Tolerances {
  double fit;          // the residual that a fit is asked for
  double objective;    // relative, against the reference run to 1e-10
  double projector;    // ||W W^T - V V^T||_F: the residual over the gap of the problem, which is at least 1e-3 here
  double orthonormal;  // ||W^T W - I||_F; components are polished in double whatever the rows are
  double fall;         // relative fall of an objective that is still rounding: of a sum of squares and roots in double;
                       // float32: W itself is rounded to 6e-8, and squared in pca, at either end of the step
  double rounding;     // of sums of a few thousand products of numbers near 1
  double center;       // relative to ||X||_F: centers are sums in double whatever the rows are
  double hill;         // relative to the sum of lengths: by how much another hill of r1, where the reference stays too,
                       // may be lower than the one that the reference climbs from the start (4e-7 was seen)
};
inline constexpr Tolerances kFloat64{.fit = 1e-9,
                                     .objective = 1e-9,
                                     .projector = 1e-6,
                                     .orthonormal = 1e-12,
                                     .fall = 1e-12,
                                     .rounding = 1e-12,
                                     .center = 1e-12,
                                     .hill = 1e-5};
inline constexpr Tolerances kFloat32{.fit = 1e-5,
                                     .objective = 1e-5,
                                     .projector = 1e-2,
                                     .orthonormal = 1e-12,
                                     .fall = 3e-7,
                                     .rounding = 2e-5,
                                     .center = 1e-12,
                                     .hill = 1e-5};
// In double, for fits that are run as far as rounding lets them, to be compared with each other: the objective is then
// off by the square of the residual, which leaves its rounding, and the subspace by the residual over the gap.
inline constexpr Tolerances kFloat64Far{.fit = 1e-11,
                                        .objective = 1e-10,
                                        .projector = 1e-8,
                                        .orthonormal = 1e-12,
                                        .fall = 1e-12,
                                        .rounding = 1e-12,
                                        .center = 1e-12,
                                        .hill = 1e-5};

[[nodiscard]] constexpr const Tolerances& tolerances_of(Precision precision) {
  return precision == Precision::float32 ? kFloat32 : kFloat64;
}

// The same by scalar type.
template <class T>
struct Tolerance {
  static constexpr const Tolerances& table = std::is_same_v<T, float> ? kFloat32 : kFloat64;
  static constexpr double rounding = table.rounding, orthonormal = table.orthonormal, falls = table.fall;
};

}  // namespace l21::internal
