// How far a row is from the others inside a subspace, and what its distance from the subspace counts beside that.
#pragma once

#include <cmath>

#include "l21/model.hpp"

namespace l21::internal {

class ScoreDistance {
 public:
  // Of scores in units of `unit`.
  ScoreDistance(const ScoreStatistics& statistics, double unit);
  [[nodiscard]] double operator()(const Eigen::Ref<const Vector<double>>& t) const;

 private:
  Vector<double> middle_, inverse_scale_;
  Matrix<double> factor_;  // L of a scatter L L^T; empty: scales
};

// What the orthogonal distance is multiplied with in the combined one.
[[nodiscard]] inline double noise_weight(const ScoreStatistics& statistics) {
  if (statistics.orthogonal_scale > 0) return std::sqrt(statistics.noise_dimensions) / statistics.orthogonal_scale;
  return statistics.orthogonal_cutoff > 0 ? statistics.score_cutoff / statistics.orthogonal_cutoff : 0.0;
}

// The combined distance of a row at both cutoffs, where orthogonal_scale is not known.
[[nodiscard]] inline double corner_cutoff(const ScoreStatistics& statistics) {
  return std::hypot(statistics.score_cutoff, statistics.score_cutoff);
}

// Log of the density of a row of `columns` values at these distances.
class LogDensity {
 public:
  LogDensity(const ScoreStatistics& statistics, Index columns);
  [[nodiscard]] double operator()(double score_distance, double orthogonal_distance) const;

 private:
  double constant_, inverse_variance_;
};

}  // namespace l21::internal
