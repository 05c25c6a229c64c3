#include "fit/kernel_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/column_statistics.hpp"
#include "data/scan.hpp"
#include "fit/build_model.hpp"
#include "fit/certify.hpp"
#include "fit/effort.hpp"
#include "fit/kernel_gram.hpp"
#include "fit/linear_fit.hpp"
#include "fit/report.hpp"
#include "kernel/coordinates.hpp"
#include "kernel/landmarks.hpp"
#include "kernel/precomputed.hpp"
#include "l21/error.hpp"
#include "linalg/parallel.hpp"
#include "linalg/statistics.hpp"
#include "methods/cost_model.hpp"
#include "model/canonical.hpp"
#include "model/score_distance.hpp"
#include "model/summary.hpp"

namespace l21::internal {
namespace {

void require_affordable(Index needed, Index affordable, Index n) {
  if (needed <= affordable) return;
  constexpr double kGiga = 1 << 30;
  throw InvalidArgument(
      {fmt::format("{} coordinates of {} rows take {:.1f} GB with the fit, more than memory holds; use ", needed, n,
                   bytes_of_coordinates(n, needed) / kGiga),
       option_name("landmarks"), fmt::format(" {} or fewer, or ", affordable), option_name("memory")});
}

std::vector<Index> spanning_rows(const KernelRows& rows, const FitOptions& options) {
  if (options.landmarks > 0)
    return choose_landmarks(rows, options.weights, options.landmarks, options.landmark_choice, options.seed);
  return all_indices(rows.rows());
}

// Nothing where the rows span too many dimensions and the kernel matrix itself will do.
std::optional<KernelCoordinates> find_coordinates(const KernelRows& rows, const FitOptions& options, bool or_matrix,
                                                  const Observer& observer) {
  const Index n = rows.rows(), affordable = affordable_rank(kernel_memory(options), n);
  const bool clipped = !is_semidefinite(rows.kernel());
  const Index spanning = options.landmarks > 0 ? options.landmarks : n;
  // An eigendecomposition takes three matrices of landmarks besides.
  if (options.landmarks > 0 || clipped)
    require_affordable(clipped ? spanning + 3 * spanning * spanning / n : spanning, affordable, n);
  const std::vector<Index> candidates = spanning_rows(rows, options);
  if (clipped) return clipped_coordinates(rows, candidates);

  const CoordinateLimits limits{.least_rank = options.components,
                                .most_rank = or_matrix ? std::min(affordable, worthwhile_rank(n)) : affordable,
                                .give_up = or_matrix ? GiveUp::when_foreseen : GiveUp::when_reached};
  auto found = pivoted_coordinates(rows, candidates, limits, observer);
  if (!found && !or_matrix) require_affordable(n, affordable, n);
  if (found && options.kernel == Kernel::precomputed && options.landmarks == 0) require_explained(rows, *found);
  if (found && found->Z.cols() == 0)
    throw DataError("all rows are 0 in the space of the kernel: there is no direction to find");
  return found;
}

// The fit in coordinates becomes one over landmarks.
KernelExpansion expand(const LinearSubspace& linear, const KernelRows& rows, KernelCoordinates& coordinates) {
  KernelExpansion expansion;
  const Matrix<double> W = linear.components.transpose();
  expansion.kernel = rows.kernel();
  expansion.rows = coordinates.landmarks;
  expansion.landmarks = rows.kept(coordinates.landmarks);
  expansion.coefficients = coordinates.over_landmarks(W);
  expansion.center = coordinates.over_landmarks(linear.center);
  expansion.center_scores = W.transpose() * linear.center;
  expansion.center_norm = linear.center.norm();
  expansion.map = std::move(coordinates.map);
  return expansion;
}

void choose_signs(KernelFit& fit) {
  KernelExpansion& expansion = fit.expansion;
  for (Index j = 0; j < expansion.coefficients.cols(); ++j) {
    const double sign = canonical_sign(expansion.coefficients.col(j));
    expansion.coefficients.col(j) *= sign;
    expansion.center_scores(j) *= sign;
    fit.statistics.score_median(j) *= sign;
  }
}

// What landmarks leave out of the rows lies outside every subspace.
void add_left_out(const Matrix<double>& Z, const Vector<double>& left_out, const Vector<double>& weights,
                  Model& model) {
  const Vector<double> itself = Z.rowwise().squaredNorm() + left_out;
  Vector<double> distance = model.distances(rows_of(Z), model.options.threads).orthogonal;
  distance = (distance.cwiseAbs2() + left_out).cwiseSqrt();
  const Vector<double> w = weights_or_ones(weights, distance.size());
  model.report.reconstruction_error = w.dot(distance) / w.sum();
  model.report.total_variance += w.dot(left_out) / w.sum();
  // Distances of new rows are differences of products, with an error of 1e-8 of their length.
  const double rounding = 1e-7 * std::sqrt(itself.maxCoeff());
  model.orthogonal_cutoff = std::max(spread_of(RowFacts(weights, itself.cwiseSqrt(), 1), distance).cutoff, rounding);
  // The dimensions of its noise are not to be counted.
  model.orthogonal_scale = model.noise_dimensions = 0;
  model.combined_cutoff = corner_cutoff(model);
}

// How much more of the objective than what the coordinates hold there can be: they leave out what is rounding beside
// the longest row, of a centered row up to b_i. Either its length grows by b_i, or x_i^T P x_i by b_i^2 in the tangent.
double objective_left_out(const KernelCoordinates& coordinates, const FitOptions& options, const Model& model) {
  const Matrix<double>& Z = coordinates.Z;
  const Index n = Z.rows();
  const double p = concave_exponent(options).value();
  const Vector<double> w = weights_or_ones(options.weights, n), itself = Z.rowwise().squaredNorm();
  const double rounding = rounding_of_sum<double>(n) * itself.maxCoeff();
  Vector<double> b = (coordinates.left_out.array() + rounding).sqrt();
  if (options.center != Center::none) b.array() += options.center == Center::mean ? w.dot(b) / w.sum() : b.maxCoeff();
  const Vector<double>& center = model.linear().center;
  const Vector<double> inside = model.transform(rows_of(Z), options.threads).rowwise().norm();
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    double norm = (Z.row(i).transpose() - center).norm(), r = inside(i);
    if (options.row_scaling == RowScaling::sphere && norm > 0) b(i) /= norm, r /= norm, norm = 1;
    // (s + b)^p - s^p over 0 <= s <= norm is largest at the end for p >= 1, at the beginning below.
    const double longer = w(i) * (p < 1 ? std::pow(b(i), p) : p * std::pow(norm + b(i), p - 1) * b(i));
    const double wider = r > 0 ? w(i) * (p / 2) * std::pow(r, p - 2) * b(i) * b(i) : longer;
    sum += std::min(longer, wider);
  }
  return sum;
}

void describe(const KernelCoordinates& coordinates, const FitOptions& options, FitReport& report) {
  report.kernel_rank = coordinates.Z.cols();
  report.kernel_clipped = coordinates.clipped_share;
  const double total = coordinates.Z.squaredNorm() + coordinates.left_out.sum();
  report.kernel_outside = total > 0 ? coordinates.left_out.sum() / total : 0.0;
  if (coordinates.clipped_share > 1e-12)
    report.warnings.emplace_back(
        fmt::format("the kernel is not positive semidefinite; {:.2g} % of its spectrum was "
                    "negative and is cut off",
                    100 * coordinates.clipped_share));
  report.certificate.within_landmarks = options.landmarks > 0 && report.certificate.certified().has_value();
  if (options.landmarks > 0 && *report.kernel_outside > 0.1)
    report.warnings.emplace_back(
        fmt::format("{} landmarks leave {:.0f} % of the squared length of the rows outside; more "
                    "landmarks or a smaller gamma would leave less",
                    options.landmarks, 100 * *report.kernel_outside));
}

// What is left of a limit of memory belongs to the fit to the coordinates, with the coordinates themselves.
FitOptions options_inside(const FitOptions& options, const KernelCoordinates& coordinates) {
  const Index rank = coordinates.Z.cols();
  if (options.components > rank)
    throw InvalidArgument({option_name("components"), " must satisfy 1 <= ", option_symbol("components"),
                           fmt::format(" <= {} (the rank of the kernel matrix{}), got {}", rank,
                                       options.landmarks > 0 ? " of the landmarks" : "", options.components)});
  FitOptions inside = options;
  inside.kernel = Kernel::none, inside.landmarks = 0, inside.gamma.reset();
  inside.guard = Guard::off;  // there is no robust fit with a kernel to be offered
  return inside;
}

KernelFit fit_in_coordinates(const KernelRows& rows, KernelCoordinates coordinates, const FitOptions& options,
                             const Observer& observer) {
  Model model = fit_linear(rows_of(coordinates.Z), options_inside(options, coordinates), observer);
  if (options.landmarks == 0 && model.report.certificate.upper_bound)
    raise_bound(objective_left_out(coordinates, options, model), options, model.report);
  describe(coordinates, options, model.report);
  add_left_out(coordinates.Z, coordinates.left_out, options.weights, model);
  KernelExpansion expansion = expand(model.linear(), rows, coordinates);
  return {std::move(expansion), std::move(static_cast<ScoreStatistics&>(model)), std::move(model.report)};
}

// In coordinates where those are few or nothing else will do; else on the kernel matrix, where memory holds it.
KernelFit fit_by_cost(const KernelRows& rows, const FitOptions& options, const Observer& observer) {
  const bool matrix_fits = rows.rows() <= affordable_rank(kernel_memory(options), rows.rows());
  const bool or_matrix = matrix_fits && options.landmarks == 0 && gram_serves_kernel(options);
  auto coordinates = find_coordinates(rows, options, or_matrix, observer);
  if (!coordinates) {
    if (auto fit = fit_on_kernel_matrix(rows, options, observer)) return *std::move(fit);
    coordinates = find_coordinates(rows, options, false, observer);
  }
  return fit_in_coordinates(rows, *std::move(coordinates), options, observer);
}

// Near most rows, whatever the others are; sparse rows are near 0.
Vector<double> shift_of(const Rows& rows, const KernelSpec& kernel, const Vector<double>& weights, int threads) {
  const Index d = rows.cols();
  if (kernel.function != Kernel::rbf || rows.sparse()) return Vector<double>::Zero(d);
  return column_medians(rows, Vector<double>::Ones(d), weights, threads);
}

}  // namespace

Model fit_kernel(const Rows& rows, const FitOptions& requested, const Observer& observer) {
  FitOptions options = requested;
  const int threads = resolve_threads(options.threads);
  (void)scan_rows(rows, options.weights, threads);
  if (options.kernel == Kernel::precomputed) require_symmetric(rows, threads);
  const KernelSpec kernel = kernel_spec(options, rows.cols());
  options.gamma = kernel.gamma;
  const KernelRows kernel_rows(rows, kernel, shift_of(rows, kernel, options.weights, threads), threads);
  KernelFit fit = fit_by_cost(kernel_rows, options, observer);
  choose_signs(fit);
  describe_request(rows, options, fit.report);
  if (const KernelMemory memory = kernel_memory(options); memory.of_machine) fit.report.kernel_memory = memory.bytes;
  return build_model(std::move(fit.expansion), std::move(fit.statistics), options, std::move(fit.report));
}

}  // namespace l21::internal
