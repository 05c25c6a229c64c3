// Which rows belong to a subspace, by their distances from it, and how much each of them counts.
#pragma once

#include <functional>
#include <vector>

#include "robust/candidate.hpp"

namespace l21::internal {

// Rows up to `cutoff` from a subspace, half of them within `typical`.
struct RowGroup {
  double cutoff = 0, typical = 0;
  double finest = 0;  // smaller distances have the same weight
};

// The group of most rows, unless fewer are a subspace of their own: much tighter, more than chance would put there, and
// spread in all directions. `counts` (or empty: 1) says how many rows each stands for; `noise` is how many dimensions
// distances have.
[[nodiscard]] RowGroup group_of(const RowDistances& rows, const Vector<double>& counts, Index noise);

// Whether each of the rows (of so many columns) is within the cutoff of a subspace; the same of rows Y in memory.
[[nodiscard]] std::vector<bool> near_rows(const RowDistances& rows, Index columns);
[[nodiscard]] std::vector<bool> near_rows(const RowMatrix<double>& Y, const Candidate& candidate);

struct RowWeights {
  Vector<double> weight;  // n: 0 for rows that do not belong
  RowGroup group;
  double far = 0;   // rows beyond the cutoff have a weight as well up to this times their norm; 0: none has
  double tail = 0;  // b: weights are d^(-2b); 0: as in PCA, for Gaussian rows; 1: Tyler's, for the heaviest tails
  double kept = 0;  // share of the rows with a weight
};

// The largest share that one direction has in the squared residuals, each over its length, of these rows.
using Coherence = std::function<double(const std::vector<Index>& rows)>;

// 0 beyond the cutoff, else d^(-2b), where b is the part of the variance of log d^2 that `noise` Gaussian dimensions do
// not explain. Rows beyond the cutoff stay if they are, for their length, as close as the typical row, and do not all
// stick out in one direction: they are far out along the subspace.
[[nodiscard]] RowWeights weigh_rows(const RowDistances& rows, const Vector<double>& counts, Index noise,
                                    const Coherence& coherence);

// The same rows with the same b, by their distances now.
void weigh_again(const RowDistances& rows, RowWeights& weights);

// How many dimensions the distances of n rows of d values from m directions have.
[[nodiscard]] inline Index noise_dimensions(Index n, Index d, Index m) {
  return std::max<Index>(std::min(n, d) - m, 1);
}

}  // namespace l21::internal
