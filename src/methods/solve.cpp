#include "methods/solve.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "linalg/blas.hpp"
#include "linalg/polar.hpp"
#include "solver/gram_problem.hpp"

namespace l21 {
namespace {

template <class T>
SolveOptions solve_options(const FitOptions& options) {
  return {.max_iterations = options.max_iterations,
          .tolerance = options.tolerance,
          .rounding_floor = std::is_same_v<T, float> ? 1e-5 : 1e-11};
}

// Appends what a later stage did; `objective_before` is added to its objectives (greedy: the earlier components).
void append(SolveReport& whole, const SolveReport& stage, double objective_before) {
  const double seconds = whole.trace.empty() ? 0.0 : whole.trace.back().seconds;
  for (TraceEntry entry : stage.trace) {
    entry.iteration += whole.iterations;
    entry.objective += objective_before;
    entry.seconds += seconds;
    whole.trace.push_back(entry);
  }
  if (whole.iterations == 0) whole.objective_start = stage.objective_start;
  whole.iterations += stage.iterations;
  whole.objective = objective_before + stage.objective;
  whole.escapes += stage.escapes;
  whole.oracle_gap = std::max(whole.oracle_gap, stage.oracle_gap);
}

// T = G C and W = X^T C from a start in R^d: W0 = X^T C holds when it lies in the span of the rows, as a PCA start
// does, but C need not be known: the first step finds it.
MethodResult solve_on_gram(const PreparedRows<double>& rows, const Matrix<double>& G, const Link<double>& link,
                           const SolveOptions& options, const Matrix<double>& start, const Observer& observer) {
  MethodResult result;
  Pass<double> pass(*rows.source, start.cols(), rows.threads);
  RowMatrix<double> T(rows.rows(), start.cols());
  pass.project(start, Rest::ignore, [&](const ProjectedBlock<double>& block) {
    T.middleRows(block.first, block.count) =
        Eigen::Map<const RowMatrix<double>>(block.t, block.count, block.components);
  });
  GramProblem problem(G, rows, link);
  const Observer until_broken = [&](const Progress& progress) {
    const Signal signal = observer ? observer(progress) : Signal::go_on;
    return problem.broken() ? Signal::stop : signal;
  };
  auto solution = maximize(problem, GramProblem::Point{T, {}}, options, until_broken);
  if (problem.broken() && solution.report.status == Status::interrupted)
    solution.report.status = Status::iteration_limit;
  result.report = std::move(solution.report);
  result.used_gram = true;
  if (solution.x.C.cols() == 0) {
    result.W = start;
  } else {
    result.W = polar_factor(combine_rows(*rows.source, solution.x.C, rows.threads));
  }
  result.counter.add(2.0 * static_cast<double>(start.cols()));
  return result;
}

template <class T>
MethodResult solve_jointly(const PreparedRows<T>& rows, const PreparedRows<double>& exact_rows,
                           const Matrix<double>* gram, const FitOptions& options, Matrix<double> start,
                           const Observer& observer) {
  SolveOptions remaining = solve_options<T>(options);
  MethodResult result;
  result.W = std::move(start);
  // Through G a start that is stationary already would be moved on before that is known.
  if (options.init == Init::given) gram = nullptr;
  // The last iteration belongs to the check on X.
  if (gram && remaining.max_iterations > 1) {
    const auto exact_link = make_link<double>(options.method, options.p, rows.cols());
    SolveOptions inner = remaining;
    --inner.max_iterations;
    result = solve_on_gram(exact_rows, *gram, *exact_link, inner, result.W, observer);
    if (result.report.status == Status::interrupted) return result;
    remaining.max_iterations -= result.report.iterations;
  }
  const auto link = make_link<T>(options.method, options.p, rows.cols());
  const Stiefel stiefel;
  LinearProblem<T> problem(rows, *link, stiefel, result.W.cols());
  auto solution = maximize(problem, std::move(result.W), remaining, observer);
  append(result.report, solution.report, 0.0);
  result.report.status = solution.report.status;
  result.report.residual = solution.report.residual;
  result.report.oracle_gap = solution.report.oracle_gap;
  result.W = std::move(solution.x);
  result.counter.reads += problem.counter().reads;
  result.counter.columns += problem.counter().columns;
  return result;
}

// Kwak (2008): one direction at a time, each orthogonal to the earlier ones. M is deflated, never a copy of X.
template <class T>
MethodResult solve_greedily(const PreparedRows<T>& rows, const FitOptions& options, Matrix<double> start,
                            const Observer& observer) {
  const auto link = make_link<T>(options.method, options.p, rows.cols());
  MethodResult result;
  result.W = std::move(start);
  result.report.status = Status::converged;
  result.report.residual = 0.0;
  double objective = 0;
  for (Index k = 0; k < result.W.cols(); ++k) {
    const Sphere sphere(result.W.leftCols(k));
    orthonormalize_column(result.W, k);
    LinearProblem<T> problem(rows, *link, sphere, 1);
    auto solution = maximize(problem, Matrix<double>(result.W.col(k)), solve_options<T>(options), observer);
    append(result.report, solution.report, objective);
    objective += solution.report.objective;
    result.report.status = std::max(result.report.status, solution.report.status);
    result.report.residual = std::max(*result.report.residual, *solution.report.residual);
    result.W.col(k) = solution.x;
    result.counter.reads += problem.counter().reads;
    result.counter.columns += problem.counter().columns;
    if (solution.report.status == Status::interrupted) break;
  }
  for (Index k = 0; k < result.W.cols(); ++k) orthonormalize_column(result.W, k);
  return result;
}

}  // namespace

template <class T>
MethodResult solve(const PreparedRows<T>& rows, const PreparedRows<double>& exact_rows, const Matrix<double>* gram,
                   const FitOptions& options, Matrix<double> start, const Observer& observer) {
  if (options.method == Method::l1_greedy) return solve_greedily(rows, options, std::move(start), observer);
  return solve_jointly(rows, exact_rows, gram, options, std::move(start), observer);
}

// r1 needs residuals, greedy deflation; neither is at home in G. An eigendecomposition of G must be had in a moment,
// and G itself must be small beside X.
bool gram_pays(Index rows, Index cols, Storage storage, Method method) {
  if (rows >= cols || method == Method::r1 || method == Method::l1_greedy) return false;
  constexpr Index kMostRows = 4000;
  const double gram_bytes = 8.0 * static_cast<double>(rows) * static_cast<double>(rows);
  const double data_bytes =
      static_cast<double>(bytes_per_value(storage)) * static_cast<double>(rows) * static_cast<double>(cols);
  return rows <= kMostRows && gram_bytes <= std::max(64e6, 0.25 * data_bytes);
}

template MethodResult solve<float>(const PreparedRows<float>&, const PreparedRows<double>&, const Matrix<double>*,
                                   const FitOptions&, Matrix<double>, const Observer&);
template MethodResult solve<double>(const PreparedRows<double>&, const PreparedRows<double>&, const Matrix<double>*,
                                    const FitOptions&, Matrix<double>, const Observer&);

}  // namespace l21
