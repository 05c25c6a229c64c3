/// @file
/// The general problem of Nie & Huang, section 4:  max over x in C of  f(x) + sum_i h_i(g_i(x)),  h_i convex,
/// and the one iteration loop that every method of this library runs through.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "l21/export.hpp"
#include "l21/maximization_problem.hpp"
#include "l21/report.hpp"

namespace l21 {

/// What happens when the objective falls or is not finite, which a convex h with its own slopes, a right argmax and a
/// bounded set rule out: InvalidProblem is thrown, or, where the problem is known to be right and it can only be
/// rounding, the iteration ends with the best point and Status::precision_limit.
enum class OnFall { throws, stops };

/// When an iteration ends, and what counts as rounding.
struct SolveOptions {
  int max_iterations = 2000;  ///< linearizations
  /// Stop when residual (or oracle gap) <= tolerance.
  double tolerance = 1e-6;
  /// A residual below this that has not reached a new minimum for `patience` iterations is rounding: precision_limit.
  double rounding_floor = 1e-12;
  int patience = 25;  ///< see rounding_floor
  /// A bolder step may fall short of its due by this, relative to the objective: rounding of sums.
  double objective_rounding = 1e-13;
  /// Relative. The objective cannot fall by more than such rounding, nor can an argmax be worse by more than the point
  /// it was asked at, unless a slope or the argmax is wrong.
  double largest_fall = 1e-6;
  OnFall on_fall = OnFall::throws;  ///< What a larger fall does.
};

/// How maximize() went.
struct SolveReport {
  Status status = Status::iteration_limit;  ///< why it ended
  int iterations = 0;                       ///< linearizations, each one pass over the data
  double objective = 0;                     ///< at the point returned
  double objective_start = 0;               ///< at the start
  std::optional<double> residual;           ///< absent where the problem has none
  double oracle_gap = 0;                    ///< (surrogate(next) - surrogate(x)) / |surrogate(x)|
  int escapes = 0;                          ///< other choices of subgradients that were taken
  int rejections = 0;                       ///< steps that gained too little; each cost a linearization
  std::vector<TraceEntry> trace;            ///< one entry for every accepted point
};

/// What maximize() returns.
template <class Point>
struct Solution {
  Point x;             ///< the last accepted point
  SolveReport report;  ///< how it was found
};

namespace detail {

/// Whether all is well with an objective after `before` (NaN: none yet). Where it is not: false, or InvalidProblem as
/// options.on_fall says.
[[nodiscard]] L21_EXPORT bool accepts_objective(int iteration, double before, double objective,
                                                const SolveOptions& options);
/// Throws InvalidProblem, unless options.on_fall stops, when an argmax has a smaller surrogate than the point x.
L21_EXPORT void check_argmax(int iteration, double at_x, double at_argmax, const SolveOptions& options);

// Shows the last entry of the trace to an observer, if there is one, with the seconds that are left if the residual
// goes on falling as it did over the last iterations.
[[nodiscard]] L21_EXPORT Signal ask(const Observer& observer, const std::vector<TraceEntry>& trace,
                                    const SolveOptions& options);
[[nodiscard]] L21_EXPORT std::optional<double> seconds_left(const std::vector<TraceEntry>& trace,
                                                            const SolveOptions& options);

// When to stop.
class Stopping {
 public:
  explicit Stopping(const SolveOptions& options) : options_(options) {}
  [[nodiscard]] std::optional<Status> check(int iteration, double residual) {
    if (residual <= options_.tolerance) return Status::converged;
    since_best_ = residual < best_ ? 0 : since_best_ + 1;
    best_ = std::min(best_, residual);
    if (best_ < options_.rounding_floor && since_best_ >= options_.patience) return Status::precision_limit;
    if (iteration >= options_.max_iterations) return Status::iteration_limit;
    return std::nullopt;
  }

 private:
  SolveOptions options_;
  double best_ = std::numeric_limits<double>::infinity();
  int since_best_ = 0;
};

// Judges bolder steps. The argmax gains at least surrogate(next) - surrogate(x) where every h_i lies above its tangent;
// a tenth of that is asked of whatever replaces it. Then the gains of all steps still bound the sum of the oracle gaps,
// and the gaps tend to 0 as they do in the paper. Of a shorter step its share of that is asked.
template <class Point>
class Safeguard {
 public:
  explicit Safeguard(double rounding) : rounding_(rounding) {}
  // x was accepted; its argmax should gain `gain`.
  void expect(const Point& x, const Point& argmax, double objective, double gain) {
    accepted_ = x;
    argmax_ = argmax;
    objective_ = objective;
    gain_ = std::max(0.0, gain);
    share_ = kNotTried;
    best_.reset();
    best_objective_ = objective + rounding_ * std::abs(objective);
    ask_for(1.0);
  }
  // The step that will be judged is the argmax itself.
  void argmax_is_tried() { share_ = 1; }
  void expect_nothing() { due_ = -std::numeric_limits<double>::infinity(); }
  [[nodiscard]] bool refuses(double objective) const { return !(objective >= due_); }
  [[nodiscard]] const Point& accepted() const { return *accepted_; }
  // After x was refused for its objective, x: the argmax and, where that may lose, shorter and shorter steps to it;
  // at last the best of those that gained anything. False where none is left.
  template <class P>
  [[nodiscard]] bool fall_back(P& problem, Point& x, double objective) {
    if constexpr (HasShorterSteps<P>) {
      if (problem.may_lose()) {
        if (objective > best_objective_) best_ = x, best_objective_ = objective;
        x = *argmax_;
        share_ /= 2;
        ask_for(share_);
        if (share_ >= kLeastShare && (share_ == 1 || problem.shorten(*accepted_, x, share_))) return true;
        if (!best_) return false;
        x = *best_;
        expect_nothing();
        return true;
      }
    }
    x = *argmax_;
    expect_nothing();
    return true;
  }

 private:
  static constexpr double kShareOfGain = 0.1, kNotTried = 2, kLeastShare = 1e-14;
  void ask_for(double share) { due_ = objective_ + kShareOfGain * share * gain_ - rounding_ * std::abs(objective_); }

  double rounding_, objective_ = 0, gain_ = 0;
  double share_ = kNotTried;  // of the way to the argmax that was tried last
  double due_ = -std::numeric_limits<double>::infinity();
  double best_objective_ = 0;
  std::optional<Point> accepted_, argmax_, best_;
};

// One point: its slopes, its argmax, and what they say about it.
template <MaximizationProblem P>
struct Judged {
  typename P::Surrogate surrogate;
  double gain = 0;     // surrogate(argmax) - surrogate(x)
  double measure = 0;  // the residual, or the relative gain where there is none

  // Fills `next` and the report for a point whose surrogate and objective are known.
  void judge(P& problem, const typename P::Point& x, typename P::Point& next, const SolveOptions& options,
             SolveReport& report) {
    problem.argmax(surrogate, x, next);
    const double now = problem.surrogate_value(surrogate, x), then = problem.surrogate_value(surrogate, next);
    check_argmax(report.iterations, now, then, options);
    gain = then - now;
    measure = report.oracle_gap = gain / std::max(std::abs(now), 1e-300);
    if constexpr (HasResidual<P>) report.residual = measure = problem.residual(x, surrogate);
  }
};

// Leaves a point that is stationary only by the choice of subgradients. An escape that gained no more than rounding is
// the last one.
class Escapes {
 public:
  template <MaximizationProblem P>
  [[nodiscard]] bool leave(P& problem, Judged<P>& at, const typename P::Point& x, typename P::Point& next,
                           SolveReport& report) {
    if constexpr (HasEscape<P>) {
      if (report.objective > above_ && problem.escape(x, at.surrogate)) {
        ++report.escapes;
        above_ = report.objective + 1e-12 * std::abs(report.objective);
        problem.argmax(at.surrogate, x, next);
        return true;
      }
    }
    return false;
  }

 private:
  double above_ = -std::numeric_limits<double>::infinity();
};

// next: the argmax becomes the bolder step, which is judged later. An escape is taken as it is, and shortened where it
// loses.
template <HasAdvance P>
void be_bolder(P& problem, const Judged<P>& at, const typename P::Point& x, typename P::Point& next, double objective,
               bool escaped, Safeguard<typename P::Point>& safeguard) {
  if (escaped) {
    problem.rejected();
    safeguard.expect_nothing();
    if constexpr (HasShorterSteps<P>) {
      if (!problem.may_lose()) return;
      safeguard.expect(x, next, objective, 0.0);
      safeguard.argmax_is_tried();
    }
    return;
  }
  safeguard.expect(x, next, objective, at.gain);
  if constexpr (HasShorterSteps<P>) {
    if (!problem.advance(at.surrogate, x, next)) safeguard.argmax_is_tried();
  } else {
    problem.advance(at.surrogate, x, next);
  }
}

}  // namespace detail

/// Nie & Huang, Algorithm 3, from `start` (in C), with bolder steps where the problem has them. The objective never
/// falls; the x returned is the last accepted one. Cost: one linearize and one argmax (and advance) an iteration.
/// Throws InvalidProblem when the objective falls or is not finite (options.on_fall).
template <class P>
requires(detail::is_complete<P>())
    [[nodiscard]] Solution<typename P::Point> maximize(P& problem, typename P::Point start,
                                                       const SolveOptions& options = {},
                                                       const Observer& observer = {}) {
  const auto begin = std::chrono::steady_clock::now();
  Solution<typename P::Point> solution{std::move(start), {}};
  auto& [x, report] = solution;
  typename P::Point next = x;
  detail::Judged<P> at;
  detail::Stopping stopping(options);
  detail::Safeguard<typename P::Point> safeguard(options.objective_rounding);
  detail::Escapes escapes;
  for (int iteration = 1;; ++iteration) {
    const double objective = problem.linearize(x, at.surrogate);
    report.iterations = iteration;
    if constexpr (HasAdvance<P>) {
      if (safeguard.refuses(objective)) {
        ++report.rejections;
        problem.rejected();
        const bool last = iteration >= options.max_iterations;
        if (!last && safeguard.fall_back(problem, x, objective)) continue;
        x = safeguard.accepted();
        report.status = last ? Status::iteration_limit : Status::precision_limit;
        return solution;
      }
    }
    const bool first = report.trace.empty();
    if (!detail::accepts_objective(iteration, first ? std::nan("") : report.objective, objective, options)) {
      if (!first) x = std::move(next);  // the point before this one
      report.status = Status::precision_limit;
      return solution;
    }
    report.objective = objective;
    at.judge(problem, x, next, options, report);
    if (first) report.objective_start = objective;
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    report.trace.push_back({1, iteration, objective, at.measure, elapsed});
    if constexpr (HasReads<P>) report.trace.back().reads = problem.reads();

    const std::optional<Status> stop = stopping.check(iteration, at.measure);
    const bool escaped =
        stop == Status::converged && iteration < options.max_iterations && escapes.leave(problem, at, x, next, report);
    const bool interrupted = detail::ask(observer, report.trace, options) == Signal::stop;
    const bool ended = stop && !escaped;
    if (ended || interrupted) {
      report.status = ended ? *stop : Status::interrupted;
      if constexpr (KeepsSlopes<P>)
        if (!escaped) problem.keep(std::move(at.surrogate));
      return solution;
    }
    if constexpr (HasAdvance<P>) detail::be_bolder(problem, at, x, next, objective, escaped, safeguard);
    std::swap(x, next);
  }
}

}  // namespace l21
