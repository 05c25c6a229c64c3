// The kernel matrix itself, about a center that is a sum of rows.
#pragma once

#include "kernel/kernel_rows.hpp"
#include "l21/options.hpp"

namespace l21::internal {

// G = <phi(x_i) - c, phi(x_j) - c> with c = sum_i share_i phi(x_i), rows and columns times row_factor.
struct CenteredKernel {
  Matrix<double> G;
  Vector<double> share;        // n
  Vector<double> with_center;  // n: <phi(x_i), c>
  double center_square = 0;
  double mean_square = 0;     // ||mean of phi(x_i) - c||^2
  Vector<double> norm;        // ||phi(x_i) - c||; 0 where that is rounding
  Vector<double> row_factor;  // n, or empty for 1
  double error = 0;           // of G: the norm of what rounding and the center have added to it
};

// options.center: mean or none; options.row_scaling: rows divided by their norms; those at the center are 0 either way.
// 8 n^2 bytes, n^2 d flops.
[[nodiscard]] CenteredKernel centered_kernel(const KernelRows& rows, const FitOptions& options);

}  // namespace l21::internal
