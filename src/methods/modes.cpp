#include "methods/modes.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/statistics.hpp"
#include "methods/solve.hpp"
#include "solver/anderson.hpp"
#include "solver/precision.hpp"

namespace l21::internal {
namespace {

double first_residual(const SolveReport& report) {
  return report.trace.empty() ? 0.0 : report.trace.front().residual;
}

// How far one mode is taken before the next has its turn.
SolveOptions limits_of(const FitOptions& options, int done) {
  constexpr int kPerTurn = 20;
  return solve_options<double>(options.method, std::clamp(options.max_iterations - done, 1, kPerTurn),
                               options.tolerance);
}

}  // namespace

ModeFactors higher_order_svd(const TensorSamples& samples, const std::vector<Index>& modes) {
  ModeFactors none(samples.shape.size()), factors;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    Matrix<double> S = mode_scatter(samples, none, k, [&](Index i, double) { return samples.rows.weight(i); });
    factors.push_back(largest_eigenpairs(std::move(S), modes[k]).vectors);
  }
  return factors;
}

ModesResult solve_modes(const TensorSamples& samples, ModeFactors start, const FitOptions& options,
                        const Observer& observer) {
  const LinkSpec link{options.method, options.p, volume(samples.shape)};
  const int depth = options.solver == Solver::plain ? 0 : kMixingDepth;
  const Stiefel stiefel;
  ModesResult result{std::move(start), {}, {}};
  SolveReport& report = result.report;
  detail::Stopping stopping(solve_options<double>(options.method, options.max_iterations, options.tolerance));
  for (int round = 1;; ++round) {
    double worst = 0, gap = 0;
    for (std::size_t k = 0; k < result.factors.size(); ++k) {
      const PreparedRows<double> rows = mode_rows(samples, result.factors, k, options.method);
      LinearProblem<double> problem(rows, link, stiefel, result.factors[k].cols());
      auto solved = maximize_mixed(problem, result.factors[k], depth, steps_of(link),
                                   limits_of(options, report.iterations), observer);
      worst = std::max(worst, first_residual(solved.report));
      gap = std::max(gap, solved.report.oracle_gap);
      for (auto& entry : solved.report.trace) entry.round = round;
      append(report, solved.report, {.reads = result.counter.reads});
      result.factors[k] = std::move(solved.x);
      result.counter += problem.counter();
      report.status = solved.report.status;
      if (report.status == Status::interrupted) break;
    }
    report.residual = worst;
    report.oracle_gap = gap;
    if (report.status == Status::interrupted) return result;
    if (const auto stop = stopping.check(report.iterations, worst)) {
      report.status = *stop;
      return result;
    }
  }
}

void turn_to_axes(const TensorSamples& samples, Method method, ModeFactors& factors) {
  const double zero = rounding_of_sum<double>(volume(samples.shape));
  for (std::size_t k = 0; k < factors.size(); ++k) {
    Matrix<double> S = mode_scatter(samples, factors, k, [&](Index i, double length) {
      const double w = samples.rows.weight(i);
      if (method == Method::pca) return w;
      return length > zero * samples.rows.norm(i) ? w / (length * length) : 0.0;
    });
    factors[k] = product(factors[k], largest_eigenpairs(std::move(S), factors[k].cols()).vectors);
  }
}

}  // namespace l21::internal
