/// @file
/// Ready-made h for the general problem: convex functions of a vector or matrix t, each with a slope (a subgradient).
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

#include "l21/error.hpp"
#include "l21/types.hpp"

/// Ready-made convex functions.
namespace l21::convex {

/// What GeneralProblem::use takes: value(t), convex in t, and slope(t), a subgradient there.
template <class H>
concept ConvexFunction = requires(const H& h, const Matrix<double>& t) {
  { h.value(t) } -> std::convertible_to<double>;
  { h.slope(t) } -> std::convertible_to<Matrix<double>>;
};

/// ||t||: the paper's L21 problem. At 0 the slope is 0, one of many.
struct Norm {
  /// h(t).
  [[nodiscard]] double value(const Matrix<double>& t) const { return t.norm(); }
  /// A subgradient of h at t, of the size of t.
  [[nodiscard]] Matrix<double> slope(const Matrix<double>& t) const {
    const double size = t.norm();
    return size > 0 ? Matrix<double>(t / size) : Matrix<double>::Zero(t.rows(), t.cols());
  }
};

/// ||t||^2 / 2: with it the iteration is the power method, and subspace iteration.
struct SquaredNorm {
  /// h(t).
  [[nodiscard]] double value(const Matrix<double>& t) const { return t.squaredNorm() / 2; }
  /// A subgradient of h at t, of the size of t.
  [[nodiscard]] Matrix<double> slope(const Matrix<double>& t) const { return t; }
};

/// sum_j |t_j|. At 0 the slope is 0, one of many.
struct AbsoluteValue {
  /// h(t).
  [[nodiscard]] double value(const Matrix<double>& t) const { return t.cwiseAbs().sum(); }
  /// A subgradient of h at t, of the size of t.
  [[nodiscard]] Matrix<double> slope(const Matrix<double>& t) const {
    return t.unaryExpr([](double v) { return v > 0 ? 1.0 : v < 0 ? -1.0 : 0.0; });
  }
};

/// ||t||^2 / (2 delta) up to ||t|| = delta, ||t|| - delta / 2 beyond: a norm without its kink. delta > 0.
struct Huber {
  double delta;  ///< where it becomes linear
  /// Throws InvalidArgument unless delta > 0.
  explicit Huber(double where) : delta(where) {
    if (!(delta > 0)) throw InvalidArgument("Huber: delta must be greater than 0");
  }
  /// h(t).
  [[nodiscard]] double value(const Matrix<double>& t) const {
    const double size = t.norm();
    return size <= delta ? size * size / (2 * delta) : size - delta / 2;
  }
  /// A subgradient of h at t, of the size of t.
  [[nodiscard]] Matrix<double> slope(const Matrix<double>& t) const { return t / std::max(t.norm(), delta); }
};

/// ||t||^p, p >= 1. At 0 the slope is 0, for p = 1 one of many.
struct Power {
  double p;  ///< the exponent
  /// Throws InvalidArgument unless p >= 1.
  explicit Power(double exponent) : p(exponent) {
    if (!(p >= 1)) throw InvalidArgument("Power: p must be at least 1, or it is not convex");
  }
  /// h(t).
  [[nodiscard]] double value(const Matrix<double>& t) const { return std::pow(t.norm(), p); }
  /// A subgradient of h at t, of the size of t.
  [[nodiscard]] Matrix<double> slope(const Matrix<double>& t) const {
    const double size = t.norm();
    return size > 0 ? Matrix<double>(p * std::pow(size, p - 2) * t) : Matrix<double>::Zero(t.rows(), t.cols());
  }
};

}  // namespace l21::convex
