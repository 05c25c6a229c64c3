#include "methods/solve.hpp"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include "data/gram.hpp"
#include "data/projections.hpp"
#include "linalg/blas.hpp"
#include "linalg/polar.hpp"
#include "linalg/statistics.hpp"
#include "linalg/subspace.hpp"
#include "solver/anderson.hpp"
#include "solver/filled_problem.hpp"
#include "solver/free_center_problem.hpp"
#include "solver/growing_problem.hpp"
#include "solver/precision.hpp"

namespace l21::internal {
namespace {

template <class T>
SolveOptions limits_of(const FitOptions& options) {
  return solve_options<T>(options.method, options.max_iterations, options.tolerance);
}

template <class T>
LinkSpec link_of(const PreparedRows<T>& rows, const FitOptions& options) {
  return {options.method, options.p, rows.cols()};
}

// Iterates on G and lifts W = X^T C once. From a start in R^d C need not be known: the first step finds it.
MethodResult solve_on_gram(const GramRows& gram, const LinkSpec& link, int depth, const SolveOptions& options,
                           Matrix<double> W, const Matrix<double>& C, const Observer& observer) {
  MethodResult result;
  GramProblem::Point start{{}, C};
  if (C.size() > 0) {
    multiply_symmetric(gram.G, C, start.T, gram.rows.threads);
  } else {
    start.T = project_rows(gram.rows, W);
    result.counter.add(static_cast<double>(W.cols()));
  }
  auto solution = maximize_on_gram(gram.G, gram.rows, link, depth, options, std::move(start), observer);
  result.report = std::move(solution.report);
  if (solution.point.C.cols() == 0) {
    result.W = std::move(W);
  } else {
    result.W = polar_factor(combine_rows(gram.rows, RowMatrix<double>(solution.point.C)));
    result.counter.add(static_cast<double>(solution.point.C.cols()));
  }
  return result;
}

template <class T, class Problem>
void finish(Problem& problem, int depth, Steps steps, const FitOptions& options, const Observer& observer,
            MethodResult& result) {
  SolveOptions remaining = limits_of<T>(options);
  remaining.max_iterations -= result.report.iterations;
  auto solution = maximize_mixed(problem, std::move(result.W), depth, steps, remaining, observer);
  append(result.report, solution.report, {.reads = result.counter.reads});
  result.report.status = solution.report.status;
  result.report.residual = solution.report.residual;
  result.report.oracle_gap = solution.report.oracle_gap;
  result.W = std::move(solution.x);
  result.counter += problem.counter();
  if constexpr (std::is_same_v<Problem, LinearProblem<T>>) result.slopes = problem.take_slopes();
}

// Solves on X from result.W, after whatever `result` holds already.
template <class T>
void finish_on_rows(const PreparedRows<T>& rows, int depth, const FitOptions& options, const Observer& observer,
                    MethodResult& result) {
  if (options.center == Center::optimal) {
    FreeCenterProblem<T> problem(rows, result.W.cols());
    return finish<T>(problem, depth, Steps::always_gain, options, observer, result);
  }
  const Stiefel stiefel;
  const LinkSpec link = link_of(rows, options);
  if (rows.holes != nullptr) {
    FilledProblem<T> problem(rows, link, stiefel, result.W.cols());
    return finish<T>(problem, depth, steps_with_holes(link), options, observer, result);
  }
  LinearProblem<T> problem(rows, link, stiefel, result.W.cols());
  finish<T>(problem, depth, steps_of(link), options, observer, result);
}

template <class T>
MethodResult solve_through_gram(const PreparedRows<T>& rows, const GramRows& gram, const Route& route,
                                const FitOptions& options, Start<T> start, const Observer& observer) {
  // The last iteration belongs to the check on X.
  SolveOptions inner = limits_of<double>(options);
  inner.max_iterations = std::max(1, inner.max_iterations - 1);
  MethodResult result =
      solve_on_gram(gram, link_of(rows, options), route.depth, inner, std::move(start.W), start.C, observer);
  if (result.report.status == Status::interrupted || result.report.iterations >= options.max_iterations) return result;
  finish_on_rows(rows, route.depth, options, observer, result);
  return result;
}

// The rows in coordinates of the basis that a growing subspace begins with.
template <class T>
Coordinates<T> coordinates_of(const PreparedRows<T>& rows, const Route& route, Start<T>& start, PassCounter& counter) {
  const Index m = start.W.cols();
  // A sketch of rows of lower rank than m spans less than W.
  if (start.coordinates && start.coordinates->size() >= m) return *std::move(start.coordinates);
  const Matrix<double>& Q = start.basis.cols() >= m ? start.basis : start.W;
  Coordinates<T> coordinates(rows, route.basis);
  coordinates.append(Q);
  counter.add(static_cast<double>(Q.cols()));
  return coordinates;
}

template <class T>
Solved<T> solve_in_subspace(const PreparedRows<T>& rows, const Route& route, const FitOptions& options, Start<T> start,
                            const Observer& observer) {
  constexpr double kRoughly = 1e-3;
  constexpr int kPatience = 6;
  const Stiefel stiefel;
  const LinkSpec link = link_of(rows, options);
  const Index m = start.W.cols();
  LinearProblem<T> problem(rows, link, stiefel, m);
  PassCounter counter;
  Coordinates<T> coordinates = coordinates_of(rows, route, start, counter);
  const bool guarded = coordinates.size() > m;
  GrowingProblem<T> growing(rows, link, problem, std::move(coordinates), m, counter);
  SolveOptions limits = limits_of<T>(options);
  limits.patience = kPatience;
  const Matrix<double> W = growing.polish(start.W, guarded ? kRoughly : 1.0);
  const double objective_start = growing.objective_before();
  auto solution = maximize(growing, W, limits, observer);
  if (guarded) solution.report.objective_start = objective_start;
  MethodResult result{std::move(solution.x), std::move(solution.report), problem.counter(), {}, problem.take_slopes()};
  result.counter += growing.counter();
  std::optional<Coordinates<T>> kept = growing.take_coordinates(result.W);
  return {std::move(result), std::move(kept)};
}

// What greedy methods differ in: the set of the next component, where it starts, and what is projected off after it.
class Deflation {
 public:
  Deflation(const FitOptions& options, Index cols) : options_(options), taken_(cols, 0) {}

  [[nodiscard]] std::unique_ptr<Oracle> oracle() const {
    if (has_sparse_components(options_.method)) return std::make_unique<SparseSphere>(taken_, options_.cardinality);
    return std::make_unique<Sphere>(taken_);
  }
  // The unit vector that sticks out farthest from the components so far.
  [[nodiscard]] Vector<double> unused_direction() const {
    Index farthest = 0;  // |e_j - P e_j|^2 = 1 - |P e_j|^2
    taken_.rowwise().squaredNorm().minCoeff(&farthest);
    return Vector<double>::Unit(taken_.rows(), farthest);
  }
  void take(const Vector<double>& w) {
    const Matrix<double> fresh = new_directions(w, taken_, kNothingLeft);
    taken_.conservativeResize(Eigen::NoChange, taken_.cols() + fresh.cols());
    taken_.rightCols(fresh.cols()) = fresh;
  }

 private:
  static constexpr double kNothingLeft = 1e-10;
  const FitOptions& options_;
  Matrix<double> taken_;  // an orthonormal basis of the components so far
};

struct ComponentStart {
  Matrix<double> w;
  double objective = 0;
};

// Of sparse directions, which follow no order of the start's, the best.
template <class T>
ComponentStart best_start(LinearProblem<T>& problem, const Oracle& oracle, const Matrix<double>& candidates) {
  ComponentStart best;
  for (Index j = 0; j < candidates.cols(); ++j) {
    Matrix<double> w = candidates.col(j);
    oracle.restrict(w);
    if (!oracle.make_feasible(w)) continue;
    typename LinearProblem<T>::Surrogate unused;
    if (const double objective = problem.linearize(w, unused); best.w.size() == 0 || objective > best.objective)
      best = {w, objective};
  }
  return best;
}

// What a direction with nothing but rounding in it adds to the objective, squares or lengths.
template <class T>
double rounding_of_objective(const PreparedRows<T>& rows, Method method) {
  const double zero = rounding_of_sum<T>(rows.cols());
  if (method == Method::sparse_l21) return zero * rows.total_norm;
  return zero * zero * rows.sum_of_squares();
}

// One direction at a time, each of what the earlier ones leave. M is deflated, never a copy of X.
template <class T>
MethodResult solve_greedily(const PreparedRows<T>& rows, const FitOptions& options, const Matrix<double>& start,
                            const Observer& observer) {
  const bool sparse = has_sparse_components(options.method);
  Deflation deflation(options, rows.cols());
  MethodResult result;
  result.W = start;
  result.report.status = Status::converged;
  result.report.residual = 0.0;
  double objective = 0;
  for (Index k = 0; k < result.W.cols(); ++k) {
    const auto oracle = deflation.oracle();
    LinearProblem<T> problem(rows, link_of(rows, options), *oracle, 1);
    Matrix<double> w;
    if (sparse) {
      ComponentStart best = best_start(problem, *oracle, start);
      if (best.w.size() == 0 || best.objective <= rounding_of_objective(rows, options.method)) {
        // Beyond the rank of the rows every direction is as good.
        result.W.col(k) = deflation.unused_direction();
        deflation.take(result.W.col(k));
        continue;
      }
      w = std::move(best.w);
    } else {
      orthonormalize_column(result.W, k);
      w = result.W.col(k);
    }
    auto solution = maximize(problem, std::move(w), limits_of<T>(options), observer);
    append(result.report, solution.report, {objective, result.counter.reads});
    objective += solution.report.objective;
    result.report.status = std::max(result.report.status, solution.report.status);
    result.report.residual = std::max(*result.report.residual, *solution.report.residual);
    result.W.col(k) = solution.x;
    deflation.take(solution.x);
    result.counter += problem.counter();
    if (solution.report.status == Status::interrupted) break;
  }
  for (Index k = 0; !sparse && k < result.W.cols(); ++k) orthonormalize_column(result.W, k);
  return result;
}

template <class T>
Solved<T> solve_jointly(const PreparedRows<T>& rows, const GramRows* gram, const Route& route,
                        const FitOptions& options, Start<T> start, const Observer& observer) {
  switch (route.engine) {
    case Engine::gram: return {solve_through_gram(rows, *gram, route, options, std::move(start), observer)};
    case Engine::growing: return solve_in_subspace(rows, route, options, std::move(start), observer);
    case Engine::linear:
    case Engine::modes: break;
  }
  MethodResult result;
  result.W = std::move(start.W);
  finish_on_rows(rows, route.depth, options, observer, result);
  return {std::move(result)};
}

}  // namespace

void append(SolveReport& whole, const SolveReport& stage, const EarlierStages& earlier) {
  const double seconds = whole.trace.empty() ? 0.0 : whole.trace.back().seconds;
  for (TraceEntry entry : stage.trace) {
    entry.iteration += whole.iterations;
    entry.objective += earlier.objective;
    entry.reads += earlier.reads;
    entry.seconds += seconds;
    whole.trace.push_back(entry);
  }
  if (whole.iterations == 0) whole.objective_start = stage.objective_start;
  whole.iterations += stage.iterations;
  whole.objective = earlier.objective + stage.objective;
  whole.escapes += stage.escapes;
  whole.rejections += stage.rejections;
  whole.oracle_gap = std::max(whole.oracle_gap, stage.oracle_gap);
}

GramSolution maximize_on_gram(const Matrix<double>& G, const RowFacts& facts, const LinkSpec& link, int depth,
                              const SolveOptions& options, GramProblem::Point start, const Observer& observer) {
  GramProblem problem(G, facts, link);
  const Observer until_broken = [&](const Progress& progress) {
    const Signal signal = observer ? observer(progress) : Signal::go_on;
    return problem.broken() ? Signal::stop : signal;
  };
  auto solution = maximize_mixed(problem, std::move(start), depth, steps_of(link), options, until_broken);
  if (problem.broken() && solution.report.status == Status::interrupted)
    solution.report.status = Status::iteration_limit;
  return {std::move(solution.x), std::move(solution.report), problem.broken()};
}

template <class T>
Solved<T> solve(const PreparedRows<T>& rows, const GramRows* gram, const Route& route, const FitOptions& options,
                Start<T> start, const Observer& observer) {
  Solved<T> result = is_greedy(options.method) ? Solved<T>{solve_greedily(rows, options, std::move(start.W), observer)}
                                               : solve_jointly(rows, gram, route, options, std::move(start), observer);
  result.solver = route.used();
  return result;
}

template Solved<float> solve<float>(const PreparedRows<float>&, const GramRows*, const Route&, const FitOptions&,
                                    Start<float>, const Observer&);
template Solved<double> solve<double>(const PreparedRows<double>&, const GramRows*, const Route&, const FitOptions&,
                                      Start<double>, const Observer&);

}  // namespace l21::internal
