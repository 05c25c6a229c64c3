#include "robust/polish.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>

#include "data/gram.hpp"
#include "linalg/blas.hpp"
#include "linalg/polar.hpp"
#include "methods/solve.hpp"
#include "robust/constants.hpp"
#include "robust/sample.hpp"

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

// Principal directions of weighted rows, from W on where there are too many rows for an eigendecomposition.
template <class T>
Matrix<double> principal_from(const PreparedRows<T>& rows, const RobustTable& table, const Matrix<double>& W,
                              double tolerance, PassCounter& counter) {
  if constexpr (std::is_same_v<T, double>) {
    // The matrix is cheap, and squares are good enough for weights that follow from distances.
    if (rows.cols() <= kRobust.few_columns) {
      counter.add(static_cast<double>(rows.cols()));
      return largest_eigenpairs(scatter_matrix(rows, rows.weights), W.cols()).vectors;
    }
  }
  const FitOptions options{.components = static_cast<int>(W.cols()),
                           .method = Method::pca,
                           .solver = Solver::accelerated,
                           .init = Init::given,
                           .tolerance = tolerance,
                           .max_iterations = 6,
                           .threads = table.threads};
  const Route route = choose_route(TableShape::of(table.stored), options);
  Start<T> start;
  start.W = W;
  MethodResult found = solve(rows, nullptr, route, options, std::move(start), {});
  counter += found.counter;
  return std::move(found.W);
}

// One step of subspace iteration with the weighted rows about their mean, to which the center goes.
template <class T>
void step_towards(const PreparedRows<T>& rows, const RowDistances& from, const Vector<double>& weight, Candidate& at) {
  const Index m = at.W.cols();
  RowMatrix<T> C(rows.rows(), m + 1);
  C << (weight.asDiagonal() * from.T).template cast<T>(), weight.template cast<T>();
  const Matrix<double> sums = combine_rows(rows, C);
  const double total = rows.sum([&](Index i) { return weight(i); });
  const Vector<double> shift = sums.col(m) / total;
  at.W = polar_factor(sums.leftCols(m) - total * shift * (shift.transpose() * at.W), &at.W);
  at.center += shift;
}

double sine_between(const Matrix<double>& W, const Matrix<double>& V) {
  return thin_svd(V - product(W, product(Op::transpose, W, Op::none, V))).values(0);
}

}  // namespace

template <class T>
Polished polish(const RobustTable& table, Candidate start, const PolishLimits& limits, const Observer& observer) {
  const auto begin = std::chrono::steady_clock::now();
  Polished result{.at = std::move(start), .rows = {}, .report = {}, .counter = {}};
  SolveReport& report = result.report;
  report.residual = 1;
  const auto rows_at = [&](const Vector<double>& center, const Vector<double>& weights) {
    result.counter.reads += 1;
    return prepare_rows<T>(table.stored, {table.factor, center, RowScaling::none}, weights, table.threads);
  };
  for (std::optional<Status> end;;) {
    if (limits.known != nullptr && sine_between(*limits.known, result.at.W) < kRobust.same) return result;
    ++report.iterations;
    const PreparedRows<T> rows = rows_at(result.at.center, table.weights);
    const RowDistances at = distances_from(rows, result.at.W);
    result.counter.add(static_cast<double>(result.at.W.cols()));
    // Rows near the cutoff can come and go for ever.
    if (report.iterations <= kRobust.free_steps)
      result.rows = weights_at(table, rows, at, result.at.W);
    else
      weigh_again(at, result.rows);
    const Vector<double> weight =
        table.weights.size() > 0 ? Vector<double>(result.rows.weight.cwiseProduct(table.weights)) : result.rows.weight;
    report.objective = rows.sum([&](Index i) { return 0.5 * weight(i) * at.T.row(i).squaredNorm(); });
    if (report.iterations == 1) report.objective_start = report.objective;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    report.trace.push_back(
        {1, report.iterations, report.objective, *report.residual, seconds.count(), result.counter.reads});
    const bool stopped = observer && observer({.stage = Stage::fit,
                                               .iteration = report.iterations,
                                               .max_iterations = limits.most_steps,
                                               .objective = report.objective,
                                               .residual = *report.residual,
                                               .seconds = seconds.count(),
                                               .seconds_left = {}}) == Signal::stop;
    if (report.residual < limits.settled)
      end = Status::converged;
    else if (stopped)
      end = Status::interrupted;
    else if (report.iterations > limits.most_steps)
      end = Status::iteration_limit;
    if (end) {
      report.status = *end;
      return result;
    }

    const Matrix<double> before = result.at.W;
    if (limits.steps == PolishSteps::rough) {
      step_towards(rows, at, weight, result.at);
      result.counter.add(static_cast<double>(before.cols() + 1));
    } else {
      result.at.center +=
          combine_rows(rows, RowMatrix<T>(weight.cast<T>())).col(0) / rows.sum([&](Index i) { return weight(i); });
      result.counter.add(1);
      result.at.W = principal_from(rows_at(result.at.center, weight), table, before,
                                   std::clamp(0.01 * *report.residual, std::min(0.1 * limits.settled, 1e-3), 1e-3),
                                   result.counter);
    }
    report.residual = sine_between(before, result.at.W);
  }
}

template Polished polish<float>(const RobustTable&, Candidate, const PolishLimits&, const Observer&);
template Polished polish<double>(const RobustTable&, Candidate, const PolishLimits&, const Observer&);

}  // namespace l21::internal
