// The projections of all rows onto the components, where their statistics are wanted.
#pragma once

#include "data/pass.hpp"
#include "data/prepared_rows.hpp"

namespace l21::internal {

// Kept from the first read where they are small beside the table, else read again a few components at a time.
template <class T>
class Scores {
 public:
  Scores(const PreparedRows<T>& rows, Index components, double most_bytes);
  // Called for every block of the read that projects onto W.
  void keep(const ProjectedBlock<T>& block);
  // How many columns to ask for at a time.
  [[nodiscard]] Index group() const;
  // n x count: X V, where V = W R are columns of the components.
  [[nodiscard]] Matrix<double> columns(const Matrix<double>& V, const Matrix<double>& R) const;

 private:
  const PreparedRows<T>& rows_;
  Index components_;
  double most_bytes_;
  RowMatrix<T> kept_;  // X W, n x m, or nothing
};

}  // namespace l21::internal
