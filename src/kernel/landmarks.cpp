#include "kernel/landmarks.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "linalg/statistics.hpp"

namespace l21::internal {
namespace {

// In [0, below), the same everywhere.
std::uint64_t draw(std::mt19937_64& engine, std::uint64_t below) {
  return static_cast<std::uint64_t>(std::ldexp(static_cast<double>(engine() >> 11U), -53) * static_cast<double>(below));
}

std::vector<Index> random_rows(std::vector<Index> rows, Index count, std::mt19937_64& engine) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
    std::swap(rows[k], rows[k + draw(engine, rows.size() - k)]);
  rows.resize(static_cast<std::size_t>(count));
  return rows;
}

// The row at which the running sum of `chance` passes a random share of the total; none when all are 0.
Index draw_by_chance(const Vector<double>& chance, std::mt19937_64& engine) {
  const double target = std::ldexp(static_cast<double>(engine() >> 11U), -53) * chance.sum();
  double sum = 0;
  Index last = -1;
  for (Index i = 0; i < chance.size(); ++i) {
    if (chance(i) <= 0) continue;
    last = i;
    sum += chance(i);
    if (sum > target) break;
  }
  return last;
}

std::vector<Index> distant_rows(const KernelRows& rows, const Vector<double>& weights, Index count,
                                std::mt19937_64& engine) {
  const Vector<double> itself = rows.itself();
  Vector<double> chance = weights, distance = Vector<double>::Constant(rows.rows(), INFINITY);
  std::vector<Index> chosen;
  while (static_cast<Index>(chosen.size()) < count) {
    const Index next = draw_by_chance(chance, engine);
    if (next < 0) break;
    chosen.push_back(next);
    const Landmarks landmark = rows.landmarks({&chosen.back(), 1});
    rows.for_blocks(landmark, [&](const KernelBlock& block) {
      for (Index i = block.first; i < block.first + block.count; ++i)
        distance(i) = std::clamp(itself(i) - 2 * block.K(i - block.first, 0) + itself(next), 0.0, distance(i));
    });
    distance(next) = 0;
    chance = weights.cwiseProduct(distance);
  }
  return chosen;
}

}  // namespace

std::vector<Index> choose_landmarks(const KernelRows& rows, const Vector<double>& weights, Index count,
                                    LandmarkChoice choice, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const Vector<double> w = weights_or_ones(weights, rows.rows());
  std::vector<Index> candidates;
  for (Index i = 0; i < rows.rows(); ++i)
    if (w(i) > 0) candidates.push_back(i);
  count = std::min(count, static_cast<Index>(candidates.size()));
  std::vector<Index> chosen = choice == LandmarkChoice::random ? random_rows(std::move(candidates), count, engine)
                                                               : distant_rows(rows, w, count, engine);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace l21::internal
