#include "fit/report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "l21/option_table.hpp"

namespace l21::internal {
namespace {

Message sentence(const SolveReport& solved, const FitOptions& options) {
  const double residual = solved.residual.value_or(solved.oracle_gap);
  switch (solved.status) {
    case Status::converged:
      return fmt::format("stationary after {} iterations: residual {:.1e} <= tol {:.1e}", solved.iterations, residual,
                         options.tolerance);
    case Status::iteration_limit:
      return {fmt::format("stopped at the limit of {} iterations with residual {:.1e} > tol {:.1e}; raise ",
                          solved.iterations, residual, options.tolerance),
              option_name("max_iterations"), " or ", option_name("tolerance")};
    case Status::precision_limit:
      return {fmt::format("residual {:.1e} no longer falls towards tol {:.1e}: rounding; use ", residual,
                          options.tolerance),
              option_name("precision"), " float64 or a larger ", option_name("tolerance")};
    case Status::interrupted:
      return fmt::format("interrupted after {} iterations with residual {:.1e} > tol {:.1e}", solved.iterations,
                         residual, options.tolerance);
  }
  return {};
}

}  // namespace

void describe_request(const Rows& rows, const FitOptions& options, FitReport& report) {
  report.method = options.method;
  report.n_samples = rows.rows();
  report.n_features = rows.cols();
  report.n_components = options.components;
  report.solver_requested = options.solver;
  report.precision_requested = options.precision;
  report.threads_requested = options.threads;
}

FitReport describe_request(const FitData& data) {
  FitReport report;
  describe_request(data.stored, data.options, report);
  return report;
}

void describe_data(const FitData& data, const RowFacts& fitted, FitReport& report) {
  report.scale_exponent = data.scale_exponent;
  report.reads_center = data.center_reads;
  report.zero_rows = fitted.zero_rows;
  report.missing_cells = data.holes ? data.holes->holes().count() : 0;
  report.threads_used = data.threads;
  report.warnings = data.warnings;
}

void finish_report(const MethodResult& result, const PassCounter& start, const FitOptions& options, FitReport& report) {
  const SolveReport& solved = result.report;
  const double per_pass = 2.0 * options.components;
  report.objective = solved.objective;
  report.objective_start = solved.objective_start;
  report.kkt_residual = solved.residual;
  report.oracle_gap = solved.oracle_gap;
  report.iterations = solved.iterations;
  report.reads = result.counter.reads;
  report.passes = result.counter.columns / per_pass;
  report.reads_start = start.reads;
  report.passes_start = start.columns / per_pass;
  report.escapes = solved.escapes;
  report.status = solved.status;
  report.converged = solved.status == Status::converged;
  report.message = sentence(solved, options);
  report.solver_used = result.solver;
  report.trace = solved.trace;
}

void to_stored_units(const FitOptions& options, ScoreStatistics& statistics, FitReport& report) {
  // In two factors, so that only a result that overflows does.
  const auto scale = [&](double& value, double degree) {
    const double exponent = degree * report.scale_exponent, whole = std::floor(exponent);
    value = std::ldexp(value * std::exp2(exponent - whole), static_cast<int>(whole));
  };
  const double degree = objective_degree(options);
  scale(report.objective, degree);
  scale(report.objective_start, degree);
  if (report.certificate.upper_bound) scale(*report.certificate.upper_bound, degree);
  for (auto& entry : report.trace) scale(entry.objective, degree);
  scale(report.reconstruction_error, 1);
  scale(report.total_norm, 1);
  scale(report.total_variance, 2);
  scale(statistics.orthogonal_cutoff, 1);
  if (report.robust) scale(report.robust->cutoff, 1);
  scale(statistics.orthogonal_scale, 1);
  for (double& value : statistics.score_center) scale(value, 1);
  for (double& value : statistics.score_scatter.reshaped()) scale(value, 2);
  for (double& value : statistics.score_median) scale(value, 1);
  for (double& value : statistics.score_scale) scale(value, 1);
  for (double& value : statistics.explained_variance) scale(value, 2);
}

}  // namespace l21::internal

namespace l21 {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::converged: return "converged";
    case Status::iteration_limit: return "iteration_limit";
    case Status::precision_limit: return "precision_limit";
    case Status::interrupted: return "interrupted";
  }
  return "";
}

std::string_view to_string(RobustStart start) {
  switch (start) {
    case RobustStart::sphere: return "sphere";
    case RobustStart::half: return "half";
    case RobustStart::trimmed: return "trimmed";
    case RobustStart::split: return "split";
    case RobustStart::rest: return "rest";
  }
  return "";
}

std::string_view to_string(Stage stage) {
  switch (stage) {
    case Stage::kernel: return "kernel";
    case Stage::center: return "center";
    case Stage::start: return "start";
    case Stage::fit: return "fit";
    case Stage::certificate: return "certificate";
  }
  return "";
}

std::string to_string(const SolverUsed& used) {
  std::string solver(to_string(used.solver));
  switch (used.engine) {
    case Engine::linear: return used.solver == Solver::accelerated ? solver + ", anderson" : solver;
    case Engine::gram: return solver + ", gram";
    case Engine::growing: return solver + ", growing";
    case Engine::modes: return solver + ", modes in turn";
  }
  return solver;
}

std::string duration_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  if (seconds < 3600) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string to_string(const Progress& progress) {
  if (progress.stage == Stage::certificate)
    return fmt::format("certificate: step {}, within {:.2g} % of the optimum, {}", progress.iteration,
                       100 * progress.residual, duration_text(progress.seconds));
  std::string line =
      fmt::format("{}: iteration {}, objective {:.6g}, residual {:.1e}, {}", to_string(progress.stage),
                  progress.iteration, progress.objective, progress.residual, duration_text(progress.seconds));
  if (progress.seconds_left) line += fmt::format(", {} left", duration_text(*progress.seconds_left));
  return line;
}

}  // namespace l21
