#include "solver/gram_problem.hpp"

#include <algorithm>
#include <cmath>

#include "data/gram.hpp"
#include "linalg/blas.hpp"

namespace l21 {

GramProblem::GramProblem(const Matrix<double>& G, const PreparedRows<double>& rows, const Link<double>& link)
    : G_(G), rows_(rows), link_(link) {}

double GramProblem::linearize(const Point& point, Surrogate& surrogate) {
  RowMatrix<double> t = point.T;
  LinkSum sum;
  sum.kinks.resize(static_cast<std::size_t>(link_.kink_groups(t.cols())));
  const double* weight = rows_.weights.size() > 0 ? rows_.weights.data() : nullptr;
  link_.slopes({0, t.rows(), t.cols(), t.data(), weight, rows_.norm.data(), nullptr}, sum);
  surrogate.A = t;
  multiply_symmetric(G_, surrogate.A, surrogate.GA, rows_.threads);
  return sum.objective;
}

// <M, W> = <A, X W>.
double GramProblem::surrogate_value(const Surrogate& surrogate, const Point& point) const {
  return surrogate.A.cwiseProduct(point.T).sum();
}

// Directions of A^T G A below rounding are dropped; the check on X that follows this iteration completes W.
void GramProblem::argmax(const Surrogate& surrogate, const Point&, Point& next) const {
  constexpr double kRounding = 1e-14;
  const auto eigen =
      largest_eigenpairs(product(Op::transpose, surrogate.A, Op::none, surrogate.GA), surrogate.A.cols());
  const double largest = std::max(eigen.values(0), 0.0);
  Vector<double> inverse_root = Vector<double>::Zero(eigen.values.size());
  for (Index k = 0; k < inverse_root.size(); ++k)
    if (eigen.values(k) > kRounding * largest) inverse_root(k) = 1 / std::sqrt(eigen.values(k));
  const Matrix<double> root = eigen.vectors * inverse_root.asDiagonal() * eigen.vectors.transpose();
  next.C = product(surrogate.A, root);
  next.T = product(surrogate.GA, root);
}

// ||M - W S||_F^2 = tr E^T G E with E = A - C S, S = sym(W^T M) = sym(T^T A).
double GramProblem::residual(const Point& point, const Surrogate& surrogate) const {
  if (point.C.cols() == 0) return 1.0;
  Matrix<double> S = product(Op::transpose, point.T, Op::none, surrogate.A);
  S = ((S + S.transpose()) / 2).eval();
  const Matrix<double> E = surrogate.A - product(point.C, S), GE = surrogate.GA - product(point.T, S);
  const double tangent = std::max(0.0, E.cwiseProduct(GE).sum());
  const double scale = surrogate.A.cwiseProduct(surrogate.GA).sum();
  return scale > 0 ? std::sqrt(tangent / scale) : 0.0;
}

}  // namespace l21
