// The linearization of sum_i w_i h(W^T x_i) at W by a named link: one pass over the rows.
#pragma once

#include <memory>
#include <vector>

#include "data/coordinates.hpp"
#include "data/link.hpp"
#include "data/prepared_rows.hpp"

namespace l21::internal {

struct Linearization {
  double objective = 0;         // sum_i w_i h(t_i)
  Matrix<double> M;             // d x m: sum_i w_i x_i alpha_i^T; where the link uses residuals, of x_i - W t_i
  Matrix<double> S;             // m x m: sum_i w_i t_i alpha_i^T where the link uses residuals; else empty
  std::vector<Heaviest> kinks;  // one per group of kinks, see Link::kink_groups
  Vector<double> squares;       // n: ||t_i||^2, 0 on a kink; empty where the link does not tell
};

// Keeps the workspace of its passes: nothing is allocated by one, but for links that use residuals.
template <class T>
class Linearizer {
 public:
  // Borrows the rows.
  Linearizer(const PreparedRows<T>& rows, const LinkSpec& link, Index components);
  ~Linearizer();

  // One read, 4 n d m flops; where the link uses residuals 6.
  void at(const Matrix<double>& W, Linearization& result);
  // The same at W = Q C of coordinates of these rows: t_i = C^T z_i is known. One read, 2 n d m flops. Not for links
  // that use residuals.
  void at_known(const Coordinates<T>& coordinates, const Matrix<double>& C, Linearization& result);
  // The same where the projections are known themselves, n x m.
  void at_known(const RowMatrix<double>& projections, Linearization& result);
  // Column g: the sum of the rows on a kink of group g, each with its weight and the sign of its product with the
  // heaviest of them. One read, 4 n d (m + groups) flops.
  [[nodiscard]] Matrix<double> kink_moment(const Matrix<double>& W, const std::vector<Heaviest>& kinks);

 private:
  class Workspace;
  std::unique_ptr<Workspace> workspace_;
};

// A (n x m) <- w_i alpha_i from known projections T (n x m); returns the objective.
double slopes_at(const Matrix<double>& T, const LinkSpec& link, const RowFacts& facts, Matrix<double>& A);

}  // namespace l21::internal
