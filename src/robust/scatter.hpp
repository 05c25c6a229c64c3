// Location and scatter of scores that outliers do not move, and how far rows are from there.
#pragma once

#include <cstdint>
#include <vector>

#include "l21/types.hpp"

namespace l21::internal {

struct ScoreScatter {
  Vector<double> location;
  Matrix<double> scatter;           // m x m
  Vector<double> squared_distance;  // of every row, Mahalanobis's, calibrated so that half of the near rows lie within
                                    // the median of chi-square
};

// Of the rows of T (n x m) that are near the subspace: the half of them that is least outlying, then all that lie
// within the 99 % quantile of chi-square, to a fixed point.
[[nodiscard]] ScoreScatter scatter_of(const Matrix<double>& T, const std::vector<bool>& near, std::uint64_t seed,
                                      int threads);
// The same where all are.
[[nodiscard]] ScoreScatter scatter_of(const Matrix<double>& T, std::uint64_t seed, int threads);

}  // namespace l21::internal
