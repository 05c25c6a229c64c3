// Which rows span the kernel space when all of them would be too many.
#pragma once

#include <vector>

#include "kernel/kernel_rows.hpp"

namespace l21::internal {

// `count` different rows, ascending, none of weight 0. random: every row alike. kmeans: by k-means++ (Arthur &
// Vassilvitskii 2007), each drawn with a chance in proportion to w_i ||phi(x_i) - nearest so far||^2; one read each.
[[nodiscard]] std::vector<Index> choose_landmarks(const KernelRows& rows, const Vector<double>& weights, Index count,
                                                  LandmarkChoice choice, std::uint64_t seed);

}  // namespace l21::internal
