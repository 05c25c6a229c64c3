/// @file
/// What maximize() asks of a problem: what it must have, and what it may have besides.
#pragma once

#include <concepts>
#include <utility>

namespace l21 {

/// What a user supplies. P::Point is a candidate x, copyable; P::Surrogate what is kept of the slopes alpha_i at a
/// point, default constructible.
template <class P>
concept MaximizationProblem = requires(P& problem, const typename P::Point& x, typename P::Point& next,
                                       typename P::Surrogate& surrogate, const typename P::Surrogate& known) {
  // alpha_i = a subgradient of h_i at g_i(x), kept in the surrogate; returns the objective at x.
  { problem.linearize(x, surrogate) } -> std::convertible_to<double>;
  // f(x) + sum_i <alpha_i, g_i(x)>, up to a constant.
  { problem.surrogate_value(known, x) } -> std::convertible_to<double>;
  // next = argmax over C of that value; x is where the slopes were taken.
  {problem.argmax(known, x, next)};
};

/// A problem may know a measure of stationarity that is 0 at a solution; without one the relative oracle gap is used.
template <class P>
concept HasResidual = requires(P& problem, const typename P::Point& x, const typename P::Surrogate& known) {
  { problem.residual(x, known) } -> std::convertible_to<double>;
};

/// A problem may offer another choice of subgradients where h_i has several: true when the surrogate was changed.
template <class P>
concept HasEscape = requires(P& problem, const typename P::Point& x, typename P::Surrogate& surrogate) {
  { problem.escape(x, surrogate) } -> std::convertible_to<bool>;
};

/// A problem may know a step that gains more than the argmax. It is tried, and where it gains too little the argmax is
/// taken after all, so neither monotonicity nor convergence depends on it.
template <class P>
concept HasAdvance = requires(P& problem, const typename P::Point& x, typename P::Point& next,
                              const typename P::Surrogate& known) {
  // next: the argmax on entry, the bolder step on return.
  {problem.advance(known, x, next)};
  // That step gained too little: what was learned from it should be forgotten.
  {problem.rejected()};
};

/// Where not every h_i is convex the argmax may lose. Such a problem knows shorter steps to it: they are tried, each
/// half as long as the one before, until one gains its due, so the objective does not fall here either.
template <class P>
concept HasShorterSteps = HasAdvance<P> && requires(P& problem, const typename P::Point& x, typename P::Point& next,
                                                    const typename P::Surrogate& known, double share) {
  // Whether the argmax may lose.
  { problem.may_lose() } -> std::convertible_to<bool>;
  // Whether the step is another one than the argmax.
  { problem.advance(known, x, next) } -> std::convertible_to<bool>;
  // next: the argmax on entry, the point of C at `share` of the way from x to it on return; false where there is none.
  { problem.shorten(x, next, share) } -> std::convertible_to<bool>;
};

/// A problem may keep the slopes at the point that is returned. It is given them where they were the last ones taken.
template <class P>
concept KeepsSlopes = requires(P& problem, typename P::Surrogate& surrogate) {
  {problem.keep(std::move(surrogate))};
};

/// A problem may count how often it read the data.
template <class P>
concept HasReads = requires(const P& problem) {
  { problem.reads() } -> std::convertible_to<double>;
};

namespace detail {

// One message for each member that is missing, instead of a page about concepts.
template <class P>
constexpr bool is_complete() {
  constexpr bool kPoint = requires {
    typename P::Point;
  };
  constexpr bool kSurrogate = requires {
    typename P::Surrogate;
  };
  static_assert(kPoint, "maximize: the problem needs a type Point, a candidate x");
  static_assert(kSurrogate, "maximize: the problem needs a type Surrogate, what is kept of the slopes at a point");
  if constexpr (kPoint && kSurrogate) {
    using Point = typename P::Point;
    using Surrogate = typename P::Surrogate;
    constexpr bool kLinearize = requires(P & problem, const Point& x, Surrogate& surrogate) {
      { problem.linearize(x, surrogate) } -> std::convertible_to<double>;
    };
    constexpr bool kValue = requires(P & problem, const Point& x, const Surrogate& known) {
      { problem.surrogate_value(known, x) } -> std::convertible_to<double>;
    };
    constexpr bool kArgmax = requires(P & problem, const Point& x, Point& next, const Surrogate& known) {
      problem.argmax(known, x, next);
    };
    static_assert(std::copyable<Point>, "maximize: Point must be copyable");
    static_assert(std::default_initializable<Surrogate>, "maximize: Surrogate must have a default constructor");
    static_assert(kLinearize,
                  "maximize: the problem needs double linearize(const Point& x, Surrogate&), the objective at x");
    static_assert(kValue, "maximize: the problem needs double surrogate_value(const Surrogate&, const Point& x)");
    static_assert(kArgmax, "maximize: the problem needs void argmax(const Surrogate&, const Point& x, Point& next)");
    return kLinearize && kValue && kArgmax;
  }
  return false;
}

}  // namespace detail

}  // namespace l21
