/// @file
/// Ready-made feasible sets for the general problem: each knows its point with the largest `<M, x>`.
#pragma once

#include <concepts>

#include "l21/export.hpp"
#include "l21/types.hpp"

/// Ready-made feasible sets.
namespace l21::sets {

/// A set that knows its argmax, for the argmax of a problem.
template <class C>
concept FeasibleSet = requires(const C& set, const Matrix<double>& M) {
  // argmax over the set of <M, x>; `x` where M leaves the choice open.
  { set.argmax(M, M) } -> std::convertible_to<Matrix<double>>;
};

/// x^T x = I: the polar factor of M.
struct Stiefel {
  /// The point of the set with the largest `<M, .>`; `x`, a point of it, where M leaves the choice open.
  [[nodiscard]] L21_EXPORT Matrix<double> argmax(const Matrix<double>& M, const Matrix<double>& x) const;
};

/// ||x|| = 1.
struct Sphere {
  /// The point of the set with the largest `<M, .>`; `x`, a point of it, where M leaves the choice open.
  [[nodiscard]] L21_EXPORT Matrix<double> argmax(const Matrix<double>& M, const Matrix<double>& x) const;
};

/// ||x|| = 1 with at most `cardinality` entries that are not 0. Of equal entries of M the first are taken.
struct SparseSphere {
  Index cardinality;  ///< most entries that are not 0
  /// Throws InvalidArgument unless entries >= 1.
  L21_EXPORT explicit SparseSphere(Index entries);
  /// The point of the set with the largest `<M, .>`; `x`, a point of it, where M leaves the choice open.
  [[nodiscard]] L21_EXPORT Matrix<double> argmax(const Matrix<double>& M, const Matrix<double>& x) const;
};

/// low <= x_j <= high for every entry.
struct Box {
  double low;   ///< least value of an entry
  double high;  ///< largest value of an entry
  /// Throws InvalidArgument unless both are finite and lowest <= highest.
  L21_EXPORT Box(double lowest, double highest);
  /// The point of the set with the largest `<M, .>`; `x`, a point of it, where M leaves the choice open.
  [[nodiscard]] L21_EXPORT Matrix<double> argmax(const Matrix<double>& M, const Matrix<double>& x) const;
};

/// x_j >= 0, sum_j x_j = 1. Of equal entries of M the first is taken.
struct Simplex {
  /// The point of the set with the largest `<M, .>`; `x`, a point of it, where M leaves the choice open.
  [[nodiscard]] L21_EXPORT Matrix<double> argmax(const Matrix<double>& M, const Matrix<double>& x) const;
};

/// ||x|| <= radius.
struct Ball {
  double radius;  ///< largest norm
  /// Throws InvalidArgument unless it is finite and greater than 0.
  L21_EXPORT explicit Ball(double largest);
  /// The point of the set with the largest `<M, .>`; `x`, a point of it, where M leaves the choice open.
  [[nodiscard]] L21_EXPORT Matrix<double> argmax(const Matrix<double>& M, const Matrix<double>& x) const;
};

}  // namespace l21::sets
