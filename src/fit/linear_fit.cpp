#include "fit/linear_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <type_traits>
#include <utility>

#include "data/projections.hpp"
#include "data/scan.hpp"
#include "fit/build_model.hpp"
#include "fit/cells_fit.hpp"
#include "fit/certify.hpp"
#include "fit/damaged_shares.hpp"
#include "fit/guard.hpp"
#include "fit/joint_center.hpp"
#include "fit/report.hpp"
#include "fit/restarts.hpp"
#include "fit/robust_fit.hpp"
#include "l21/error.hpp"
#include "l21/option_table.hpp"
#include "linalg/subspace.hpp"
#include "model/canonical.hpp"
#include "solver/free_center_problem.hpp"

namespace l21::internal {
namespace {

// Residuals of sparse rows are differences of squares, of which float32 would leave too few digits.
bool use_float(const FitOptions& options, const Rows& rows) {
  if (uses_residuals(options.method) && rows.sparse()) return false;
  if (options.precision != Precision::automatic) return options.precision == Precision::float32;
  return bytes_per_value(rows.storage()) <= 4 && options.tolerance >= 1e-5;
}

void warn_of_plain_solver(const FitOptions& options, FitReport& report) {
  if (options.solver == Solver::accelerated && !is_smooth(options.method))
    report.warnings.emplace_back(
        fmt::format("solver accelerated serves pca, l21, r1 and l2p; {} was solved by the plain iteration",
                    to_string(options.method)));
}

// Sparse components are shown as they are; their span has an orthonormal basis of its own.
template <class T>
Summary summarize_fit(const FitData& data, SingleFit<T>& fit, FitReport& report) {
  const FitOptions& options = data.options;
  const LinkSpec link{options.method, options.p, data.stored.cols()};
  SummaryOptions shown{.mean_square = data.mean_square()};
  Matrix<double> sparse;
  if (has_sparse_components(options.method)) {
    sparse = std::exchange(fit.result.W, span_of(fit.result.W));
    for (Index k = 0; k < sparse.cols(); ++k) sparse.col(k) *= canonical_sign(sparse.col(k));
    shown.shown = &sparse;
  }
  if (options.row_scaling == RowScaling::none) return summarize(fit.rows, {}, link, fit.result.W, shown, report);
  return summarize(data.prepare<T>(RowScaling::none), fit.rows.row_factor, link, fit.result.W, shown, report);
}

template <class T>
void certify_about(FitData& data, const Vector<double>& center, SingleFit<T>& fit, FitReport& report) {
  data.center = center;
  fit.rows = data.prepare<T>(RowScaling::none);
  data.center_reads += 1;
  certify_fit(data, fit, report);
}

// Center::optimal follows from the subspace, the best of all starts. Bounds about any center are bounds of the least
// over all of them. Where a row is the median of the scores, about another center it would be left out of the bound;
// about that row the tangent has the slopes of the fit.
template <class T>
void certify_about_optimum(FitData& data, SingleFit<T>& fit, FitReport& report) {
  if (fit.result.report.status != Status::interrupted) try_other_starts(data, fit);
  const Matrix<double>& W = fit.result.W;
  const Matrix<double> scores = project_rows(fit.rows, W);
  const Vector<double> b = median_of_scores(scores, fit.rows, Vector<double>::Zero(W.cols()));
  const std::vector<Index> there = rows_at(scores, b, fit.rows, data.stored.cols());
  const Vector<double> optimum = data.center + W * b;
  data.center_reads += 1;
  FitReport about_row = report;
  if (!there.empty()) certify_about(data, data.center + fit.rows.row(there.front()), fit, about_row);
  const Certificate& other = about_row.certificate;
  if (other.certified().value_or(false)) {
    report.certificate = other;
    data.center = optimum;
    fit.rows = data.prepare<T>(RowScaling::none);
  } else {
    certify_about(data, optimum, fit, report);
    if (other.gap && !(report.certificate.gap <= other.gap)) report.certificate = other;
  }
  report.reads_certificate += about_row.reads_certificate;
}

// A robust fit sees a table that is whole: its holes are filled by the subspace that it found, until that stays.
template <class T>
Model fit_robust_to_known(FitData& data) {
  constexpr int kMostRounds = 10;
  constexpr double kSame = 0.05;  // degrees
  Model model = fit_robust<T>(data);
  for (int round = 1; data.holes && round < kMostRounds && model.report.status != Status::interrupted; ++round) {
    const Matrix<double> W = model.linear().components.transpose();
    data.fill_holes<T>(W);
    data.warnings.clear();
    model = fit_robust<T>(data);
    if (largest_angle(W, model.linear().components.transpose()) <= kSame) break;
  }
  return model;
}

template <class T>
Model fit_in_precision(FitData& data) {
  const FitOptions& options = data.options;
  if (options.method == Method::robust) return fit_robust_to_known<T>(data);
  FitReport report = describe_request(data);
  const double small_move = std::clamp(options.tolerance, 1e-12, options.center == Center::joint ? 1e-6 : 1e-4);
  SingleFit<T> fit = has_joint_center(data) ? fit_with_joint_center<T>(data, small_move) : fit_once<T>(data, options);
  if (options.center == Center::optimal)
    certify_about_optimum(data, fit, report);
  else
    certify_fit(data, fit, report);  // and other starts, where those may help
  if (data.holes) {
    data.fill_holes<T>(fit.result.W);
    data.mean = scan_rows(data.stored, options.weights, data.threads).mean.cwiseProduct(data.factor);
    ++data.center_reads;
    fit.rows = data.prepare<T>(options.row_scaling);
  }
  guard_fit(data, fit.rows, has_sparse_components(options.method) ? span_of(fit.result.W) : fit.result.W, report);
  describe_data(data, fit.rows, report);
  warn_of_plain_solver(options, report);
  report.precision_used = std::is_same_v<T, float> ? Precision::float32 : Precision::float64;
  Summary summary = summarize_fit(data, fit, report);
  finish_report(fit.result, fit.start, options, report);
  to_stored_units(options, summary.statistics, report);
  return build_model(LinearSubspace{std::move(summary.components), data.stored_center(), data.feature_scale()},
                     std::move(summary.statistics), options, std::move(report));
}

}  // namespace

namespace {

// The fit to the cells that go with the others of their row; where these are nearly all, or too few, the fit that takes
// the rows as they are and withstands most.
template <class T>
Model fit_to_good_cells(const FitData& data, const Observer& observer) {
  if (data.given().sparse())
    throw InvalidArgument({"sparse rows have no cells that are damaged: ", option_name("damaged_cells"), " keep"});
  CellSearch found = search_cells<T>(data);
  const Index missing = data.holes ? data.holes->holes().count() : 0;
  FitOptions options = data.options;
  options.damaged_cells = DamagedCells::keep;
  const bool left_out = found.report.verdict == CellVerdict::left_out;
  if (!left_out) options.method = Method::l21;
  if (left_out) options.weights = weights_without(found.beyond, options.weights, data.stored.rows());
  FitData chosen = make_data(data.given(), options, observer);
  if (left_out) {
    chosen.holes = std::make_shared<FilledRows>(data.given(), std::move(found.holes), kDamagedWeight);
    chosen.center = found.center.cwiseProduct(chosen.factor);
    (void)chosen.holes->template fill<T>({chosen.factor, chosen.center}, found.W, chosen.threads);
    found.counter.add(static_cast<double>(found.W.cols()));
    chosen.stored = chosen.holes->filled();
  }
  Model model = fit_in_precision<T>(chosen);
  if (left_out) {
    const double unit = std::ldexp(1.0, chosen.scale_exponent);
    const CellModel cells = cells_about(chosen, model.linear().components.transpose(), found.counter);
    model.linear().cells =
        CellStatistics{unit * cells.scale, unit * cells.range, unit * cells.variance.cwiseSqrt(), cells.tails};
    model.report.missing_cells = missing;
  }
  model.report.reads_start += found.counter.reads;
  model.report.passes_start += found.counter.columns / (2.0 * options.components);
  model.options.damaged_cells = DamagedCells::leave_out;
  model.sample_shape = options.sample_shape;
  model.report.cells = found.report;
  return model;
}

}  // namespace

Model fit_linear(const Rows& rows, const FitOptions& options, const Observer& observer) {
  FitData data = make_data(rows, options, observer);
  if (options.damaged_cells == DamagedCells::leave_out)
    return use_float(options, rows) ? fit_to_good_cells<float>(data, observer)
                                    : fit_to_good_cells<double>(data, observer);
  return use_float(options, rows) ? fit_in_precision<float>(data) : fit_in_precision<double>(data);
}

}  // namespace l21::internal
