// Which of two subspaces most rows belong to.
#pragma once

#include "robust/candidate.hpp"

namespace l21::internal {

struct DuelResult {
  double score = 0;   // log of a ratio of scales; > 0 speaks for the first
  double planes = 0;  // in which they differ, each counted with the square of its sine
};

// In every plane in which the two disagree: along whose normal is the half of the rows that is least outlying in the
// plane thinner? Rows that are far from both have no vote. Y are rows, n x d.
[[nodiscard]] DuelResult duel(const RowMatrix<double>& Y, const Candidate& first, const Candidate& second, int threads);

}  // namespace l21::internal
