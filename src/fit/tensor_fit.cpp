#include "fit/tensor_fit.hpp"

#include <utility>

#include "fit/report.hpp"
#include "linalg/random.hpp"
#include "methods/modes.hpp"
#include "model/canonical.hpp"
#include "model/summary.hpp"

namespace l21::internal {
namespace {

ModeFactors start_of(const FitData& data, const TensorSamples& samples) {
  const FitOptions& options = data.options;
  if (options.init == Init::random) {
    ModeFactors factors;
    for (std::size_t k = 0; k < options.modes.size(); ++k)
      factors.push_back(random_orthonormal(samples.shape[k], options.modes[k], options.seed + k));
    return factors;
  }
  if (options.init == Init::pca || options.row_scaling == RowScaling::sphere)
    return higher_order_svd(samples, options.modes);
  const PreparedRows<double> sphere = data.prepare<double>(RowScaling::sphere);
  return higher_order_svd({sphere, samples.shape}, options.modes);
}

// All of a projected sample is a row; what its modes leave out lies outside.
ScoreStatistics summarize_samples(const FitData& data, const PreparedRows<double>& fitted, const ModeFactors& factors,
                                  FitReport& report) {
  constexpr double kShareOfData = 0.05;
  const FitOptions& options = data.options;
  const PreparedRows<double> unscaled = data.prepare<double>(RowScaling::none);
  const PreparedRows<double> cores = core_rows({unscaled, options.sample_shape}, factors);
  const Index m = cores.cols();
  const bool sphere = options.row_scaling == RowScaling::sphere;
  const SummaryOptions asked{.axes = Axes::as_found,
                             .mean_square = data.mean_square(),
                             .score_bytes = kShareOfData * 8 * unscaled.values()};
  return summarize(cores, sphere ? fitted.row_factor : Vector<double>(), {options.method, options.p, unscaled.cols()},
                   Matrix<double>::Identity(m, m), asked, report)
      .statistics;
}

}  // namespace

Model fit_tensor(const FitData& data, FitReport report) {
  const FitOptions& options = data.options;
  const PreparedRows<double> rows = data.prepare<double>(options.row_scaling);
  require_spread(rows, options.center);
  const TensorSamples samples{rows, options.sample_shape};
  ModesResult solved = solve_modes(samples, start_of(data, samples), options, data.observer);
  turn_to_axes(samples, options.method, solved.factors);
  for (auto& factor : solved.factors)
    for (Index j = 0; j < factor.cols(); ++j) factor.col(j) *= canonical_sign(factor.col(j));

  Model model;
  model.options = options;
  model.options.weights.resize(0), model.options.given_center.resize(0);
  model.report = std::move(report);
  model.report.zero_rows = rows.zero_rows;
  model.sample_shape = options.sample_shape;
  static_cast<ScoreStatistics&>(model) = summarize_samples(data, rows, solved.factors, model.report);
  const SolverUsed solver{options.solver == Solver::plain ? Solver::plain : Solver::accelerated, Engine::modes};
  PassCounter start;
  start.reads = options.init == Init::random ? 0.0 : static_cast<double>(samples.shape.size());
  finish_report({{}, std::move(solved.report), solved.counter, solver}, start, options, model.report);
  TensorSubspace subspace{{}, data.stored_center(), data.feature_scale()};
  for (const auto& factor : solved.factors) subspace.modes.push_back(factor.transpose());
  model.subspace = std::move(subspace);
  to_stored_units(model);
  model.report.threads_used = data.threads;
  model.report.precision_used = Precision::float64;
  model.report.certificate.reason = CertificateReason::tensors;
  return model;
}

}  // namespace l21::internal
