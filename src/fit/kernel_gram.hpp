// Kernel PCA on the kernel matrix itself, where the rows span too many dimensions for coordinates to pay.
#pragma once

#include <optional>

#include "kernel/kernel_rows.hpp"
#include "l21/model.hpp"

namespace l21::internal {

// What a model of a kernel is built from.
struct KernelFit {
  KernelExpansion expansion;
  ScoreStatistics statistics;
  FitReport report;
};

// Whether the iteration on the kernel matrix serves: no residuals, no greedy deflation, a center that is a fixed sum of
// rows, a start that can be had from the matrix; and a kernel that is semidefinite, which a precomputed one must show.
[[nodiscard]] bool gram_serves_kernel(const FitOptions& options);

// G = the centered kernel matrix, iterated without any factorization: w_j = sum_i C(i, j) (phi(x_i) - c). Everything of
// the fit is as for ordinary rows. Nothing where the matrix is too badly conditioned, or rows
// are orthogonal to the answer: coordinates are safe there. 8 n^2 bytes, 2 n^2 m flops an iteration.
[[nodiscard]] std::optional<KernelFit> fit_on_kernel_matrix(const KernelRows& rows, const FitOptions& options,
                                                            const Observer& observer);

}  // namespace l21::internal
