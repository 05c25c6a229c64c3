// What rounding allows, by the type that rows are multiplied in.
#pragma once

#include <limits>
#include <type_traits>

#include "l21/maximize.hpp"
#include "l21/options.hpp"

namespace l21::internal {

// M is summed in double over blocks of at most 256 rows, so a float32 residual bottoms out between 5e-9 and 1e-5.
template <class T>
[[nodiscard]] SolveOptions solve_options(Method method, int max_iterations, double tolerance) {
  constexpr bool kSingle = std::is_same_v<T, float>;
  return {.max_iterations = max_iterations,
          .tolerance = tolerance,
          .rounding_floor = kSingle ? 1e-5 : 1e-11,
          .objective_rounding = kSingle ? 1e-7 : 1e-13,
          // Where a subspace runs through rows their residuals are rounding and their slopes huge: steps of r1 fall by
          // more than any bound that is relative to the objective.
          .largest_fall = method == Method::r1 ? std::numeric_limits<double>::infinity()
                          : kSingle            ? 1e-6
                                               : 1e-11,
          .on_fall = OnFall::stops};
}

}  // namespace l21::internal
