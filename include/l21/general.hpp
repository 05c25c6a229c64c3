/// @file
/// The paper's general problem from functions: max over x in C of f(x) + sum_i h_i(g_i(x)), h_i convex. With h_i the
/// norm it is the paper's first algorithm, with any convex h_i its last.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "l21/convex.hpp"
#include "l21/maximize.hpp"
#include "l21/sets.hpp"

namespace l21 {

/// For problems that are written quickly and solved once. What runs often is a struct of its own with the members that
/// MaximizationProblem asks for: it can keep the sum of its slopes instead of the slopes.
///
///     GeneralProblem problem;
///     problem.terms = n;
///     problem.g = [&](Index i, const Matrix<double>& x) { return x.transpose() * points.col(i); };
///     problem.use(convex::Norm{});
///     problem.argmax_of = [&](const std::vector<Matrix<double>>& slopes, const Matrix<double>& x) { ... };
///     const auto [x, report] = maximize(problem, start);
struct GeneralProblem {
  using Point = Matrix<double>;                ///< x
  using Slopes = std::vector<Matrix<double>>;  ///< one for every term
  /// What is kept of a point.
  struct Surrogate {
    Slopes slopes;  ///< alpha_i = h_i'(g_i(x))
  };

  Index terms = 0;                                                        ///< how many i there are
  std::function<Matrix<double>(Index i, const Point& x)> g;               ///< g_i(x)
  std::function<double(Index i, const Matrix<double>& t)> h;              ///< h_i(t), convex
  std::function<Matrix<double>(Index i, const Matrix<double>& t)> slope;  ///< a subgradient of h_i at t
  std::function<double(const Point& x)> f;                                ///< empty: 0
  /// argmax over C of `f(v) + sum_i <slopes_i, g_i(v)>`; x is where the slopes were taken.
  std::function<Point(const Slopes& slopes, const Point& x)> argmax_of;

  /// The same h for all terms.
  template <convex::ConvexFunction H>
  void use(H function) {
    h = [function](Index, const Matrix<double>& t) { return function.value(t); };
    slope = [function](Index, const Matrix<double>& t) { return Matrix<double>(function.slope(t)); };
  }

  /// What maximize() asks for: the slopes at x, and the objective there.
  double linearize(const Point& x, Surrogate& surrogate) const {
    surrogate.slopes.resize(static_cast<std::size_t>(terms));
    double objective = f ? f(x) : 0.0;
    for (Index i = 0; i < terms; ++i) {
      const Matrix<double> t = g(i, x);
      objective += h(i, t);
      surrogate.slopes[static_cast<std::size_t>(i)] = slope(i, t);
    }
    return objective;
  }
  /// `f(x) + sum_i <slopes_i, g_i(x)>`.
  [[nodiscard]] double surrogate_value(const Surrogate& known, const Point& x) const {
    double value = f ? f(x) : 0.0;
    for (Index i = 0; i < terms; ++i) value += known.slopes[static_cast<std::size_t>(i)].cwiseProduct(g(i, x)).sum();
    return value;
  }
  /// Asks argmax_of.
  void argmax(const Surrogate& known, const Point& x, Point& next) const { next = argmax_of(known.slopes, x); }
};

}  // namespace l21
