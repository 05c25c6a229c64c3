// New rows in the subspace of a kernel model.
#pragma once

#include "l21/kernel.hpp"
#include "rows/projected_row.hpp"

namespace l21::internal {

// t = W^T (phi(x) - c) of every row, and where asked for its squared distance from the subspace. Throws InvalidArgument
// where that is not known: a precomputed kernel does not say how long new rows are. 2 n d L flops for L landmarks.
void visit_kernel_projections(const KernelExpansion& expansion, const Rows& rows, Residuals residuals, int threads,
                              const RowVisitor& visit);

}  // namespace l21::internal
