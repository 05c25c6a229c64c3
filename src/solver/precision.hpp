// What rounding allows, by the type that rows are multiplied in.
#pragma once

#include <type_traits>

#include "l21/maximize.hpp"

namespace l21::internal {

// Relative to the objective, what of a fall is rounding.
template <class T>
inline constexpr double kLargestFall = std::is_same_v<T, float> ? 1e-6 : 1e-11;

// M is summed in double over blocks of at most 256 rows, so a float32 residual bottoms out between 5e-9 and 1e-5.
template <class T>
[[nodiscard]] SolveOptions solve_options(int max_iterations, double tolerance) {
  constexpr bool kSingle = std::is_same_v<T, float>;
  return {.max_iterations = max_iterations,
          .tolerance = tolerance,
          .rounding_floor = kSingle ? 1e-5 : 1e-11,
          .objective_rounding = kSingle ? 1e-7 : 1e-13,
          .largest_fall = kLargestFall<T>,
          .on_fall = OnFall::stops};
}

}  // namespace l21::internal
