// SimdLoops as functions of x^T y, ||x||^2 and ||y||^2.
#pragma once

#include "l21/kernel.hpp"

namespace l21::internal {

// Whether every matrix of its values is positive semidefinite. Here, since model_file asks too and sees nothing of core
// that is not public.
[[nodiscard]] inline bool is_semidefinite(const KernelSpec& kernel) {
  if (kernel.function == Kernel::polynomial) return kernel.coef0 >= 0;
  return kernel.function != Kernel::sigmoid;
}

// k(x + a, y + a) = k(x, y): rows may be centered first, so that ||x||^2 - 2 x^T y + ||y||^2 loses little.
[[nodiscard]] bool ignores_translation(const KernelSpec& kernel);

// k(x, x) from ||x||^2.
[[nodiscard]] double value_at_itself(const KernelSpec& kernel, double squared_norm);

// Turns products x_i^T l_j (rbf: ||x_i - l_j||^2, laplacian: ||x_i - l_j||_1) into k(x_i, l_j), in place; count x
// landmarks.
void apply_kernel(const KernelSpec& kernel, const double* squared_norm_x, const Vector<double>& squared_norm_l,
                  Eigen::Ref<RowMatrix<double>> values);

}  // namespace l21::internal
