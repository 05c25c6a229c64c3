#include "model/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "data/pass.hpp"
#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/polar.hpp"
#include "linalg/statistics.hpp"
#include "model/canonical.hpp"
#include "model/scores.hpp"

namespace l21::internal {
namespace {

struct RowSums {
  ScoreMoments moments;
  double projected = 0;
  double residual = 0;

  // m x m, or where axes are kept their diagonals, m x 1; the share of what is shown.
  RowSums(Index m, Index shown, Axes axes) {
    const auto zero = [&](Index size) { return Matrix<double>::Zero(size, axes == Axes::canonical ? size : 1); };
    moments = {zero(m), zero(m), zero(shown)};
  }
  RowSums& operator+=(const RowSums& other) {
    moments.covariance += other.moments.covariance;
    moments.sign_scatter += other.moments.sign_scatter;
    moments.share += other.moments.share;
    projected += other.projected;
    residual += other.residual;
    return *this;
  }
};

// One block of scores: all that is summed from it. `t` is left as it is.
template <class T>
class BlockSummary {
 public:
  // `shown` (or nothing, for I) leads from t to the scores that are shown.
  BlockSummary(const PreparedRows<T>& rows, const Vector<double>& row_factor, const Link<T>& link, Axes axes,
               Matrix<double> shown)
      : rows_(rows), row_factor_(row_factor), link_(link), axes_(axes), shown_(std::move(shown)) {}

  void add(const ProjectedBlock<T>& block, RowSums& sums, Vector<double>& residual) const {
    const Index m = block.components;
    const Matrix<double> t = Eigen::Map<const RowMatrix<T>>(block.t, block.count, m).template cast<double>();
    // As in the links: a projection of this size is rounding and has no direction.
    const double zero = rounding_of_sum<T>(rows_.cols());
    Vector<double> w(block.count), sign_weight(block.count);
    for (Index i = 0; i < block.count; ++i) {
      const double norm = t.row(i).norm(), rho = std::sqrt(squared_residual(block, i));
      w(i) = rows_.weight(block.first + i);
      sign_weight(i) = norm > zero * rows_.norm(block.first + i) ? w(i) / (norm * norm) : 0.0;
      residual(block.first + i) = rho;
      sums.projected += w(i) * norm;
      sums.residual += w(i) * rho;
    }
    sums.moments.covariance += products(t, w.asDiagonal() * t);
    sums.moments.sign_scatter += products(t, sign_weight.asDiagonal() * t);
    add_share(block, shown_.size() > 0 ? product(t, shown_) : t, sums);
  }

 private:
  // A^T B, or its diagonal.
  [[nodiscard]] Matrix<double> products(const Matrix<double>& A, const Matrix<double>& B) const {
    if (axes_ == Axes::canonical) return product(Op::transpose, A, Op::none, B);
    return A.cwiseProduct(B).colwise().sum().transpose();
  }
  [[nodiscard]] double squared_residual(const ProjectedBlock<T>& block, Index i) const {
    return block.squared_norm[i] + (rows_.outside.size() > 0 ? rows_.outside(block.first + i) : 0.0);
  }

  // sum_i w_i t_i alpha_i^T of the rows as they were fitted.
  void add_share(const ProjectedBlock<T>& block, Matrix<double> t, RowSums& sums) const {
    Vector<double> squared(block.count);
    for (Index i = 0; i < block.count; ++i) squared(i) = squared_residual(block, i);
    Vector<double> norm = rows_.norm.segment(block.first, block.count);
    if (row_factor_.size() > 0) {
      const auto factor = row_factor_.segment(block.first, block.count);
      t = factor.asDiagonal() * t;
      squared.array() *= factor.array().square();
      norm.array() *= factor.array();
    }
    RowMatrix<T> alpha = t.cast<T>();
    LinkSum unused;
    unused.kinks.resize(static_cast<std::size_t>(link_.kink_groups(t.cols())));
    const double* weight = rows_.weights.size() > 0 ? rows_.weights.data() + block.first : nullptr;
    link_.slopes({block.first, block.count, t.cols(), alpha.data(), weight, norm.data(), squared.data()}, unused);
    sums.moments.share += products(t, alpha.template cast<double>());
  }

  const PreparedRows<T>& rows_;
  const Vector<double>& row_factor_;
  const Link<T>& link_;
  Axes axes_;
  Matrix<double> shown_;
};

// The diagonal of R^T S R; where axes are kept R is I and S its own diagonal.
Vector<double> diagonal_in(const Matrix<double>& R, const Matrix<double>& S, Axes axes) {
  return axes == Axes::canonical ? Vector<double>((R.transpose() * S * R).diagonal()) : Vector<double>(S.col(0));
}

// Weights that are whole numbers are counts of rows; others say how much a row is worth, which leaves n - 1 for equal
// ones of any size.
double variance_divisor(const Vector<double>& weights, Index n) {
  if (weights.size() == 0) return std::max<double>(1.0, static_cast<double>(n - 1));
  const double total = weights.sum();
  if ((weights.array() == weights.array().floor()).all() && total > 1) return total - 1;
  const double divisor = total - weights.squaredNorm() / total;
  return divisor > 1e-12 * total ? divisor : total;
}

// About the mean of the scores themselves, which is 0 only for the mean center.
double variance(const Vector<double>& scores, const Vector<double>& weights, double divisor) {
  if (weights.size() == 0) return (scores.array() - scores.mean()).square().sum() / divisor;
  const double mean = weights.dot(scores) / weights.sum();
  return weights.dot((scores.array() - mean).square().matrix()) / divisor;
}

// Variance, median and MAD of every score.
template <class T>
void score_statistics(const PreparedRows<T>& rows, const Scores<T>& all, const Matrix<double>& R, Model& model) {
  const Index m = model.components.rows();
  const double divisor = variance_divisor(rows.weights, rows.rows());
  model.score_median.resize(m), model.score_scale.resize(m), model.explained_variance.resize(m);
  for (Index first = 0; first < m; first += all.group()) {
    const Index count = std::min(all.group(), m - first);
    Matrix<double> scores =
        all.columns(model.components.middleRows(first, count).transpose(), R.middleCols(first, count));
    parallel_for(rows.threads, count, [&](Index k, int) {
      const Index j = first + k;
      model.explained_variance(j) = variance(scores.col(k), rows.weights, divisor);
      const std::span<double> column(scores.col(k).data(), static_cast<std::size_t>(rows.rows()));
      model.score_median(j) = median(column, as_span(rows.weights));
      model.score_scale(j) = scaled_mad(column, as_span(rows.weights), model.score_median(j));
    });
  }
  // A scale that is rounding beside the others would turn rounding in new rows into outliers.
  const double smallest = 1e-12 * model.score_scale.maxCoeff();
  for (double& scale : model.score_scale) scale = scale > smallest ? scale : 0.0;
}

// The few rows that carry most of the objective, if there are such.
template <class T>
void warn_of_dominating_rows(const PreparedRows<T>& rows, const Vector<double>& row_factor, Model& model) {
  if (row_factor.size() > 0 || rows.rows() < 20) return;
  Vector<double> size = rows.norm;
  for (Index i = 0; i < size.size(); ++i) size(i) *= rows.weight(i);
  std::sort(size.data(), size.data() + size.size(), std::greater<>());
  const Index few = std::max<Index>(1, rows.rows() / 20);
  const double share = size.head(few).sum() / std::max(rows.total_norm, 1e-300);
  if (share > 0.5)
    model.report.warnings.push_back(
        fmt::format("{} of {} rows carry {:.0f} % of the total norm; if they are gross outliers use --preset robust",
                    few, rows.rows(), 100 * share));
}

}  // namespace

// Distances to the power 2/3 are nearly normal (Wilson & Hilferty).
double orthogonal_cutoff(Vector<double> distance, const Vector<double>& weights) {
  for (double& value : distance) value = std::cbrt(value * value);
  const double middle = median(as_span(distance), as_span(weights));
  // `distance` may have been reordered, which matters only where there are weights, and then median() keeps the order.
  const double spread = scaled_mad(as_span(distance), as_span(weights), middle);
  return std::pow(middle + kNormalQuantile975 * spread, 1.5);
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

}  // namespace

template <class T>
void summarize(const PreparedRows<T>& rows, const Vector<double>& row_factor, const Link<T>& link,
               const Matrix<double>& W, const SummaryOptions& options, Model& model) {
  const Index m = W.cols();
  Vector<double> residual(rows.rows());
  Pass<T> pass(*rows.source, m, rows.threads);
  const Matrix<double> to_shown =
      options.shown ? product(Op::transpose, W, Op::none, *options.shown) : Matrix<double>();
  const RowSums none(m, options.shown ? options.shown->cols() : m, options.axes);
  std::vector<RowSums> parts(static_cast<std::size_t>(pass.slots()), none);
  const BlockSummary<T> summary(rows, row_factor, link, options.axes, to_shown);
  Scores<T> scores(rows, m, options.score_bytes);
  pass.project(W, Rest::residuals, [&](const ProjectedBlock<T>& block) {
    scores.keep(block);
    summary.add(block, parts[static_cast<std::size_t>(block.slot)], residual);
  });
  const RowSums sums = in_order(parts);
  auto [components, second, share] = choose_components(W, sums.moments, options, model.options.method);
  model.components = std::move(components);
  model.objective_share = share.sum() != 0 ? Vector<double>(share / share.sum()) : Vector<double>::Zero(share.size());

  // The components are W R up to rounding and signs, which the kept projections must follow.
  score_statistics(rows, scores, product(Op::transpose, W, Op::none, model.components.transpose()), model);
  const auto degrees = static_cast<double>((model.score_scale.array() > 0).count());
  model.score_cutoff = degrees > 0 ? std::sqrt(chi_square_quantile(0.975, degrees)) : 0.0;
  // Where the subspace holds everything the distances are rounding; the cutoff stays above that.
  const double rounding_distance = 1e4 * std::numeric_limits<T>::epsilon() * rows.total_norm / rows.total_weight;
  model.orthogonal_cutoff = std::max(orthogonal_cutoff(residual, rows.weights), rounding_distance);

  FitReport& report = model.report;
  const double largest = second.size() > 0 ? second.maxCoeff() : 0.0;
  const double rounding =
      std::numeric_limits<double>::epsilon() * static_cast<double>(std::max(rows.rows(), rows.cols()));
  report.rank = (second.array() > rounding * largest).count();
  report.reconstruction_error = sums.residual / rows.total_weight;
  report.l21_ratio = rows.total_norm > 0 ? sums.projected / rows.total_norm : 0.0;
  report.total_norm = rows.total_norm;
  const Vector<double> squares = rows.norm.cwiseAbs2();
  const double square = rows.weights.size() > 0 ? rows.weights.dot(squares) : squares.sum();
  report.total_variance =
      std::max(0.0, square - rows.total_weight * options.mean_square) / variance_divisor(rows.weights, rows.rows());
  warn_of_dominating_rows(rows, row_factor, model);
}

template void summarize<float>(const PreparedRows<float>&, const Vector<double>&, const Link<float>&,
                               const Matrix<double>&, const SummaryOptions&, Model&);
template void summarize<double>(const PreparedRows<double>&, const Vector<double>&, const Link<double>&,
                                const Matrix<double>&, const SummaryOptions&, Model&);

}  // namespace l21::internal
