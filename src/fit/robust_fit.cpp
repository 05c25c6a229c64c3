#include "fit/robust_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "fit/build_model.hpp"
#include "fit/report.hpp"
#include "fit/score_scatter.hpp"
#include "fit/sphere_start.hpp"
#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "linalg/polar.hpp"
#include "methods/solve.hpp"
#include "model/summary.hpp"
#include "robust/other_group.hpp"
#include "robust/polish.hpp"
#include "robust/sample.hpp"
#include "robust/search.hpp"

namespace l21::internal {
namespace {

// What the search on a sample found, as a subspace of the table.
struct SampleSearch {
  Candidate start;
  SearchResult search;
  Index sample_rows = 0;
  bool whole = false;  // the sample is the table
  std::optional<OtherGroup> other{};
};

// `exact_counts`: rows stand for whole numbers of rows, so that a sample can be the table.
SampleSearch search_sample(const FitData& data, const Vector<double>& counts, bool exact_counts) {
  const FitOptions& options = data.options;
  const Index least = search_rows(data.stored.rows(), data.stored.cols(), options.components);
  const double all = counts.size() > 0 ? counts.sum() : static_cast<double>(data.stored.rows());
  const Index draws = all <= 2 * static_cast<double>(least) ? 2 * least : least;
  const std::vector<Index> rows = rows_of_sample(counts, data.stored.rows(), draws, options.seed);
  const Sample sample(data.stored, data.factor, rows, data.threads);
  const RowMatrix<double>& Y = sample.coordinates();
  const Index components = std::min<Index>(options.components, Y.cols());
  // Where the sample is the table, all steps are taken in its coordinates.
  const bool whole = exact_counts && all <= static_cast<double>(draws);
  Settling settling;
  if (whole) settling = {{options.max_iterations, options.tolerance}, data.observer};
  SearchResult search =
      search_subspace(Y, sphere_start(Y, components, options.seed, data.threads), settling, options.seed, data.threads);
  std::optional<OtherGroup> other;
  if (search.kept <= 1 - kRobust.other_share) other = other_group(Y, search.best, options.seed, data.threads);
  Candidate start = sample.in_table(search.best);
  // A sample of lower rank leaves some directions open.
  start.W.conservativeResize(Eigen::NoChange, options.components);
  start.W.rightCols(options.components - components).setZero();
  complete_basis(start.W, components);
  return {std::move(start), std::move(search), static_cast<Index>(rows.size()), whole, other};
}

// What rows with a robust weight count, and others not.
Vector<double> of_kept(const Vector<double>& robust, const Vector<double>& values) {
  const Vector<double> kept = (robust.array() > 0).cast<double>();
  return values.size() > 0 ? Vector<double>(kept.cwiseProduct(values)) : kept;
}

// The steps in coordinates of the sample belong to the fit where that is the table.
MethodResult as_method_result(const SampleSearch& found, const Polished& polished) {
  MethodResult result;
  result.W = polished.at.W;
  result.counter = polished.counter;
  if (found.whole) result.report = found.search.settled;
  append(result.report, polished.report, {});
  result.report.status = polished.report.status;
  result.report.residual = polished.report.residual;
  result.solver = {Solver::accelerated, Engine::linear};
  return result;
}

}  // namespace

template <class T>
Model fit_robust(FitData& data) {
  const FitOptions& options = data.options;
  FitReport report = describe_request(data);
  const PreparedRows<T> about_mean = data.prepare<T>(RowScaling::none);
  require_spread(about_mean, Center::mean);
  const Vector<double> counts = about_mean.counts();
  const SampleSearch found = search_sample(data, counts, about_mean.weights_are_counts());
  const RobustTable table{data.stored, data.factor, options.weights, counts, data.threads};
  const int left = options.max_iterations - (found.whole ? found.search.settled.iterations : 0);
  const Polished polished = polish<T>(table, found.start, {std::max(left, 1), options.tolerance}, data.observer);
  data.center = polished.at.center;
  report.robust = {.start = found.search.winner,
                   .duels = found.search.duels,
                   .kept = polished.rows.kept,
                   .tail = polished.rows.tail,
                   .cutoff = polished.rows.group.cutoff,
                   .far = polished.rows.far,
                   .sample_rows = found.sample_rows,
                   .other = found.other};
  if (found.other) data.warnings.push_back(in_words(*found.other));

  const PreparedRows<T> rows = data.prepare<T>(RowScaling::none);
  describe_data(data, rows, report);
  report.precision_used = std::is_same_v<T, float> ? Precision::float32 : Precision::float64;
  report.certificate.reason = CertificateReason::no_objective;
  const LinkSpec link{Method::pca, 2, data.stored.cols()};
  const Vector<double>& weight = polished.rows.weight;
  Summary summary = summarize(rows.with_weights(of_kept(weight, options.weights)), {}, link, polished.at.W, {}, report);
  add_scatter(data, rows, of_kept(weight, counts), summary.components, summary.statistics);
  finish_report(as_method_result(found, polished), {}, options, report);
  to_stored_units(options, summary.statistics, report);
  return build_model(LinearSubspace{std::move(summary.components), data.stored_center(), data.feature_scale()},
                     std::move(summary.statistics), options, std::move(report));
}

template Model fit_robust<float>(FitData&);
template Model fit_robust<double>(FitData&);

}  // namespace l21::internal

namespace l21 {

Message in_words(const OtherGroup& other) {
  return {fmt::format("{:.0f} % of the rows belong together in a subspace of their own, {:.0f} degrees from this one; ",
                      100 * other.share, other.angle),
          Message::Spelled{"fit with weights_beside()", "--alternatives writes it", "RobustPCA.alternative(X)"},
          Message::Spelled{" finds it", " too", " finds it"}};
}

Vector<double> weights_beside(const Model& model, const Rows& rows, const Vector<double>& weights, int threads) {
  if (!model.report.robust) throw InvalidArgument("only a model of method robust leaves rows out");
  if (weights.size() > 0 && weights.size() != rows.rows())
    throw InvalidArgument(fmt::format("weights must be one per row: {} rows, {} weights", rows.rows(), weights.size()));
  const auto& [cutoff, far] = std::pair(model.report.robust->cutoff, model.report.robust->far);
  Vector<double> left = model.distances(rows, threads).orthogonal;
  const Vector<double> along = model.transform(rows, threads).rowwise().norm();
  for (Index i = 0; i < left.size(); ++i) {
    const bool belongs = left(i) <= std::max(cutoff, far * std::hypot(left(i), along(i)));
    left(i) = belongs ? 0.0 : weights.size() > 0 ? weights(i) : 1.0;
  }
  const Index count = (left.array() > 0).count(), least = model.size() + 2;
  if (count < least)
    throw DataError(
        fmt::format("there is no other group: only {} of {} rows do not belong to the first, and {} "
                    "components need at least {}",
                    count, rows.rows(), model.size(), least));
  return left;
}

}  // namespace l21
