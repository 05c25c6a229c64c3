#include "data/foretold_cells.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/statistics.hpp"
#include "rows/make_source.hpp"

namespace l21::internal {
namespace {

constexpr float kLeastCorrelation = 0.5F;
constexpr float kFar = 2.6F;  // 99 % of normal values are nearer

constexpr float kOutside = 4;  // such cells say nothing of others

// Values beyond 1.5 count the less the farther they are, from 4 on nothing (Raymaekers & Rousseeuw 2021).
float wrapped(float z) {
  constexpr float kWhole = 1.5F, kHeight = 1.540793F, kSteepness = 0.8622731F;
  const float size = std::abs(z);
  if (!(size < kOutside)) return 0;  // missing, too
  return size < kWhole ? z : std::copysign(kHeight * std::tanh(kSteepness * (kOutside - size)), z);
}

// d x d, of different columns, and 0 where it is small.
Eigen::MatrixXf correlations(const Eigen::MatrixXf& Z, const Vector<double>& weights) {
  const Index n = Z.rows(), d = Z.cols();
  const Eigen::MatrixXf values = Z.unaryExpr(&wrapped);
  Eigen::MatrixXf weighted = values, C(d, d);
  if (weights.size() > 0) weighted.array().colwise() *= (weights / weights.maxCoeff()).cast<float>().array();
  gemm(Op::transpose, Op::none, d, d, n, 1.0F, weighted.data(), n, values.data(), n, 0.0F, C.data(), d);
  const Eigen::ArrayXf size = C.diagonal().array().max(1e-30F).sqrt();
  for (Index j = 0; j < d; ++j) {
    C.col(j).array() /= size * size(j);
    C(j, j) = 0;
  }
  return (C.array().abs() >= kLeastCorrelation).select(C, 0.0F);
}

// n x d: sum_k |c_kj| c_kj z_ik / sum_k |c_kj| over the cells k of row i that lie within their columns.
Eigen::MatrixXf foretold_by(const Eigen::MatrixXf& C, const Eigen::MatrixXf& Z) {
  const Index n = Z.rows(), d = Z.cols();
  const Eigen::MatrixXf strength = C.cwiseAbs(), share = C.cwiseProduct(strength);
  const Eigen::MatrixXf inside = (Z.array().abs() < kOutside).cast<float>();
  const Eigen::MatrixXf values = (inside.array() > 0).select(Z.array().max(-kFar).min(kFar), 0.0F);
  Eigen::MatrixXf sum(n, d), all(n, d);
  gemm(Op::none, Op::none, n, d, d, 1.0F, values.data(), n, share.data(), d, 0.0F, sum.data(), n);
  gemm(Op::none, Op::none, n, d, d, 1.0F, inside.data(), n, strength.data(), d, 0.0F, all.data(), n);
  return (all.array() > 0).select(sum.array() / all.array(), 0.0F);
}

// Of the values of a column that are known, each with its weight; reordered by medians.
struct Known {
  std::vector<double> values, weights;  // weights are empty where they are all 1
  void add(double value, const Vector<double>& all_weights, Index row) {
    values.push_back(value);
    if (all_weights.size() > 0) weights.push_back(all_weights(row));
  }
  [[nodiscard]] double middle() { return values.empty() ? 0 : median(values, weights); }
};

// The median of z over what was foretold, where that is not near 0.
float slope_of(const Eigen::ArrayXf& z, const Eigen::ArrayXf& foretold, const Vector<double>& weights) {
  Known sizes, ratios;
  for (Index i = 0; i < z.size(); ++i)
    if (!std::isnan(z(i))) sizes.add(std::abs(foretold(i)), weights, i);
  const double least = sizes.middle();
  for (Index i = 0; i < z.size(); ++i)
    if (!std::isnan(z(i)) && std::abs(foretold(i)) > least) ratios.add(z(i) / foretold(i), weights, i);
  return static_cast<float>(ratios.middle());
}

// What is left of a column, over its robust standard deviation; 0 where that is 0.
Eigen::ArrayXf in_deviations(const Eigen::ArrayXf& left, const Vector<double>& weights) {
  Known sizes;
  for (Index i = 0; i < left.size(); ++i)
    if (!std::isnan(left(i))) sizes.add(std::abs(left(i)), weights, i);
  const double spread = kMadToSigma * sizes.middle();
  return spread > 0 ? Eigen::ArrayXf(left / static_cast<float>(spread)) : Eigen::ArrayXf::Zero(left.size());
}

// Rows centered and over `scale`; columns are contiguous.
Eigen::MatrixXf standardized(const CellTable& table, const RowScheme& scheme, const Vector<double>& scale) {
  RowMatrix<float> rows(table.known.rows(), table.known.cols());
  make_source<float>(table.known, {scheme.factor, scheme.center, {}})->copy_rows(0, rows.rows(), rows.data());
  return rows * scale.cast<float>().cwiseInverse().asDiagonal();
}

}  // namespace

Holes unforetold_cells(const CellTable& table, const RowScheme& scheme, const Vector<double>& scale) {
  const Index n = table.known.rows(), d = table.known.cols();
  Holes found;
  found.start.assign(static_cast<std::size_t>(n) + 1, 0);
  Eigen::MatrixXf Z = standardized(table, scheme, scale);
  const Eigen::MatrixXf C = correlations(Z, table.weights), foretold = foretold_by(C, Z);
  parallel_for(table.threads, d, [&](Index j, int) {
    const Eigen::ArrayXf z = Z.col(j), said = foretold.col(j);
    if (C.col(j).isZero(0))
      Z.col(j).setZero();
    else
      Z.col(j) = in_deviations(z - slope_of(z, said, table.weights) * said, table.weights);
  });
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j)
      if (std::abs(Z(i, j)) > kFar) found.column.push_back(static_cast<std::int32_t>(j));
    found.start[static_cast<std::size_t>(i) + 1] = static_cast<Index>(found.column.size());
  }
  return found;
}

}  // namespace l21::internal
