// Samples of several axes as rows along one of them, after the other axes were projected.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "data/prepared_rows.hpp"
#include "data/projections.hpp"
#include "tensor/contraction.hpp"

namespace l21::internal {

// Samples as rows, and what shape they have. Rows made of them borrow both.
struct TensorSamples {
  const PreparedRows<double>& rows;
  std::vector<Index> shape;
};

// The vectors along mode k of samples that are projected in all other modes; those of a sample form a group. With a
// method that uses residuals each sample knows what the other modes leave out of it (one read).
[[nodiscard]] PreparedRows<double> mode_rows(const TensorSamples& samples, ModeFactors factors, std::size_t k,
                                             Method method);

// The samples projected in all modes, each of them one row, with what the projection leaves out. One read.
[[nodiscard]] PreparedRows<double> core_rows(const TensorSamples& samples, const ModeFactors& factors);

// v_i of a sample, from its number and ||G_i||_F of its projection.
using SampleWeight = std::function<double(Index sample, double length)>;
// sum_i v_i G_i(k) G_i(k)^T, G_i the sample projected by all factors (those without columns leave their mode alone).
// One read.
[[nodiscard]] Matrix<double> mode_scatter(const TensorSamples& samples, const ModeFactors& factors, std::size_t k,
                                          const SampleWeight& weight);

// New samples with all axes projected: t has volume(modes) numbers.
void visit_cores(const NewRows& samples, const std::vector<Index>& shape, const ModeFactors& factors,
                 Residuals residuals, const RowVisitor& visit);

}  // namespace l21::internal
