// Rows of the kernel space in coordinates, so that everything that works on ordinary rows works there.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernel/kernel_rows.hpp"
#include "l21/report.hpp"

namespace l21::internal {

struct KernelCoordinates {
  Matrix<double> Z;              // n x r: z_i^T z_j = k(x_i, x_j), exactly or as far as the landmarks reach
  Vector<double> left_out;       // n: k(x_i, x_i) - ||z_i||^2, what the landmarks leave out of a row; >= 0
  std::vector<Index> landmarks;  // L: rows that span the space
  Matrix<double> map;            // L x r: z(x) = map^T k(landmarks, x); empty: it follows from Z
  double clipped_share = 0;      // of the spectrum that was negative and is cut off, in absolute values

  // L x k: directions V (r x k) of the coordinates as sums over landmarks, map V.
  [[nodiscard]] Matrix<double> over_landmarks(const Matrix<double>& V) const;
};

enum class GiveUp { when_reached, when_foreseen };

struct CoordinateLimits {
  Index least_rank = 1;  // what an interrupted search goes on to
  Index most_rank = 0;   // beyond which it gives up
  GiveUp give_up = GiveUp::when_reached;
};

// Partial Cholesky factorization with pivots among `candidates`: K(:, pivots) = Z L^T. Only the columns of K that are
// pivots are ever computed; it ends when nothing is left of any candidate, so the cost follows the rank r: n r (d + r)
// flops, n r numbers of memory. For semidefinite kernels; throws DataError when K turns out not to be. Nothing where
// the rank exceeds limits.most_rank.
[[nodiscard]] std::optional<KernelCoordinates> pivoted_coordinates(const KernelRows& rows,
                                                                   std::span<const Index> candidates,
                                                                   const CoordinateLimits& limits,
                                                                   const Observer& observer);

// By the eigendecomposition of K(landmarks, landmarks), of which only the positive part is kept: for any kernel.
[[nodiscard]] KernelCoordinates clipped_coordinates(const KernelRows& rows, std::span<const Index> landmarks);

}  // namespace l21::internal
