// New rows in the space of a kernel model.
#pragma once

#include <functional>

#include "data/pass.hpp"
#include "l21/kernel.hpp"

namespace l21::internal {

using BlockBody = std::function<void(const ProjectedBlock<double>&)>;

// t_j = sum_l coefficients(l, j) k(x_l, x) - <w_j, center> for every row, and with Rest::residuals its squared distance
// from the subspace, ||phi(x) - c||^2 - ||t||^2: differences of products, exact to 1e-8 of the length of phi(x).
void project_on(const KernelExpansion& expansion, const Rows& rows, Rest rest, int threads, const BlockBody& body);

}  // namespace l21::internal
