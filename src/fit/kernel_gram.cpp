#include "fit/kernel_gram.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/dense_rows.hpp"
#include "data/gram.hpp"
#include "data/large_pages.hpp"
#include "fit/certify.hpp"
#include "fit/report.hpp"
#include "linalg/statistics.hpp"
#include "methods/sketch.hpp"
#include "methods/solve.hpp"
#include "model/summary.hpp"
#include "solver/mixing.hpp"
#include "solver/precision.hpp"

namespace l21::internal {
namespace {

// The kernel matrix about its center c = sum_i share_i phi(x_i).
struct CenteredKernel {
  Matrix<double> G;
  Vector<double> share;        // n
  Vector<double> with_center;  // n: <phi(x_i), c>
  double center_square = 0;
  double mean_square = 0;     // ||mean of phi(x_i) - c||^2
  Vector<double> norm;        // ||phi(x_i) - c||; 0 where that is rounding
  Vector<double> row_factor;  // n, or empty for 1
  double error = 0;           // of G: the norm of what rounding and the center have added to it
};

Matrix<double> kernel_matrix(const KernelRows& rows) {
  Matrix<double> K(rows.rows(), rows.rows());
  prefer_large_pages(K.data(), static_cast<std::size_t>(K.size()) * sizeof(double));
  // K is symmetric: its columns are its rows.
  rows.for_blocks(rows.landmarks(all_indices(rows.rows())),
                  [&](const KernelBlock& block) { K.middleCols(block.first, block.count) = block.K.transpose(); });
  return K;
}

CenteredKernel centered(const KernelRows& rows, const FitOptions& options) {
  CenteredKernel result{kernel_matrix(rows), {}, {}, 0, 0, {}, {}, 0};
  const Index n = rows.rows();
  const Vector<double> itself = result.G.diagonal();
  const Vector<double> mean = options.weights.size() > 0 ? Vector<double>(options.weights / options.weights.sum())
                                                         : Vector<double>::Constant(n, 1 / static_cast<double>(n));
  Matrix<double> product;
  multiply_symmetric(result.G, mean, product, rows.threads());
  const double mean_square = mean.dot(product.col(0));
  if (options.center == Center::mean) {
    result.share = mean;
    result.with_center = product.col(0);
    result.center_square = mean_square;
  } else {
    result.share = result.with_center = Vector<double>::Zero(n);
    result.mean_square = mean_square;
  }
  for (Index j = 0; j < n; ++j)
    result.G.col(j).array() += result.center_square - result.with_center(j) - result.with_center.array();

  constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  result.error = 4 * kEpsilon * static_cast<double>(n) * (itself.cwiseAbs().maxCoeff() + result.center_square);
  const double rounding = 16 * kEpsilon * std::sqrt(static_cast<double>(n));
  result.norm.resize(n);
  for (Index i = 0; i < n; ++i) {
    const double squared = result.G(i, i);
    result.norm(i) = squared > rounding * (itself(i) + result.center_square) ? std::sqrt(squared) : 0.0;
  }
  return result;
}

// Rows divided by their norms; those at the center are 0 either way.
void scale_rows(RowScaling scaling, CenteredKernel& kernel) {
  const Index zero = (kernel.norm.array() == 0).count();
  if (scaling == RowScaling::none && zero == 0) return;
  kernel.row_factor = kernel.norm.unaryExpr([&](double norm) {
    if (norm == 0) return 0.0;
    return scaling == RowScaling::sphere ? 1 / norm : 1.0;
  });
  kernel.error *= kernel.row_factor.cwiseAbs2().maxCoeff();
  for (Index j = 0; j < kernel.G.cols(); ++j)
    kernel.G.col(j).array() *= kernel.row_factor(j) * kernel.row_factor.array();
}

PreparedRows<double> rows_without_source(const CenteredKernel& kernel, const FitOptions& options, int threads) {
  PreparedRows<double> rows;
  rows.weights = options.weights;
  rows.norm = kernel.norm;
  rows.threads = threads;
  if (options.row_scaling == RowScaling::sphere) rows.norm = rows.norm.cwiseProduct(kernel.row_factor);
  for (Index i = 0; i < rows.norm.size(); ++i) {
    rows.total_norm += rows.weight(i) * kernel.norm(i);
    rows.total_weight += rows.weight(i);
    rows.zero_rows += kernel.norm(i) == 0 ? 1 : 0;
  }
  return rows;
}

bool any_orthogonal_row(const Matrix<double>& T, const Vector<double>& norm) {
  const double zero = rounding_of_sum<double>(T.rows());
  for (Index i = 0; i < T.rows(); ++i)
    if (norm(i) > 0 && T.row(i).norm() <= zero * norm(i)) return true;
  return false;
}

// The scores are coordinates of the rows in the subspace; the rest of their length lies outside.
void summarize_scores(const CenteredKernel& kernel, const Link<double>& link, RowMatrix<double> scores,
                      PreparedRows<double>& rows, Model& model) {
  const Index m = scores.cols();
  const bool sphere = model.options.row_scaling == RowScaling::sphere;
  for (Index i = 0; sphere && i < scores.rows(); ++i) scores.row(i) *= kernel.norm(i);
  rows.norm = kernel.norm;
  rows.outside = (kernel.norm.cwiseAbs2() - scores.rowwise().squaredNorm()).cwiseMax(0.0);
  rows.source = std::make_unique<DenseRows<double>>(rows_of(scores), RowPreparation::identity(m));
  summarize(rows, sphere ? kernel.row_factor : Vector<double>(), link, Matrix<double>::Identity(m, m),
            {.mean_square = kernel.mean_square}, model);
  rows.source.reset();
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

std::optional<Model> fit_on_kernel_matrix(const KernelRows& rows, const FitOptions& options, const Observer& observer) {
  CenteredKernel kernel = centered(rows, options);
  scale_rows(options.row_scaling, kernel);
  GramSketch sketch = gram_range_finder(kernel.G, options.weights, options.components, options.seed);
  if (sketch.rank < options.components) return std::nullopt;

  PreparedRows<double> prepared = rows_without_source(kernel, options, rows.threads());
  const auto link = make_link<double>(options.method, options.p, rows.rows());
  GramProblem::Point start{{}, std::move(sketch.C)};
  multiply_symmetric(kernel.G, start.C, start.T, rows.threads());
  const int depth = is_smooth(options.method) ? kMixingDepth : 0;
  const SolveOptions limits = solve_options<double>(options.max_iterations, options.tolerance);
  const GramRows gram{prepared, std::move(kernel.G)};
  GramSolution found = maximize_on_gram(gram, *link, depth, limits, std::move(start), observer);
  if (found.broken || any_orthogonal_row(found.point.T, prepared.norm)) return std::nullopt;

  Model model;
  certify_on_gram(gram, found.point, found.report.status, kernel.error, options, observer, model.report);
  model.options = options;
  model.options.weights.resize(0);
  model.report.zero_rows = prepared.zero_rows;
  summarize_scores(kernel, *link, found.point.T, prepared, model);
  const MethodResult result{{}, std::move(found.report), {}, depth > 0 ? "accelerated, gram" : "plain, gram"};
  finish_report(result, {}, options, model.report);
  model.kernel = expand(kernel, rows, found.point.C * model.components.transpose());
  model.report.precision_used = "float64";
  model.report.threads_used = rows.threads();
  return model;
}

}  // namespace l21::internal
