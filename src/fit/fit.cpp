#include "l21/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <type_traits>
#include <utility>

#include "center/center.hpp"
#include "data/column_statistics.hpp"
#include "data/prepared_rows.hpp"
#include "data/scan.hpp"
#include "fit/certify.hpp"
#include "fit/joint.hpp"
#include "fit/kernel_fit.hpp"
#include "fit/report.hpp"
#include "fit/tensor_fit.hpp"
#include "l21/error.hpp"
#include "l21/option_table.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/statistics.hpp"
#include "linalg/subspace.hpp"
#include "methods/principal.hpp"
#include "methods/solve.hpp"
#include "methods/starts.hpp"
#include "model/canonical.hpp"
#include "model/summary.hpp"
#include "tensor/contraction.hpp"

namespace l21 {
using namespace internal;
namespace {

// max |x| 2^-exponent lies in [1/2, 2); 2^exponent and its inverse are normal numbers.
int scale_exponent(double max_abs) {
  return max_abs > 0 ? std::clamp(std::ilogb(max_abs) + 1, -1022, 1022) : 0;
}

FitData make_data(const Rows& stored, const FitOptions& options, const Observer& observer, FitReport& report) {
  const int threads = resolve_threads(options.threads);
  FitData data{stored, options, observer, threads, {}, {}, {}};
  const RawStatistics raw = scan_rows(stored, options.weights, threads);
  const double given = options.center == Center::given ? options.given_center.cwiseAbs().maxCoeff() : 0.0;
  report.scale_exponent = scale_exponent(std::max(raw.max_abs, given));
  data.factor.setConstant(stored.cols(), std::ldexp(1.0, -report.scale_exponent));
  report.reads_center = raw.reads;
  if (options.column_scaling != ColumnScaling::none) {
    // Columns of unit spread need no power of two any more. A constant column keeps its unit, unless that is extreme.
    const int exponent = std::exchange(report.scale_exponent, 0);
    const double constant = std::abs(exponent) < 300 ? std::ldexp(1.0, -exponent) : 1.0;
    data.factor.array() /=
        column_spreads(stored, data.factor, options.weights, options.column_scaling, constant, threads).array();
    ++report.reads_center;
  }
  data.mean = raw.mean.cwiseProduct(data.factor);
  CenterResult center{Vector<double>::Zero(stored.cols()), 0};
  switch (options.center) {
    case Center::none: break;
    case Center::given: center.center = options.given_center.cwiseProduct(data.factor); break;
    case Center::mean: center.center = data.mean; break;
    case Center::median: center = {column_medians(stored, data.factor, options.weights, threads), 1}; break;
    case Center::geometric_median:
    case Center::joint:
      center = geometric_median(stored, data.factor, options.weights, data.mean, threads, observer);
      break;
  }
  data.center = std::move(center.center);
  report.reads_center += center.reads;
  return data;
}

Fit finish(Model model, std::chrono::steady_clock::time_point begin) {
  model.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  Fit fit{std::move(model), {}};
  fit.report = fit.model.report;
  return fit;
}

// How many numbers a row becomes. Rows with one axis are vectors.
FitOptions with_components(FitOptions options) {
  if (options.modes.empty()) return options;
  options.components = static_cast<int>(volume(options.modes));
  if (options.modes.size() == 1) options.modes.clear();
  return options;
}

template <class T>
Fit fit_in_precision(FitData& data, FitReport report, std::chrono::steady_clock::time_point begin) {
  const FitOptions& options = data.options;
  MethodFit<T> fitted = options.center == Center::joint ? fit_joint<T>(data) : fit_centered<T>(data);
  certify_fit(data, fitted, report);
  report.zero_rows = fitted.rows.zero_rows;
  report.reads_center += data.center_reads;
  report.warnings = data.warnings;
  if (options.solver == Solver::accelerated && !is_smooth(options.method))
    report.warnings.emplace_back(
        fmt::format("solver accelerated serves pca, l21, r1 and l2p; {} was solved by the plain iteration",
                    to_string(options.method)));

  Model model;
  model.options = options;
  model.options.weights.resize(0), model.options.given_center.resize(0), model.options.given_start.resize(0, 0);
  model.report = std::move(report);
  const LinkSpec link{options.method, options.p, data.stored.cols()};
  // Sparse components are shown as they are; their span has an orthonormal basis of its own.
  SummaryOptions shown{.mean_square = data.mean_square()};
  Matrix<double> sparse;
  if (has_sparse_components(options.method)) {
    sparse = std::exchange(fitted.result.W, span_of(fitted.result.W));
    for (Index k = 0; k < sparse.cols(); ++k) sparse.col(k) *= canonical_sign(sparse.col(k));
    shown.shown = &sparse;
  }
  Summary summary = options.row_scaling == RowScaling::none
                        ? summarize(fitted.rows, {}, link, fitted.result.W, shown, model.report)
                        : summarize(data.prepare<T>(RowScaling::none), fitted.rows.row_factor, link, fitted.result.W,
                                    shown, model.report);
  model.subspace = LinearSubspace{std::move(summary.components), data.stored_center(), data.feature_scale()};
  static_cast<ScoreStatistics&>(model) = std::move(summary.statistics);
  finish_report(fitted.result, fitted.start, options, model.report);
  to_stored_units(model);
  model.report.threads_used = data.threads;
  model.report.precision_used = std::is_same_v<T, float> ? Precision::float32 : Precision::float64;
  return finish(std::move(model), begin);
}

bool use_float(const FitOptions& options, Storage storage) {
  if (options.precision != Precision::automatic) return options.precision == Precision::float32;
  return bytes_per_value(storage) <= 4 && options.tolerance >= 1e-5;
}

}  // namespace

int components_for_share(const Rows& rows, const FitOptions& requested, double share) {
  if (!(share > 0 && share < 1))
    throw InvalidArgument(fmt::format("a share of the spectrum must satisfy 0 < share < 1, got {}", share));
  if (requested.kernel != Kernel::none || !requested.modes.empty())
    throw InvalidArgument("a share of the spectrum says nothing of kernels and tensors; give a number of components");
  FitOptions options = requested;
  options.components = 1;
  validate(options, rows.rows(), rows.cols());
  const SerialBlas serial;
  const ProductTeam team(resolve_threads(options.threads));
  FitReport report;
  const FitData data = make_data(rows, options, {}, report);
  const PreparedRows<double> sphere = data.prepare<double>(RowScaling::sphere);
  require_spread(sphere, options.center);
  // Rows have length 1, or 0.
  const double total = sphere.sum([&](Index i) { return sphere.norm(i) > 0 ? sphere.weight(i) : 0.0; });
  const Index most = std::min(rows.rows(), rows.cols());
  for (Index least = std::min<Index>(most, 32);; least = std::min(most, 2 * least)) {
    const Vector<double> values = principal_values(sphere, least, options.seed);
    double sum = 0;
    for (Index k = 0; k < values.size(); ++k)
      if ((sum += values(k)) >= share * total * (1 - 1e-12)) return static_cast<int>(k + 1);
    if (values.size() == most) return static_cast<int>(most);
  }
}

Fit fit(const Rows& rows, const FitOptions& requested, const Observer& observer) {
  const auto begin = std::chrono::steady_clock::now();
  validate(requested, rows.rows(), rows.cols());
  const FitOptions options = with_components(requested);
  // Once stopped, always stopped: a stage that can end early leaves the rest to the next.
  bool stopped = false;
  double unit = 1;  // of the objective, as people see it
  const Observer latched = [&](Progress progress) {
    progress.objective *= unit;
    stopped = stopped || (observer && observer(progress) == Signal::stop);
    return stopped ? Signal::stop : Signal::go_on;
  };
  if (options.kernel != Kernel::none) return finish(fit_kernel(rows, options, latched), begin);
  const SerialBlas serial;
  const ProductTeam team(resolve_threads(options.threads));
  FitReport report;
  describe_request(rows, options, report);
  FitData data = make_data(rows, options, latched, report);
  unit = std::exp2(objective_degree(options) * report.scale_exponent);
  if (options.modes.size() > 1) return finish(fit_tensor(data, std::move(report)), begin);
  return use_float(options, rows.storage()) ? fit_in_precision<float>(data, std::move(report), begin)
                                            : fit_in_precision<double>(data, std::move(report), begin);
}

}  // namespace l21
