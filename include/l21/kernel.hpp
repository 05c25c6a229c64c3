/// @file
/// What a kernel model is made of: directions as sums of landmark rows, seen through the kernel.
#pragma once

#include <vector>

#include "l21/options.hpp"
#include "l21/rows.hpp"

namespace l21 {

/// A kernel with its numbers.
struct KernelSpec {
  Kernel function = Kernel::none;  ///< which one
  double gamma = 1;                ///< see Kernel, as the others
  int degree = 3;                  ///< of the polynomial
  double coef0 = 1;                ///< of the polynomial and of sigmoid
};

/// The kernel that `options` ask for, for rows of so many columns.
[[nodiscard]] inline KernelSpec kernel_spec(const FitOptions& options, Index cols) {
  return {options.kernel, options.gamma.value_or(1.0 / static_cast<double>(cols)), options.degree, options.coef0};
}

/// Every direction and the center are sums over landmarks: w_j = sum_l coefficients(l, j) phi(x_l).
struct KernelExpansion {
  KernelSpec kernel;             ///< k
  RowMatrix<double> landmarks;   ///< L x d, rows that were fitted; precomputed: 0 x d
  std::vector<Index> rows;       ///< L: which rows they were, from 0
  Matrix<double> coefficients;   ///< L x m
  Vector<double> center;         ///< L
  Vector<double> center_scores;  ///< m: `<w_j, center>`
  double center_norm = 0;        ///< ||center||
  /// L x r, where the kernel was cut to its positive part: ||phi(x)|| = ||map^T k(landmarks, x)||, not k(x, x). Else
  /// empty.
  Matrix<double> map;

  /// What a row must have: d, or one column for every fitted row when the kernel is precomputed.
  [[nodiscard]] Index columns() const { return landmarks.cols(); }
  // m.
  /// m.
  [[nodiscard]] Index size() const { return coefficients.cols(); }
};

}  // namespace l21
