// The one function that adds up what rows gave. Whatever is summed over rows is summed by parts that the rows alone
// decide (slots of a loop, stretches of a vector), each in the order of its rows, and the parts are added here as a
// fixed pairwise tree: the same bits for any number of threads. Rows that are spread over several processes would join
// here too, and nowhere else.
#pragma once

#include <algorithm>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "l21/types.hpp"
#include "linalg/parallel.hpp"

namespace l21::internal {

// add(i, j) for parts i <- i + j, so that part 0 ends as the sum of all: ((0 + 1) + (2 + 3)) + ...
template <class Add>
void add_in_pairs(std::size_t parts, const Add& add) {
  for (std::size_t stride = 1; stride < parts; stride *= 2)
    for (std::size_t i = 0; i + stride < parts; i += 2 * stride) add(i, i + stride);
}

// The sum of all parts, of which there is at least one; they are used up. Large matrices are added by columns.
template <class Sum>
[[nodiscard]] Sum add_up(std::vector<Sum>&& parts, [[maybe_unused]] int threads = 1) {
  if (parts.size() == 1) return std::move(parts.front());
  if constexpr (std::is_same_v<Sum, Matrix<double>>) {
    parallel_for(threads, parts.front().cols(), [&](Index k, int) {
      add_in_pairs(parts.size(), [&](std::size_t i, std::size_t j) { parts[i].col(k) += parts[j].col(k); });
    });
  } else {
    add_in_pairs(parts.size(), [&](std::size_t i, std::size_t j) { parts[i] += parts[j]; });
  }
  return std::move(parts.front());
}

// Of two the larger: how maxima are added up.
struct Largest {
  double value = 0;
  Largest& operator+=(const Largest& other) {
    value = std::max(value, other.value);
    return *this;
  }
};

// sum over stretches [first, first + count) of rows of part(first, count), where there are few numbers a row.
template <class Sum>
[[nodiscard]] Sum sum_stretches(Index rows, int threads, const std::function<Sum(Index first, Index count)>& part) {
  constexpr Index kStretch = 4096;
  const Index stretches = std::max<Index>(1, (rows + kStretch - 1) / kStretch);
  std::vector<Sum> parts(static_cast<std::size_t>(stretches));
  parallel_for(threads, stretches, [&](Index k, int) {
    parts[static_cast<std::size_t>(k)] = part(k * kStretch, std::min(kStretch, rows - k * kStretch));
  });
  return add_up(std::move(parts));
}

// sum_i w_i of row weights, which may be empty (all 1).
[[nodiscard]] inline double total_weight(const Vector<double>& weights, Index rows) {
  if (weights.size() == 0) return static_cast<double>(rows);
  return sum_stretches<double>(rows, 1, [&](Index first, Index count) { return weights.segment(first, count).sum(); });
}

}  // namespace l21::internal
