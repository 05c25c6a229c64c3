#include "model/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "linalg/blas.hpp"
#include "linalg/polar.hpp"
#include "linalg/statistics.hpp"
#include "model/canonical.hpp"
#include "model/score_distance.hpp"

namespace l21::internal {
namespace {

// The diagonal of R^T S R; where axes are kept R is I and S its own diagonal.
Vector<double> diagonal_in(const Matrix<double>& R, const Matrix<double>& S, Axes axes) {
  return axes == Axes::canonical ? Vector<double>((R.transpose() * S * R).diagonal()) : Vector<double>(S.col(0));
}

// A warning where a few rows carry most of the objective, unless the guard has said more.
void warn_of_dominating_rows(const RowFacts& rows, const Vector<double>& row_factor, FitReport& report) {
  if (row_factor.size() > 0 || rows.count() < 20 || (report.guard && report.guard->alarm())) return;
  const Index few = std::max<Index>(1, rows.count() / 20);
  const double share = rows.share_of_longest(few);
  if (share > 0.5)
    report.warnings.push_back(
        {fmt::format("{} of {} rows carry {:.0f} % of the total norm; if they are gross outliers use ", few,
                     rows.count(), 100 * share),
         robust_preset_name()});
}

}  // namespace

// Distances to the power 2/3 are nearly normal (Wilson & Hilferty).
DistanceSpread spread_of(const RowFacts& rows, const Vector<double>& distance) {
  const auto [middle, spread] =
      rows.middle_of(rows.each([&](Index i) { return std::cbrt(distance(i) * distance(i)); }));
  return {std::pow(middle, 1.5), std::pow(middle + kNormalQuantile975 * spread, 1.5)};
}

namespace {

// The components, and of their scores the second moments and the shares of the objective.
struct Choice {
  RowMatrix<double> components;
  Vector<double> second, share;
};

Choice choose_components(const Matrix<double>& W, const ScoreMoments& moments, const SummaryOptions& options,
                         Method method) {
  if (options.shown) {
    const Matrix<double> R = product(Op::transpose, W, Op::none, *options.shown);
    return {options.shown->transpose(), diagonal_in(R, moments.covariance, options.axes), moments.share.diagonal()};
  }
  const Matrix<double> R = options.axes == Axes::canonical ? canonical_rotation(W, moments, method)
                                                           : Matrix<double>::Identity(W.cols(), W.cols());
  return {polar_factor(product(W, R)).transpose(), diagonal_in(R, moments.covariance, options.axes),
          diagonal_in(R, moments.share, options.axes)};
}

// Variance, median, scale and cutoff of the scores. The components are W R up to rounding and signs, which the kept
// projections must follow.
template <class T>
ScoreStatistics statistics_of(const Scores<T>& scores, const Matrix<double>& W, const RowMatrix<double>& components) {
  const Matrix<double> shown = components.transpose();
  auto [variance, middle, scale] = scores.statistics(shown, product(Op::transpose, W, Op::none, shown));
  // A scale that is rounding beside the others would turn rounding in new rows into outliers.
  const double smallest = 1e-12 * scale.maxCoeff();
  for (double& value : scale) value = value > smallest ? value : 0.0;
  const auto degrees = static_cast<double>((scale.array() > 0).count());
  ScoreStatistics statistics;
  statistics.explained_variance = std::move(variance);
  statistics.score_median = std::move(middle);
  statistics.score_scale = std::move(scale);
  statistics.score_cutoff = degrees > 0 ? std::sqrt(chi_square_quantile(0.975, degrees)) : 0.0;
  return statistics;
}

}  // namespace

template <class T>
Summary summarize(const PreparedRows<T>& rows, const Vector<double>& row_factor, const LinkSpec& link,
                  const Matrix<double>& W, const SummaryOptions& options, FitReport& report) {
  const Matrix<double> to_shown =
      options.shown ? product(Op::transpose, W, Op::none, *options.shown) : Matrix<double>();
  const auto moments_as = options.axes == Axes::canonical ? MomentsAs::matrices : MomentsAs::diagonals;
  const Scores<T> scores(rows, {link, W, to_shown, row_factor, moments_as, options.score_bytes});
  const ScoreSums& sums = scores.sums();
  auto [components, second, share] = choose_components(W, sums.moments, options, link.method);
  ScoreStatistics statistics = statistics_of(scores, W, components);
  statistics.objective_share =
      share.sum() != 0 ? Vector<double>(share / share.sum()) : Vector<double>::Zero(share.size());
  // Where the subspace holds everything the distances are rounding; the cutoff stays above that.
  const double rounding_distance = 1e4 * std::numeric_limits<T>::epsilon() * rows.total_norm / rows.total_weight;
  const auto [typical, cutoff] = spread_of(rows, scores.distances());
  statistics.orthogonal_cutoff = std::max(cutoff, rounding_distance);
  statistics.combined_cutoff = corner_cutoff(statistics);
  if (const Index noise = std::min(rows.counted(), rows.cols()) - W.cols(); noise > 0 && typical > rounding_distance) {
    statistics.noise_dimensions = static_cast<double>(noise);
    statistics.orthogonal_scale =
        typical * std::sqrt(statistics.noise_dimensions / chi_square_quantile(0.5, statistics.noise_dimensions));
    statistics.combined_cutoff = std::sqrt(chi_square_quantile(0.975, static_cast<double>(components.rows() + noise)));
  }

  const double largest = second.size() > 0 ? second.maxCoeff() : 0.0;
  const double rounding =
      std::numeric_limits<double>::epsilon() * static_cast<double>(std::max(rows.rows(), rows.cols()));
  report.rank = (second.array() > rounding * largest).count();
  report.reconstruction_error = sums.residual / rows.total_weight;
  report.l21_ratio = rows.total_norm > 0 ? sums.projected / rows.total_norm : 0.0;
  report.total_norm = rows.total_norm;
  report.total_variance =
      std::max(0.0, rows.sum_of_squares() - rows.total_weight * options.mean_square) / variance_divisor(rows);
  warn_of_dominating_rows(rows, row_factor, report);
  return {std::move(components), std::move(statistics)};
}

template Summary summarize<float>(const PreparedRows<float>&, const Vector<double>&, const LinkSpec&,
                                  const Matrix<double>&, const SummaryOptions&, FitReport&);
template Summary summarize<double>(const PreparedRows<double>&, const Vector<double>&, const LinkSpec&,
                                   const Matrix<double>&, const SummaryOptions&, FitReport&);

}  // namespace l21::internal
