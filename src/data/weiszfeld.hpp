// The sums of Weiszfeld's iteration: distances from a point, or from a subspace through it, and the rows over them.
#pragma once

#include <limits>

#include "data/prepared_rows.hpp"

namespace l21::internal {

// Sums over rows z = x - c with weights w_i / rho_i.
struct WeiszfeldSums {
  Vector<double> direction;                                  // sum_i (w_i / rho_i) z_i
  double weight = 0;                                         // sum_i w_i
  double inverse = 0;                                        // sum_i w_i / rho_i
  double coincident = 0;                                     // weight of the rows at the center, up to rounding
  double distance = 0;                                       // sum_i w_i rho_i
  Vector<double> inside;                                     // sum_i (w_i / rho_i) W^T z_i
  double nearest = std::numeric_limits<double>::infinity();  // the smallest rho_i, and whose it is
  Index nearest_row = -1;

  // All but `direction`, which has a sum of its own.
  WeiszfeldSums& operator+=(const WeiszfeldSums& other);
};

// W (d x m, orthonormal) may have no columns: then rho is the distance from the center itself. Distances are at least
// `floor`; with floor 0 rows at the center count as coincident. One read.
[[nodiscard]] WeiszfeldSums weiszfeld_sums(const Rows& rows, const RowScheme& scheme, const Vector<double>& weights,
                                           const Matrix<double>& W, double floor, int threads);

// One row as the scheme prepares it.
[[nodiscard]] Vector<double> prepared_row(const Rows& rows, const RowScheme& scheme, Index row);

}  // namespace l21::internal
