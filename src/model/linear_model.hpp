// New rows in the subspace of a linear model.
#pragma once

#include <memory>

#include "data/filled_rows.hpp"
#include "data/projections.hpp"
#include "l21/model.hpp"

namespace l21::internal {

// The scores, and where asked for the squared distances from the span of the components. One read, and one to look for
// values that are not finite.
void visit_scores(const LinearSubspace& subspace, Method method, const NewRows& rows, Residuals residuals,
                  const RowVisitor& visit);

// The rows, their missing cells filled by the subspace. Throws DataError for values that are infinite. Two reads.
[[nodiscard]] std::unique_ptr<FilledRows> filled_by(const LinearSubspace& subspace, const RowScheme& scheme,
                                                    const Rows& rows, int threads);

// The way back: n x d from scores, n x m, without scale and center.
[[nodiscard]] RowMatrix<double> expand(const LinearSubspace& subspace, Method method, const RowMatrix<double>& scores);

}  // namespace l21::internal
