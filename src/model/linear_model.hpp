// New rows in the subspace of a linear model.
#pragma once

#include <memory>

#include "data/cells.hpp"
#include "data/projections.hpp"
#include "l21/model.hpp"

namespace l21::internal {

// The scores, and where asked for the squared distances from the span of the components. One read, and one to look for
// values that are not finite.
void visit_scores(const LinearSubspace& subspace, Method method, const NewRows& rows, Residuals residuals,
                  const RowVisitor& visit);

// Rows of a model, how they are prepared, and of what shape they are.
struct ModelRows {
  const Rows& rows;
  RowScheme scheme;
  int scale_exponent;
  std::vector<Index> shape;
  int threads;
};

// The rows, cells that are missing (and where the model judges cells, damaged ones) filled by the subspace. Throws
// DataError for values that are infinite, InvalidArgument for sparse rows whose cells should be judged. Two reads.
[[nodiscard]] std::unique_ptr<FilledRows> filled_by(const LinearSubspace& subspace, const ModelRows& rows);

// See Model::impute.
[[nodiscard]] RowMatrix<double> imputed(const LinearSubspace& subspace, const ModelRows& rows);

// See Model::cell_weights.
[[nodiscard]] RowMatrix<double> cell_weights(const LinearSubspace& subspace, const ModelRows& rows);

// See Model::damaged_cells; the model judges cells.
[[nodiscard]] std::vector<DamagedCell> list_damaged_cells(const LinearSubspace& subspace, const ModelRows& rows);

// The way back: n x d from scores, n x m, without scale and center.
[[nodiscard]] RowMatrix<double> expand(const LinearSubspace& subspace, Method method, const RowMatrix<double>& scores);

}  // namespace l21::internal
