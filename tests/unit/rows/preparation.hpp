// A preparation that does everything, and what it makes of rows by a naive loop.
#pragma once

#include "rows/row_preparation.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {

[[nodiscard]] inline RowPreparation some_preparation(Index rows, Index cols, bool scaled = true) {
  RowPreparation preparation{random_weights(cols, 11), random_rows(cols, 1, 12), {}};
  if (!scaled) return preparation;
  preparation.row_factor = random_weights(rows, 13);
  preparation.row_factor(rows / 2) = 0;
  return preparation;
}

[[nodiscard]] inline RowMatrix<double> prepared_naively(const RowMatrix<double>& values,
                                                        const RowPreparation& preparation) {
  RowMatrix<double> X = values;
  for (Index i = 0; i < X.rows(); ++i)
    for (Index j = 0; j < X.cols(); ++j)
      X(i, j) = (values(i, j) * preparation.factor(j) - preparation.center(j)) *
                (preparation.row_factor.size() > 0 ? preparation.row_factor(i) : 1.0);
  return X;
}

}  // namespace l21::internal::test
