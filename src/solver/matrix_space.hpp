// Matrices as a linear space, for Anderson's mixing.
#pragma once

#include "solver/oracle.hpp"

namespace l21::internal {

struct MatrixSpace {
  using Point = Matrix<double>;
  [[nodiscard]] static bool mixable(const Point&) { return true; }
  [[nodiscard]] static double inner(const Point& A, const Point& B) { return A.cwiseProduct(B).sum(); }
  static void add(double c, const Point& A, Point& Y) { Y += c * A; }
};

// Those with orthonormal columns, and whatever they add up to.
struct OrthonormalSpace : MatrixSpace {
  [[nodiscard]] static bool make_feasible(Point& Y) { return Stiefel().make_feasible(Y); }
};

}  // namespace l21::internal
