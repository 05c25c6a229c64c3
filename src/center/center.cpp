#include "center/center.hpp"

#include <chrono>
#include <utility>

#include "data/weiszfeld.hpp"

namespace l21::internal {
namespace {

// Near a row that is the minimum the steps become ever smaller and never arrive, and what is left between the two would
// be a direction of its own on the sphere. So the nearest row is tried: it is the minimum when the others pull with at
// most its weight. One read, where a row is near at all.
void snap_to_row(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights,
                 const WeiszfeldSums& last, int threads, CenterResult& result) {
  constexpr double kNear = 0.1;  // of the mean distance
  if (last.nearest == 0 || !(last.nearest * last.weight < kNear * last.distance)) return;
  Vector<double> row = prepared_row(rows, {factor, Vector<double>::Zero(rows.cols())}, last.nearest_row);
  const auto there = weiszfeld_sums(rows, {factor, row}, weights, {}, 0.0, threads);
  ++result.reads;
  if (there.direction.norm() <= there.coincident) result.center = std::move(row);
}

}  // namespace

CenterResult geometric_median(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights,
                              const Vector<double>& start, int threads, const Observer& observer) {
  constexpr int kMostSteps = 1000;
  constexpr double kSmallStep = 1e-10;
  const auto begin = std::chrono::steady_clock::now();
  CenterResult result{start, 0};
  WeiszfeldSums sums;
  for (int step = 1; step <= kMostSteps; ++step) {
    sums = weiszfeld_sums(rows, {factor, result.center}, weights, {}, 0.0, threads);
    ++result.reads;
    const double pull = sums.direction.norm();
    // At a row of weight eta the minimum is reached when the others pull with at most eta.
    if (sums.inverse == 0 || pull <= sums.coincident) break;
    const Vector<double> move = (1 - sums.coincident / pull) / sums.inverse * sums.direction;
    result.center += move;
    const double relative = move.norm() * sums.weight / sums.distance;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (relative <= kSmallStep) break;
    if (observer &&
        observer({Stage::center, step, kMostSteps, -sums.distance, relative, elapsed.count(), {}}) == Signal::stop)
      break;
  }
  snap_to_row(rows, factor, weights, sums, threads, result);
  return result;
}

Vector<double> joint_center_step(const Rows& rows, const Vector<double>& factor, const Vector<double>& weights,
                                 const Vector<double>& center, const Matrix<double>& W, double floor, int threads) {
  const auto sums = weiszfeld_sums(rows, {factor, center}, weights, W, floor, threads);
  if (sums.inverse == 0) return center;  // every row is there
  return center + sums.direction / sums.inverse;
}

}  // namespace l21::internal
