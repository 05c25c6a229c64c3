#include "haystack.hpp"

#include <fmt/core.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "corruption.hpp"
#include "dice.hpp"
#include "l21/error.hpp"
#include "linalg/blas.hpp"

namespace l21::internal::experiments {
namespace {

RowMatrix<double> normal_matrix(Dice& dice, Index rows, Index cols) {
  RowMatrix<double> values(rows, cols);
  for (Index i = 0; i < values.size(); ++i) values.data()[i] = dice.normal();
  return values;
}

RowMatrix<double> orthonormal_rows(const RowMatrix<double>& matrix) {
  return thin_qr(matrix.transpose()).transpose();
}

// So many outliers make `share` of all rows.
Index outliers_for(double share, Index inliers) {
  return static_cast<Index>(std::lround(share / (1 - share) * static_cast<double>(inliers)));
}

}  // namespace

Haystack make_haystack(const HaystackOptions& options) {
  Dice dice(options.seed, 4);
  Haystack stack;
  stack.truth = orthonormal_rows(normal_matrix(dice, options.subspace, options.dimensions));
  stack.rows.resize(options.inliers + options.outliers, options.dimensions);
  stack.rows.topRows(options.inliers) = normal_matrix(dice, options.inliers, options.subspace) * stack.truth +
                                        options.noise * normal_matrix(dice, options.inliers, options.dimensions);
  const RowMatrix<double> place = 3 * normal_matrix(dice, 1, options.dimensions);
  // A coordinate of standard deviation s in all directions has norm s sqrt(dimensions).
  const double s =
      options.outlier_norm * std::sqrt(static_cast<double>(options.subspace) / static_cast<double>(options.dimensions));
  stack.rows.bottomRows(options.outliers) = s * normal_matrix(dice, options.outliers, options.dimensions);
  stack.rows.rowwise() += place.row(0);
  return stack;
}

double angle_degrees(const RowMatrix<double>& a, const RowMatrix<double>& b) {
  // sin of the largest angle = || b - (b a^T) a ||_2; the cosine would lose small angles.
  const Matrix<double> outside = b - (b * a.transpose()) * a;
  const Eigen::SelfAdjointEigenSolver<Matrix<double>> squares(outside * outside.transpose(), Eigen::EigenvaluesOnly);
  const double sine = std::sqrt(std::max(0.0, squares.eigenvalues().maxCoeff()));
  return std::asin(std::min(1.0, sine)) * 180 / std::numbers::pi;
}

void validate(const HaystackExperiment& experiment) {
  for (const double share : experiment.shares) check_share(share);
  for (const double norm : experiment.norms)
    if (!(norm > 0 && std::isfinite(norm))) throw InvalidArgument(fmt::format("--norm must be > 0, got {:g}", norm));
  if (experiment.repeats < 1) throw InvalidArgument(fmt::format("--repeats must be >= 1, got {}", experiment.repeats));
  for (const MethodChoice& method : experiment.methods) {
    FitOptions options = method.options;
    options.components = static_cast<int>(experiment.stack.subspace);
    l21::validate(options, experiment.stack.inliers, experiment.stack.dimensions);
  }
}

HaystackResults run(const HaystackExperiment& experiment, const StepObserver& observer) {
  validate(experiment);
  HaystackResults results;
  Steps steps(observer, static_cast<std::int64_t>(experiment.norms.size() * experiment.shares.size() *
                                                  experiment.methods.size()) *
                            experiment.repeats);
  for (const double norm : experiment.norms)
    for (const double share : experiment.shares)
      for (int repeat = 0; repeat < experiment.repeats; ++repeat) {
        HaystackOptions options = experiment.stack;
        options.outlier_norm = norm;
        options.outliers = outliers_for(share, options.inliers);
        options.seed += static_cast<std::uint64_t>(repeat);
        const Haystack stack = make_haystack(options);
        for (const MethodChoice& method : experiment.methods) {
          steps.begin(fmt::format("{:g} % outliers of norm {:g}, {}", 100 * share, norm, method.name));
          FitOptions fitted = method.options;
          fitted.components = static_cast<int>(options.subspace);
          const Model model = fit(rows_of(stack.rows), fitted, steps.fit_observer());
          if (steps.stopped()) {
            results.interrupted = true;
            return results;
          }
          results.recoveries.push_back({share, norm, options.seed, method.name,
                                        angle_degrees(stack.truth, model.linear().components), model.report.converged});
          steps.finish();
        }
      }
  return results;
}

}  // namespace l21::internal::experiments
