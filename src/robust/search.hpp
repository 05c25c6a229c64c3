// Which subspace most rows of a sample belong to: two starts, and challengers of the winner until it holds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "l21/report.hpp"
#include "robust/candidate.hpp"
#include "robust/constants.hpp"
#include "robust/polish.hpp"

namespace l21::internal {

struct SearchResult {
  Candidate best;
  double kept = 0;  // share of the rows with a weight there
  RobustStart winner = RobustStart::sphere;
  std::vector<RobustDuel> duels;
  SolveReport settled;  // how `best` was polished at the end
};

// How far the winner is polished at the end, and who looks on.
struct Settling {
  PolishLimits limits{kRobust.search_steps, kRobust.settled};
  Observer observer;
};

// Y: rows in memory, n x d. `sphere` is the first start: r1 on the sphere.
[[nodiscard]] SearchResult search_subspace(const RowMatrix<double>& Y, Candidate sphere, const Settling& settling,
                                           std::uint64_t seed, int threads);

// The subspace that beats `fitted`, which is left as it is; none where it holds.
[[nodiscard]] std::optional<Candidate> search_against(const RowMatrix<double>& Y, Candidate fitted, std::uint64_t seed,
                                                      int threads);

}  // namespace l21::internal
