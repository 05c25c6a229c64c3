#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "l21/error.hpp"
#include "l21/maximize.hpp"

namespace l21::detail {

bool accepts_objective(int iteration, double before, double objective, const SolveOptions& options) {
  const bool throws = options.on_fall == OnFall::throws;
  if (!std::isfinite(objective)) {
    if (!throws) return false;
    throw InvalidProblem(fmt::format(
        "iteration {}: the objective is {}; the problem has no bound on its set, or a value cannot be computed",
        iteration, objective));
  }
  const double fall = before - objective, size = std::max(std::abs(before), std::abs(objective));
  if (!(fall > options.largest_fall * size)) return true;
  if (!throws) return false;
  throw InvalidProblem(fmt::format(
      "iteration {}: the objective fell from {:.17g} to {:.17g}, by {:.1e} relative; with a convex h it cannot, so a "
      "slope is not one of h, or the argmax is none",
      iteration, before, objective, fall / size));
}

void check_argmax(int iteration, double at_x, double at_argmax, const SolveOptions& options) {
  if (options.on_fall == OnFall::stops) return;  // known to be right; what it leads to is watched
  if (!(at_x - at_argmax > options.largest_fall * std::max(std::abs(at_x), std::abs(at_argmax)))) return;
  throw InvalidProblem(fmt::format(
      "iteration {}: the argmax gives the surrogate {:.17g}, less than the {:.17g} of the point it was asked at; it "
      "does not maximize f + sum <slope, g>",
      iteration, at_argmax, at_x));
}

std::optional<double> seconds_left(const std::vector<TraceEntry>& trace, const SolveOptions& options) {
  constexpr std::size_t kWindow = 10;
  if (trace.size() < 3) return std::nullopt;
  const TraceEntry& last = trace.back();
  const TraceEntry& first = trace[trace.size() - std::min(trace.size(), kWindow + 1)];
  const int steps = last.iteration - first.iteration;
  const double seconds_per_step = (last.seconds - first.seconds) / steps;
  const double most = options.max_iterations - last.iteration;
  double left = most;
  if (last.residual > 0 && last.residual < first.residual) {
    const double rate = std::log(first.residual / last.residual) / steps;
    left = std::min(most, std::max(0.0, std::log(last.residual / options.tolerance) / rate));
  }
  return left * seconds_per_step;
}

Signal ask(const Observer& observer, const std::vector<TraceEntry>& trace, const SolveOptions& options) {
  if (!observer) return Signal::go_on;
  const TraceEntry& last = trace.back();
  return observer({Stage::fit, last.iteration, options.max_iterations, last.objective, last.residual, last.seconds,
                   seconds_left(trace, options)});
}

}  // namespace l21::detail
