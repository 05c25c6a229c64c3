// New samples in the subspace of a tensor model.
#pragma once

#include "data/mode_rows.hpp"
#include "l21/model.hpp"

namespace l21::internal {

// The samples with all axes multiplied by their modes, and where asked for their squared distances from the subspace.
// Two reads, three with distances.
void visit_scores(const TensorSubspace& subspace, const NewRows& samples, Residuals residuals, const RowVisitor& visit);

// The way back: n x d from scores, n x m, without scale and center.
[[nodiscard]] RowMatrix<double> expand(const TensorSubspace& subspace, const RowMatrix<double>& scores);

}  // namespace l21::internal
