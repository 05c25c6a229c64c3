// Random numbers that are the same everywhere for the same seed.
#pragma once

#include <cstdint>
#include <random>

#include "l21/types.hpp"

namespace l21::internal {

// std::normal_distribution differs between standard libraries; Box-Muller over mt19937_64 does not.
class NormalGenerator {
 public:
  explicit NormalGenerator(std::uint64_t seed) : engine_(seed) {}
  [[nodiscard]] double operator()();
  [[nodiscard]] double uniform();          // in (0, 1]
  [[nodiscard]] Index below(Index count);  // one of 0, ..., count - 1

 private:
  std::mt19937_64 engine_;
};

// rows x cols with orthonormal columns, uniform over the Stiefel manifold.
[[nodiscard]] Matrix<double> random_orthonormal(Index rows, Index cols, std::uint64_t seed);

// rows x cols of +1 and -1: a sketch does as well with them as with normal numbers, and they cost a bit each.
[[nodiscard]] Matrix<double> random_signs(Index rows, Index cols, std::uint64_t seed);

}  // namespace l21::internal
