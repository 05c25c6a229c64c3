// Reweighted PCA to a fixed point: rows are weighed by their distances from a subspace, and the subspace becomes that
// of the weighted rows.
#pragma once

#include "l21/maximize.hpp"
#include "l21/report.hpp"
#include "l21/rows.hpp"
#include "robust/candidate.hpp"
#include "robust/row_weights.hpp"
#include "solver/linear_problem.hpp"

namespace l21::internal {

// Rows and how they are scaled; centers are the candidates'.
struct RobustTable {
  Rows stored;
  Vector<double> factor;   // of every column
  Vector<double> weights;  // of every row, or empty for 1
  Vector<double> counts;   // how many rows each stands for, or empty for 1
  int threads = 1;
};

struct Polished {
  Candidate at;
  RowWeights rows;     // at the end
  SolveReport report;  // its residual is 0 at a fixed point of subspace and center
  PassCounter counter;
};

// One product of the weighted rows and their transpose with W, as it is or with Anderson's mixing.
enum class PolishSteps { plain, mixed };

struct PolishLimits {
  int most_steps;
  double settled;  // residual that is small enough
  PolishSteps steps = PolishSteps::mixed;
  const Matrix<double>* known = nullptr;  // a subspace to which others have come: it ends there, within kRobust.same
};

// Three reads a step, in T; `observer` may end it.
template <class T>
[[nodiscard]] Polished polish(const RobustTable& table, Candidate start, const PolishLimits& limits,
                              const Observer& observer);

}  // namespace l21::internal
