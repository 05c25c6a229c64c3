#include "fit/kernel_gram.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/gram.hpp"
#include "fit/certify.hpp"
#include "fit/report.hpp"
#include "kernel/kernel_matrix.hpp"
#include "linalg/statistics.hpp"
#include "methods/sketch.hpp"
#include "methods/solve.hpp"
#include "model/summary.hpp"
#include "solver/mixing.hpp"
#include "solver/precision.hpp"

namespace l21::internal {
namespace {

// What the iteration on the matrix knows of the rows.
RowFacts fitted_facts(const CenteredKernel& kernel, const FitOptions& options, int threads) {
  const bool sphere = options.row_scaling == RowScaling::sphere;
  return {options.weights, sphere ? Vector<double>(kernel.norm.cwiseProduct(kernel.row_factor)) : kernel.norm, threads};
}

bool any_orthogonal_row(const Matrix<double>& T, const RowFacts& facts) {
  const double zero = rounding_of_sum<double>(T.rows());
  const auto orthogonal = [&](Index i) { return facts.norm(i) > 0 && T.row(i).norm() <= zero * facts.norm(i); };
  return facts.largest([&](Index i) { return orthogonal(i) ? 1.0 : 0.0; }) > 0;
}

// The scores are coordinates of the rows in the subspace; the rest of their length lies outside.
Summary summarize_scores(const CenteredKernel& kernel, const LinkSpec& link, RowMatrix<double> scores, int threads,
                         const FitOptions& options, FitReport& report) {
  const Index m = scores.cols();
  const bool sphere = options.row_scaling == RowScaling::sphere;
  if (sphere) scores = kernel.norm.asDiagonal() * scores;
  RowFacts facts(options.weights, kernel.norm, threads);
  facts.left_out = (kernel.norm.cwiseAbs2() - scores.rowwise().squaredNorm()).cwiseMax(0.0);
  const PreparedRows<double> rows(std::move(scores), std::move(facts));
  return summarize(rows, sphere ? kernel.row_factor : Vector<double>(), link, Matrix<double>::Identity(m, m),
                   {.mean_square = kernel.mean_square}, report);
}

// w_j = sum_i coefficients(i, j) phi(x_i): C is over the rows as fitted, scaled and centered.
KernelExpansion expand(const CenteredKernel& kernel, const KernelRows& rows, const Matrix<double>& C) {
  KernelExpansion expansion;
  expansion.kernel = rows.kernel();
  expansion.rows = all_indices(rows.rows());
  expansion.landmarks = rows.kept(expansion.rows);
  expansion.coefficients = kernel.row_factor.size() > 0 ? Matrix<double>(kernel.row_factor.asDiagonal() * C) : C;
  const Vector<double> total = expansion.coefficients.colwise().sum().transpose();
  expansion.coefficients -= kernel.share * total.transpose();
  expansion.center = kernel.share;
  expansion.center_scores = expansion.coefficients.transpose() * kernel.with_center;
  expansion.center_norm = std::sqrt(std::max(0.0, kernel.center_square));
  return expansion;
}

}  // namespace

bool gram_serves_kernel(const FitOptions& options) {
  return options.kernel != Kernel::precomputed && options.solver == Solver::automatic && options.method != Method::r1 &&
         !is_greedy(options.method) && (options.center == Center::mean || options.center == Center::none) &&
         options.init == Init::pca;
}

std::optional<KernelFit> fit_on_kernel_matrix(const KernelRows& rows, const FitOptions& options,
                                              const Observer& observer) {
  CenteredKernel kernel = centered_kernel(rows, options);
  GramSketch sketch = gram_range_finder(kernel.G, options.weights, options.components, options.seed);
  if (sketch.rank < options.components) return std::nullopt;

  const RowFacts facts = fitted_facts(kernel, options, rows.threads());
  const LinkSpec link{options.method, options.p, rows.rows()};
  GramProblem::Point start{{}, std::move(sketch.C)};
  multiply_symmetric(kernel.G, start.C, start.T, rows.threads());
  const int depth = is_smooth(options.method) ? kMixingDepth : 0;
  const SolveOptions limits = solve_options<double>(options.method, options.max_iterations, options.tolerance);
  GramSolution found = maximize_on_gram(kernel.G, facts, link, depth, limits, std::move(start), observer);
  if (found.broken || any_orthogonal_row(found.point.T, facts)) return std::nullopt;

  FitReport report;
  certify_on_gram({kernel.G, facts, found.point, kernel.error}, found.report.status, options, observer, report);
  report.zero_rows = facts.zero_rows;
  Summary summary = summarize_scores(kernel, link, found.point.T, rows.threads(), options, report);
  const SolverUsed solver{depth > 0 ? Solver::accelerated : Solver::plain, Engine::gram};
  finish_report({{}, std::move(found.report), {}, solver}, {}, options, report);
  report.precision_used = Precision::float64;
  report.threads_used = rows.threads();
  return KernelFit{expand(kernel, rows, found.point.C * summary.components.transpose()), std::move(summary.statistics),
                   std::move(report)};
}

}  // namespace l21::internal
