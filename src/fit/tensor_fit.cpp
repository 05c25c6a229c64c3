#include "fit/tensor_fit.hpp"

#include <utility>

#include "fit/build_model.hpp"
#include "fit/report.hpp"
#include "linalg/random.hpp"
#include "methods/modes.hpp"
#include "model/canonical.hpp"

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
  const SummaryOptions asked{
      .axes = Axes::as_found, .mean_square = data.mean_square(), .score_bytes = kShareOfData * 8 * unscaled.values()};
  return summarize(cores, sphere ? fitted.row_factor : Vector<double>(), {options.method, options.p, unscaled.cols()},
                   Matrix<double>::Identity(m, m), asked, report)
      .statistics;
}

}  // namespace

Model fit_tensor(const Rows& stored, const FitOptions& options, const Observer& observer) {
  const FitData data = make_data(stored, options, observer);
  const PreparedRows<double> rows = data.prepare<double>(options.row_scaling);
  require_spread(rows, options.center);
  const TensorSamples samples{rows, options.sample_shape};
  ModesResult solved = solve_modes(samples, start_of(data, samples), options, data.observer);
  turn_to_axes(samples, options.method, solved.factors);
  TensorSubspace subspace{{}, data.stored_center(), data.feature_scale()};
  for (auto& factor : solved.factors) {
    for (Index j = 0; j < factor.cols(); ++j) factor.col(j) *= canonical_sign(factor.col(j));
    subspace.modes.push_back(factor.transpose());
  }

  FitReport report = describe_request(data);
  describe_data(data, rows, report);
  ScoreStatistics statistics = summarize_samples(data, rows, solved.factors, report);
  const SolverUsed solver{options.solver == Solver::plain ? Solver::plain : Solver::accelerated, Engine::modes};
  PassCounter start;
  start.reads = options.init == Init::random ? 0.0 : static_cast<double>(samples.shape.size());
  finish_report({{}, std::move(solved.report), solved.counter, solver}, start, options, report);
  report.precision_used = Precision::float64;
  report.certificate.reason = CertificateReason::tensors;
  to_stored_units(options, statistics, report);
  return build_model(std::move(subspace), std::move(statistics), options, std::move(report));
}

}  // namespace l21::internal
