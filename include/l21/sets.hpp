// Ready-made feasible sets for the general problem: each knows its point with the largest <M, x>.
#pragma once

#include <concepts>

#include "l21/export.hpp"
#include "l21/types.hpp"

namespace l21::sets {

template <class C>
concept FeasibleSet = requires(const C& set, const Matrix<double>& M) {
  // argmax over the set of <M, x>; `x` where M leaves the choice open.
  { set.argmax(M, M) } -> std::convertible_to<Matrix<double>>;
};

// x^T x = I: the polar factor of M.
struct Stiefel {
  [[nodiscard]] L21_EXPORT Matrix<double> argmax(const Matrix<double>& M, const Matrix<double>& x) const;
};

// ||x|| = 1.
struct Sphere {
  [[nodiscard]] L21_EXPORT Matrix<double> argmax(const Matrix<double>& M, const Matrix<double>& x) const;
};

// ||x|| = 1 with at most `cardinality` entries that are not 0. Of equal entries of M the first are taken.
struct SparseSphere {
  Index cardinality;
  L21_EXPORT explicit SparseSphere(Index entries);
  [[nodiscard]] L21_EXPORT Matrix<double> argmax(const Matrix<double>& M, const Matrix<double>& x) const;
};

// low <= x_j <= high for every entry.
struct Box {
  double low, high;
  L21_EXPORT Box(double lowest, double highest);
  [[nodiscard]] L21_EXPORT Matrix<double> argmax(const Matrix<double>& M, const Matrix<double>& x) const;
};

// x_j >= 0, sum_j x_j = 1. Of equal entries of M the first is taken.
struct Simplex {
  [[nodiscard]] L21_EXPORT Matrix<double> argmax(const Matrix<double>& M, const Matrix<double>& x) const;
};

// ||x|| <= radius.
struct Ball {
  double radius;
  L21_EXPORT explicit Ball(double largest);
  [[nodiscard]] L21_EXPORT Matrix<double> argmax(const Matrix<double>& M, const Matrix<double>& x) const;
};

}  // namespace l21::sets
