#include "kernel/kernel_matrix.hpp"

#include <cmath>
#include <limits>

#include "linalg/large_pages.hpp"
#include "rows/gram.hpp"

namespace l21::internal {
namespace {

Matrix<double> kernel_matrix(const KernelRows& rows) {
  Matrix<double> K(rows.rows(), rows.rows());
  prefer_large_pages(K.data(), static_cast<std::size_t>(K.size()) * sizeof(double));
  // K is symmetric: its columns are its rows.
  rows.for_blocks(rows.landmarks(all_indices(rows.rows())),
                  [&](const KernelBlock& block) { K.middleCols(block.first, block.count) = block.K.transpose(); });
  return K;
}

CenteredKernel centered(const KernelRows& rows, const FitOptions& options) {
  CenteredKernel result{kernel_matrix(rows), {}, {}, 0, 0, {}, {}, 0};
  const Index n = rows.rows();
  const Vector<double> itself = result.G.diagonal();
  const Vector<double> mean = options.weights.size() > 0 ? Vector<double>(options.weights / options.weights.sum())
                                                         : Vector<double>::Constant(n, 1 / static_cast<double>(n));
  Matrix<double> product;
  multiply_symmetric(result.G, mean, product, rows.threads());
  const double mean_square = mean.dot(product.col(0));
  if (options.center == Center::mean) {
    result.share = mean;
    result.with_center = product.col(0);
    result.center_square = mean_square;
  } else {
    result.share = result.with_center = Vector<double>::Zero(n);
    result.mean_square = mean_square;
  }
  for (Index j = 0; j < n; ++j)
    result.G.col(j).array() += result.center_square - result.with_center(j) - result.with_center.array();

  constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  result.error = 4 * kEpsilon * static_cast<double>(n) * (itself.cwiseAbs().maxCoeff() + result.center_square);
  const double rounding = 16 * kEpsilon * std::sqrt(static_cast<double>(n));
  result.norm.resize(n);
  for (Index i = 0; i < n; ++i) {
    const double squared = result.G(i, i);
    result.norm(i) = squared > rounding * (itself(i) + result.center_square) ? std::sqrt(squared) : 0.0;
  }
  return result;
}

// Rows divided by their norms; those at the center are 0 either way.
void scale_rows(RowScaling scaling, CenteredKernel& kernel) {
  const Index zero = (kernel.norm.array() == 0).count();
  if (scaling == RowScaling::none && zero == 0) return;
  kernel.row_factor = kernel.norm.unaryExpr([&](double norm) {
    if (norm == 0) return 0.0;
    return scaling == RowScaling::sphere ? 1 / norm : 1.0;
  });
  kernel.error *= kernel.row_factor.cwiseAbs2().maxCoeff();
  for (Index j = 0; j < kernel.G.cols(); ++j)
    kernel.G.col(j).array() *= kernel.row_factor(j) * kernel.row_factor.array();
}

}  // namespace

CenteredKernel centered_kernel(const KernelRows& rows, const FitOptions& options) {
  CenteredKernel kernel = centered(rows, options);
  scale_rows(options.row_scaling, kernel);
  return kernel;
}

}  // namespace l21::internal
