#include <algorithm>
#include <cmath>

#include "l21/maximize.hpp"

namespace l21::detail {

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

}  // namespace l21::detail
