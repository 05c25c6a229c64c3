// From a start to a solution: all directions at once, by the engine of the route, or greedily.
#pragma once

#include <optional>

#include "data/prepared_rows.hpp"
#include "l21/maximize.hpp"
#include "l21/options.hpp"
#include "methods/route.hpp"
#include "methods/starts.hpp"
#include "solver/gram_problem.hpp"
#include "solver/linear_problem.hpp"

namespace l21::internal {

struct MethodResult {
  Matrix<double> W;
  SolveReport report;
  PassCounter counter;
  SolverUsed solver;
  Slopes slopes{};  // at W, where they are known
};
template <class T>
struct Solved : MethodResult {
  std::optional<Coordinates<T>> coordinates{};  // in a basis of a subspace that holds W, where there were some
};

// X X^T, and the rows in double that it was made of.
struct GramRows {
  const PreparedRows<double>& rows;
  Matrix<double> G;
};

// What earlier stages had reached.
struct EarlierStages {
  double objective = 0;  // greedy: of the earlier components; else 0
  double reads = 0;
};
// Appends what a later stage did.
void append(SolveReport& whole, const SolveReport& stage, const EarlierStages& earlier);

struct GramSolution {
  GramProblem::Point point;
  SolveReport report;
  bool broken;  // ended where G became too badly conditioned for the iteration
};

// The iteration on G = X X^T alone. `depth` of Anderson's mixing.
[[nodiscard]] GramSolution maximize_on_gram(const Matrix<double>& G, const RowFacts& facts, const LinkSpec& link,
                                            int depth, const SolveOptions& options, GramProblem::Point start,
                                            const Observer& observer);

// `gram` is needed by Engine::gram; what that reaches is always checked, and where necessary improved, on X itself.
template <class T>
[[nodiscard]] Solved<T> solve(const PreparedRows<T>& rows, const GramRows* gram, const Route& route,
                              const FitOptions& options, Start<T> start, const Observer& observer);

}  // namespace l21::internal
