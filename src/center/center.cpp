#include "center/center.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

#include "data/make_source.hpp"
#include "data/pass.hpp"
#include "data/raw_statistics.hpp"
#include "linalg/statistics.hpp"

namespace l21::internal {
namespace {

// Sums over rows z = x - c with weights w_i / rho_i.
struct WeiszfeldSums {
  Vector<double> direction;                                  // sum_i (w_i / rho_i) z_i
  double inverse = 0;                                        // sum_i w_i / rho_i
  double coincident = 0;                                     // weight of the rows at the center, up to rounding
  double distance = 0;                                       // sum_i w_i rho_i
  Vector<double> inside;                                     // sum_i (w_i / rho_i) W^T z_i
  double nearest = std::numeric_limits<double>::infinity();  // the smallest rho_i, and whose it is
  Index nearest_row = -1;
};

// W may have no columns: then rho is the distance from the center itself.
WeiszfeldSums weiszfeld_sums(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights,
                             const Vector<double>& center, const Matrix<double>& W, double floor, int threads) {
  const auto source = make_source<double>(rows, {factor, center, {}});
  const double here = floor > 0 ? 0.0 : rounding_of_sum<double>(rows.cols()) * center.norm();
  const Index m = std::max<Index>(1, W.cols());
  const Matrix<double> directions = W.cols() > 0 ? W : Matrix<double>::Zero(rows.cols(), 1);
  Directions<double> packed;
  if (W.cols() > 0) source->pack(W, packed);
  BlockLoop<double> loop(*source, threads, sizeof(double) * static_cast<std::size_t>(rows.cols()));
  const auto slots = static_cast<std::size_t>(loop.slots()), workers = static_cast<std::size_t>(loop.threads());
  MomentSums<double> sums(*source, loop.slots());
  sums.begin(1, W.cols() > 0 ? &W : nullptr);
  std::vector<WeiszfeldSums> parts(slots, WeiszfeldSums{.direction = {}, .inside = Vector<double>::Zero(m)});
  std::vector<Vector<double>> rho(workers, Vector<double>(loop.block_rows()));
  std::vector<RowMatrix<double>> P(workers, RowMatrix<double>(loop.block_rows(), m));
  loop.run([&](const BlockLoop<double>::Block& block) {
    auto& part = parts[static_cast<std::size_t>(block.slot)];
    auto& r = rho[static_cast<std::size_t>(block.thread)];
    auto& projections = P[static_cast<std::size_t>(block.thread)];
    if (W.cols() > 0) {
      block.rows.project(packed, projections.data());
      block.rows.subtract_projection(packed, projections.data());
    }
    block.rows.squared_norms(r.data());
    for (Index i = 0; i < block.count; ++i) {
      const double w = weights.size() > 0 ? weights(block.first + i) : 1.0;
      const double distance = std::sqrt(r(i)), guarded = std::max(distance, floor);
      part.distance += w * distance;
      if (w > 0 && distance < part.nearest) part.nearest = distance, part.nearest_row = block.first + i;
      r(i) = guarded > here ? w / guarded : 0.0;
      part.inverse += r(i);
      if (guarded <= here) part.coincident += w;
    }
    block.rows.accumulate(r.data(), 1, sums.slot(block.slot));
    if (W.cols() > 0) part.inside += projections.topRows(block.count).transpose() * r.head(block.count);
  });
  WeiszfeldSums total = parts.front();
  for (std::size_t slot = 1; slot < slots; ++slot) {
    total.inverse += parts[slot].inverse;
    total.coincident += parts[slot].coincident;
    total.distance += parts[slot].distance;
    total.inside += parts[slot].inside;
    if (parts[slot].nearest < total.nearest)
      total.nearest = parts[slot].nearest, total.nearest_row = parts[slot].nearest_row;
  }
  Matrix<double> direction;
  sums.finish(threads, direction);
  total.direction = direction.col(0) + directions * total.inside;
  return total;
}

// Near a row that is the minimum the steps become ever smaller and never arrive, and what is left between the two would
// be a direction of its own on the sphere. So the nearest row is tried: it is the minimum when the others pull with at
// most its weight. One read, where a row is near at all.
void snap_to_row(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights,
                 const WeiszfeldSums& last, int threads, CenterResult& result) {
  constexpr double kNear = 0.1;  // of the mean distance
  const double total = total_weight(weights, rows.rows());
  if (last.nearest == 0 || !(last.nearest * total < kNear * last.distance)) return;
  const auto source = make_source<double>(rows, {factor, Vector<double>::Zero(rows.cols()), {}});
  Vector<double> row(rows.cols());
  source->copy_rows(last.nearest_row, 1, row.data());
  const auto there = weiszfeld_sums(rows, factor, weights, row, {}, 0.0, threads);
  ++result.reads;
  if (there.direction.norm() <= there.coincident) result.center = row;
}

// Standard deviation or MAD of a column whose largest value is known; `values` may be overwritten.
double spread(std::span<double> values, std::span<const double> weights, ColumnScaling scaling, double largest) {
  const Eigen::Map<Vector<double>> x(values.data(), static_cast<Index>(values.size()));
  if (scaling == ColumnScaling::std) {
    Vector<double> w = Vector<double>::Ones(x.size());
    if (!weights.empty()) w = Eigen::Map<const Vector<double>>(weights.data(), x.size());
    const double mean = w.dot(x) / w.sum();
    // Relative to the largest value: columns may have very different units.
    const double unit = std::max(largest, std::numeric_limits<double>::min());
    return unit * std::sqrt(w.dot(((x.array() - mean) / unit).square().matrix()) / w.sum());
  }
  Vector<double> copy = x;
  const double middle = median(as_span(copy), weights);
  return scaled_mad(values, weights, middle);
}

}  // namespace

CenterResult median_center(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights, int threads) {
  CenterResult result{Vector<double>(rows.cols()), 1};
  for_each_column(rows, factor, weights, threads, [&](Index j, std::span<double> values, std::span<const double> w) {
    result.center(j) = median(values, w);
  });
  return result;
}

CenterResult geometric_median(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights,
                              const Vector<double>& start, int threads, const Observer& observer) {
  constexpr int kMostSteps = 1000;
  constexpr double kSmallStep = 1e-10;
  const double total = total_weight(weights, rows.rows());
  const auto begin = std::chrono::steady_clock::now();
  CenterResult result{start, 0};
  WeiszfeldSums sums;
  for (int step = 1; step <= kMostSteps; ++step) {
    sums = weiszfeld_sums(rows, factor, weights, result.center, {}, 0.0, threads);
    ++result.reads;
    const double pull = sums.direction.norm();
    // At a row of weight eta the minimum is reached when the others pull with at most eta.
    if (sums.inverse == 0 || pull <= sums.coincident) break;
    const Vector<double> move = (1 - sums.coincident / pull) / sums.inverse * sums.direction;
    result.center += move;
    const double relative = move.norm() * total / sums.distance;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (relative <= kSmallStep) break;
    if (observer &&
        observer({"center", step, kMostSteps, -sums.distance, relative, elapsed.count(), {}}) == Signal::stop)
      break;
  }
  snap_to_row(rows, factor, weights, sums, threads, result);
  return result;
}

Vector<double> joint_center_step(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights,
                                 const Vector<double>& center, const Matrix<double>& W, double floor, int threads) {
  const auto sums = weiszfeld_sums(rows, factor, weights, center, W, floor, threads);
  if (sums.inverse == 0) return center;  // every row is there
  return center + sums.direction / sums.inverse;
}

Vector<double> column_scales(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights,
                             ColumnScaling scaling, double constant, int threads) {
  Vector<double> scales = Vector<double>::Constant(rows.cols(), constant);
  for_each_column(rows, factor, weights, threads, [&](Index j, std::span<double> values, std::span<const double> w) {
    const double largest =
        Eigen::Map<Vector<double>>(values.data(), static_cast<Index>(values.size())).cwiseAbs().maxCoeff();
    const double scale = spread(values, w, scaling, largest);
    if (scale > 1e-13 * largest) scales(j) = scale;
  });
  return scales;
}

}  // namespace l21::internal
