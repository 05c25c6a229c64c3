// Tensors and matrices multiplied along one mode after another.
#pragma once

#include <vector>

#include "linalg/blas.hpp"

namespace l21::internal {

// One matrix for each mode, d_k x m_k with orthonormal columns; no columns: that mode is left alone.
using ModeFactors = std::vector<Matrix<double>>;

// The sizes of a sample before and after its modes were multiplied with the transposed factors.
[[nodiscard]] std::vector<Index> contracted_shape(const std::vector<Index>& shape, const ModeFactors& factors);
[[nodiscard]] Index volume(const std::vector<Index>& shape);

// `count` samples, each of `shape` and row-major: X <- X x_1 F_1 x_2 F_2 ..., with op(F_k) applied along mode k. The
// result is in `values`; `scratch` is overwritten. Cost: 2 volume m_k flops for the first mode, less for the others.
void multiply_modes(const ModeFactors& factors, Op op, Index count, std::vector<Index> shape,
                    std::vector<double>& values, std::vector<double>& scratch);

// (count, before, d, after) -> (count, before, after, d): the vectors along one mode become rows.
void unfold(const std::vector<Index>& shape, std::size_t mode, Index count, const double* values, double* rows);

}  // namespace l21::internal
