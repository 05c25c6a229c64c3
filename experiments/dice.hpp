// Random choices that are the same everywhere for the same seed.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "linalg/random.hpp"

namespace l21::internal::experiments {

class Dice {
 public:
  // Streams of one seed are independent of one another.
  explicit Dice(std::uint64_t seed, std::uint64_t stream = 0)
      : generator_(seed * 0x9e3779b97f4a7c15U + stream * 0xd1b54a32d192ed03U + 1) {}

  [[nodiscard]] double normal() { return generator_(); }
  [[nodiscard]] double between(double low, double high) { return high - (high - low) * generator_.uniform(); }
  // In [0, n).
  [[nodiscard]] Index below(Index n) { return std::min(n - 1, static_cast<Index>(between(0, static_cast<double>(n)))); }
  // `count` of 0 .. n - 1 in random order, each at most once.
  [[nodiscard]] std::vector<Index> choose(Index count, Index n) {
    std::vector<Index> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), Index{0});
    for (Index i = 0; i < count; ++i)
      std::swap(all[static_cast<std::size_t>(i)], all[static_cast<std::size_t>(i + below(n - i))]);
    all.resize(static_cast<std::size_t>(count));
    return all;
  }

 private:
  NormalGenerator generator_;
};

}  // namespace l21::internal::experiments
