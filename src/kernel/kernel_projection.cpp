#include "kernel/kernel_projection.hpp"

#include <algorithm>

#include "kernel/kernel_rows.hpp"
#include "l21/error.hpp"
#include "linalg/blas.hpp"
#include "linalg/statistics.hpp"

namespace l21::internal {
namespace {

// ||phi(x_i)||^2: k(x, x), or what of it lies in the positive part of a clipped kernel.
double squared_length(const KernelExpansion& expansion, const KernelBlock& block, Index i) {
  if (expansion.map.size() == 0) return block.itself[i];
  return (expansion.map.transpose() * block.K.row(i).transpose()).squaredNorm();
}

// Near most landmarks.
Vector<double> shift_of(const KernelExpansion& expansion, Index d) {
  Vector<double> shift = Vector<double>::Zero(d);
  if (expansion.kernel.function != Kernel::rbf) return shift;
  for (Index j = 0; j < d; ++j) {
    Vector<double> column = expansion.landmarks.col(j);
    shift(j) = median(as_span(column), {});
  }
  return shift;
}

}  // namespace

void visit_kernel_projections(const KernelExpansion& expansion, const Rows& rows, Residuals residuals, int threads,
                              const RowVisitor& visit) {
  const bool squared = residuals == Residuals::squared;
  if (squared && expansion.kernel.function == Kernel::precomputed)
    throw InvalidArgument("a precomputed kernel does not say how long new rows are, so their distances are unknown");
  const Index m = expansion.coefficients.cols(), count = expansion.coefficients.rows();
  Matrix<double> sums(count, m + 1);  // directions and center
  sums << expansion.coefficients, expansion.center;
  const KernelRows kernel_rows(rows, expansion.kernel, shift_of(expansion, rows.cols()), threads);
  kernel_rows.for_blocks(kernel_rows.landmarks(expansion.landmarks, expansion.rows), [&](const KernelBlock& block) {
    // Row-major P = K [B, c] is column-major P^T = [B, c]^T K^T.
    RowMatrix<double> P(block.count, m + 1);
    gemm(Op::transpose, Op::none, m + 1, block.count, count, 1.0, sums.data(), count, block.K.data(), count, 0.0,
         P.data(), m + 1);
    RowMatrix<double> t = P.leftCols(m).rowwise() - expansion.center_scores.transpose();
    for (Index i = 0; i < block.count; ++i) {
      const double rest = squared ? squared_length(expansion, block, i) - 2 * P(i, m) +
                                        expansion.center_norm * expansion.center_norm - t.row(i).squaredNorm()
                                  : 0.0;
      visit({block.first + i, {t.row(i).data(), m}, std::max(0.0, rest)});
    }
  });
}

}  // namespace l21::internal
