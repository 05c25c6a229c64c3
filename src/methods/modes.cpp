#include "methods/modes.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/statistics.hpp"
#include "methods/solve.hpp"
#include "solver/anderson.hpp"
#include "solver/group_link.hpp"
#include "solver/precision.hpp"
#include "tensor/tensor_rows.hpp"

namespace l21::internal {
namespace {

// A value for each sample becomes one for each of its rows.
Vector<double> spread(const Vector<double>& per_sample, Index group) {
  Vector<double> rows(per_sample.size() * group);
  for (Index i = 0; i < per_sample.size(); ++i) rows.segment(i * group, group).setConstant(per_sample(i));
  return rows;
}

// The vectors along mode k of samples that are projected in all other modes.
PreparedRows<double> rows_of_mode(const TensorSamples& samples, ModeFactors factors, std::size_t k, bool residuals) {
  factors[k].resize(samples.shape[k], 0);
  PreparedRows<double> rows;
  if (residuals) rows.outside = squared_rest(*samples.rows.source, samples.shape, factors, samples.rows.threads);
  auto source = std::make_unique<TensorRows>(*samples.rows.source, samples.shape, std::move(factors), k);
  const Index group = source->group();
  rows.norm = spread(samples.rows.norm, group);
  if (samples.rows.weights.size() > 0) rows.weights = spread(samples.rows.weights, group);
  if (residuals) {
    // What the other modes leave out belongs to a sample, not to one of its rows: the first one carries it.
    const Vector<double> outside = std::move(rows.outside);
    rows.outside.setZero(outside.size() * group);
    for (Index i = 0; i < outside.size(); ++i) rows.outside(i * group) = outside(i);
  }
  rows.source = std::move(source);
  rows.total_norm = samples.rows.total_norm;
  rows.total_weight = samples.rows.total_weight;
  rows.threads = samples.rows.threads;
  return rows;
}

// sum over rows of weight_i y y^T, weight_i from the rows of sample i as they are: (first sample, count, values).
using GroupWeight = std::function<double(Index sample, const double* values, Index size)>;
Matrix<double> scatter(const TensorRows& source, int threads, const GroupWeight& weight) {
  const Index d = source.cols(), size = source.group() * d;
  Matrix<double> S;
  Pass<double>(source, d, threads)
      .moment(
          Matrix<double>::Identity(d, d), Rest::ignore,
          [&](const ProjectedBlock<double>& block) {
            for (Index g = 0; g < block.count / source.group(); ++g) {
              double* values = block.t + g * size;
              const double w = weight(block.first / source.group() + g, values, size);
              Eigen::Map<Vector<double>>(values, size) *= w;
            }
          },
          S);
  return (S + S.transpose()) / 2;
}

double first_residual(const SolveReport& report) {
  return report.trace.empty() ? 0.0 : report.trace.front().residual;
}

// How far one mode is taken before the next has its turn.
SolveOptions limits_of(const FitOptions& options, int done) {
  constexpr int kPerTurn = 20;
  return solve_options<double>(std::clamp(options.max_iterations - done, 1, kPerTurn), options.tolerance);
}

}  // namespace

ModeFactors higher_order_svd(const TensorSamples& samples, const std::vector<Index>& modes) {
  ModeFactors none(samples.shape.size()), factors;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const TensorRows rows(*samples.rows.source, samples.shape, none, k);
    Matrix<double> S =
        scatter(rows, samples.rows.threads, [&](Index i, const double*, Index) { return samples.rows.weight(i); });
    factors.push_back(largest_eigenpairs(std::move(S), modes[k]).vectors);
  }
  return factors;
}

ModesResult solve_modes(const TensorSamples& samples, ModeFactors start, const FitOptions& options,
                        const Observer& observer) {
  const auto link = make_link<double>(options.method, options.p, volume(samples.shape));
  const int depth = options.solver == Solver::plain ? 0 : kMixingDepth;
  const Stiefel stiefel;
  ModesResult result{std::move(start), {}, {}};
  SolveReport& report = result.report;
  detail::Stopping stopping(solve_options<double>(options.max_iterations, options.tolerance));
  for (int round = 1;; ++round) {
    double worst = 0, gap = 0;
    for (std::size_t k = 0; k < result.factors.size(); ++k) {
      const PreparedRows<double> rows = rows_of_mode(samples, result.factors, k, link->uses_residuals());
      const GroupLink grouped(*link, rows.rows() / samples.rows.rows(), samples.rows.weights, samples.rows.norm);
      LinearProblem<double> problem(rows, grouped, stiefel, result.factors[k].cols());
      auto solved = maximize_mixed(problem, result.factors[k], depth, limits_of(options, report.iterations), observer);
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
    const TensorRows core(*samples.rows.source, samples.shape, factors, k);
    Matrix<double> S = scatter(core, samples.rows.threads, [&](Index i, const double* values, Index size) {
      const double length = Eigen::Map<const Vector<double>>(values, size).norm(), w = samples.rows.weight(i);
      if (method == Method::pca) return w;
      return length > zero * samples.rows.norm(i) ? w / (length * length) : 0.0;
    });
    factors[k] = product(factors[k], largest_eigenpairs(std::move(S), factors[k].cols()).vectors);
  }
}

}  // namespace l21::internal
