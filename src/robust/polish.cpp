#include "robust/polish.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "linalg/blas.hpp"
#include "linalg/polar.hpp"
#include "robust/constants.hpp"
#include "robust/sample.hpp"
#include "solver/anderson.hpp"
#include "solver/precision.hpp"

namespace l21::internal {
namespace {

// Of some of the rows where they are many.
template <class T>
double coherence_of(const PreparedRows<T>& rows, const RowDistances& at, const Matrix<double>& W,
                    const std::vector<Index>& far, const Vector<double>& counts) {
  constexpr std::size_t kMost = 300;
  const std::vector<Index> some = evenly_among(far, kMost);
  Matrix<double> R(rows.cols(), static_cast<Index>(some.size()));
  double total = 0;
  for (Index k = 0; k < R.cols(); ++k) {
    const Index i = some[static_cast<std::size_t>(k)];
    const double stands_for = count_of(counts, i);
    R.col(k) = std::sqrt(stands_for) * (rows.row(i) - W * at.T.row(i).transpose()).normalized();
    total += stands_for;
  }
  const double largest = largest_eigenpairs(product(Op::transpose, R, Op::none, R), 1).values(0);
  return largest / total;
}

template <class T>
RowWeights weights_at(const RobustTable& table, const PreparedRows<T>& rows, const RowDistances& at,
                      const Matrix<double>& W) {
  return weigh_rows(at, table.counts, noise_dimensions(rows.counted(), rows.cols(), W.cols()),
                    [&](const std::vector<Index>& far) { return coherence_of(rows, at, W, far, table.counts); });
}

// What weighted rows say at span W: their mean, and the scatter about it times W.
struct WeightedSums {
  Vector<double> shift;  // from the center to the mean
  Matrix<double> M;      // sum_i w_i z_i z_i^T W, z_i = x_i - shift
  double residual;       // how much of M is not in span W, or how far the mean is: 0 at a fixed point
};

template <class T>
WeightedSums sums_at(const PreparedRows<T>& rows, const RowDistances& at, const Vector<double>& weight,
                     const Matrix<double>& W) {
  const Index m = W.cols();
  RowMatrix<T> C(rows.rows(), m + 1);
  C << (weight.asDiagonal() * at.T).template cast<T>(), weight.template cast<T>();
  const Matrix<double> sums = combine_rows(rows, C);
  const double total = rows.sum([&](Index i) { return weight(i); });
  Vector<double> shift = sums.col(m) / total;
  Matrix<double> M = sums.leftCols(m) - total * shift * (shift.transpose() * W);
  const double across = (M - product(W, product(Op::transpose, W, Op::none, M))).norm();
  const double scale = M.norm(), typical = rows.typical_distance();
  const double residual = std::max(scale > 0 ? across / scale : 0.0, typical > 0 ? shift.norm() / typical : 0.0);
  return {std::move(shift), std::move(M), residual};
}

double sine_between(const Matrix<double>& W, const Matrix<double>& V) {
  const Matrix<double> R = V - product(W, product(Op::transpose, W, Op::none, V));
  return std::sqrt(std::max(largest_eigenpairs(product(Op::transpose, R, Op::none, R), 1).values(0), 0.0));
}

}  // namespace

template <class T>
Polished polish(const RobustTable& table, Candidate start, const PolishLimits& limits, const Observer& observer) {
  const auto begin = std::chrono::steady_clock::now();
  Polished result{.at = std::move(start), .rows = {}, .report = {}, .counter = {}};
  SolveReport& report = result.report;
  Candidate& at = result.at;
  const Index m = at.W.cols();
  detail::Stopping stopping(solve_options<T>(Method::pca, limits.most_steps, limits.settled));
  OrthonormalSpace subspaces;
  Mixer mixer(subspaces, kMixingDepth);
  for (double before = std::numeric_limits<double>::infinity();;) {
    if (limits.known != nullptr && sine_between(*limits.known, at.W) < kRobust.same) return result;
    ++report.iterations;
    const PreparedRows<T> rows =
        prepare_rows<T>(table.stored, {table.factor, at.center, RowScaling::none}, table.weights, table.threads);
    result.counter.reads += 1;
    const RowDistances distances = distances_from(rows, at.W);
    // Rows near the cutoff can come and go for ever.
    if (report.iterations <= kRobust.free_steps)
      result.rows = weights_at(table, rows, distances, at.W);
    else
      weigh_again(distances, result.rows);
    const Vector<double> weight =
        table.weights.size() > 0 ? Vector<double>(result.rows.weight.cwiseProduct(table.weights)) : result.rows.weight;
    const WeightedSums sums = sums_at(rows, distances, weight, at.W);
    result.counter.add(static_cast<double>(2 * m + 1));
    report.residual = sums.residual;
    report.objective = rows.sum([&](Index i) { return 0.5 * weight(i) * distances.T.row(i).squaredNorm(); });
    if (report.iterations == 1) report.objective_start = report.objective;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    report.trace.push_back(
        {1, report.iterations, report.objective, *report.residual, seconds.count(), result.counter.reads});
    std::optional<Status> end = stopping.check(report.iterations, *report.residual);
    const bool stopped = observer && observer({.stage = Stage::fit,
                                               .iteration = report.iterations,
                                               .max_iterations = limits.most_steps,
                                               .objective = report.objective,
                                               .residual = *report.residual,
                                               .seconds = seconds.count(),
                                               .seconds_left = {}}) == Signal::stop;
    if (stopped && end != Status::converged) end = Status::interrupted;
    if (end) {
      report.status = *end;
      return result;
    }

    at.center += sums.shift;
    Matrix<double> next = polar_factor(sums.M, &at.W);
    if (limits.steps == PolishSteps::mixed) {
      // Rows came or went: earlier steps tell nothing of the next.
      if (*report.residual > 2 * std::exchange(before, *report.residual)) mixer.forget();
      mixer.mix(at.W, next);
    }
    at.W = std::move(next);
  }
}

template Polished polish<float>(const RobustTable&, Candidate, const PolishLimits&, const Observer&);
template Polished polish<double>(const RobustTable&, Candidate, const PolishLimits&, const Observer&);

}  // namespace l21::internal
