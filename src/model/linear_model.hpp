// New rows in the subspace of a linear model.
#pragma once

#include "data/projections.hpp"
#include "l21/model.hpp"

namespace l21::internal {

// The scores, and where asked for the squared distances from the span of the components. One read, and one to look for
// values that are not finite.
void visit_scores(const LinearSubspace& subspace, Method method, const NewRows& rows, Residuals residuals,
                  const RowVisitor& visit);

// The way back: n x d from scores, n x m, without scale and center.
[[nodiscard]] RowMatrix<double> expand(const LinearSubspace& subspace, Method method, const RowMatrix<double>& scores);

}  // namespace l21::internal
