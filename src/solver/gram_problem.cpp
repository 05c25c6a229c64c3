#include "solver/gram_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/gram.hpp"
#include "linalg/blas.hpp"
#include "linalg/polar.hpp"

namespace l21::internal {

GramProblem::GramProblem(const Matrix<double>& G, const RowFacts& facts, const LinkSpec& link)
    : G_(G), facts_(facts), link_(link) {}

double GramProblem::linearize(const Point& point, Surrogate& surrogate) {
  const double objective = slopes_at(point.T, link_, facts_, surrogate.A);
  multiply_symmetric(G_, surrogate.A, surrogate.GA, facts_.threads);
  return objective;
}

// <M, W> = <A, X W>.
double GramProblem::surrogate_value(const Surrogate& surrogate, const Point& point) const {
  return surrogate.A.cwiseProduct(point.T).sum();
}

void GramProblem::argmax(const Surrogate& surrogate, const Point& point, Point& next) {
  next.C = surrogate.A;
  next.T = surrogate.GA;
  if (make_feasible(next)) return;
  broken_ = true;
  next = point;
}

// (T, C) <- (T, C) (C^T T)^(-1/2): the polar factor of X^T C. T = G C holds all along.
bool GramProblem::make_feasible(Point& y) {
  constexpr double kWorstCondition = 1e6;  // T loses eps times its root
  for (int twice = 0; twice < 2; ++twice) {
    const auto root = inverse_root(product(Op::transpose, y.C, Op::none, y.T), kWorstCondition);
    if (!root) return false;
    y.C = product(y.C, root->R);
    y.T = product(y.T, root->R);
    if (root->exact) break;
  }
  return true;
}

// ||M - W S||_F^2 = tr E^T G E with E = A - C S, S = sym(W^T M) = sym(T^T A).
double GramProblem::residual(const Point& point, const Surrogate& surrogate) const {
  if (point.C.cols() == 0) return std::numeric_limits<double>::quiet_NaN();  // not known at the first step
  Matrix<double> S = product(Op::transpose, point.T, Op::none, surrogate.A);
  S = ((S + S.transpose()) / 2).eval();
  const Matrix<double> E = surrogate.A - product(point.C, S), GE = surrogate.GA - product(point.T, S);
  const double tangent = std::max(0.0, E.cwiseProduct(GE).sum());
  const double scale = surrogate.A.cwiseProduct(surrogate.GA).sum();
  return scale > 0 ? std::sqrt(tangent / scale) : 0.0;
}

}  // namespace l21::internal
