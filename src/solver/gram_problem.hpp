// The same problem for n < d, iterated on G = X X^T without a factorization: W = X^T C stays in the span of the rows,
// and T = X W = G C is all that a link needs. One n x n product an iteration instead of a read of X.
#pragma once

#include "data/linearization.hpp"

namespace l21::internal {

class GramProblem {
 public:
  struct Point {
    Matrix<double> T;  // n x m: the projections
    Matrix<double> C;  // n x m: W = X^T C; no columns when W is not known to lie in the span of the rows
  };
  struct Surrogate {
    Matrix<double> A;   // n x m: w_i alpha_i
    Matrix<double> GA;  // G A: M = X^T A, so M^T M = A^T G A
  };

  // Borrows matrix and facts. The link must not use residuals: ||x||^2 - ||t||^2 would cancel here.
  GramProblem(const Matrix<double>& G, const RowFacts& facts, const LinkSpec& link);

  double linearize(const Point& point, Surrogate& surrogate);
  [[nodiscard]] double surrogate_value(const Surrogate& surrogate, const Point& point) const;
  // C <- A (A^T G A)^(-1/2), T <- G C: the polar factor of X^T A.
  void argmax(const Surrogate& surrogate, const Point& point, Point& next);
  // W = X^T C: <V, W> = <C_V, T_W>.
  [[nodiscard]] static bool mixable(const Point& point) { return point.C.cols() > 0; }
  [[nodiscard]] static double inner(const Point& a, const Point& b) { return a.C.cwiseProduct(b.T).sum(); }
  static void add(double c, const Point& a, Point& y) { y.T += c * a.T, y.C += c * a.C; }
  [[nodiscard]] static bool make_feasible(Point& y);
  // Whether A^T G A was too badly conditioned for that; the `next` of that step is worthless.
  [[nodiscard]] bool broken() const { return broken_; }
  [[nodiscard]] double residual(const Point& point, const Surrogate& surrogate) const;

 private:
  const Matrix<double>& G_;
  const RowFacts& facts_;
  LinkSpec link_;
  bool broken_ = false;
};

}  // namespace l21::internal
