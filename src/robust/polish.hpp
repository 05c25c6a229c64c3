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
  SolveReport report;  // its residual is the sine of the largest angle of the last step
  PassCounter counter;
};

enum class PolishSteps {
  rough,     // towards the subspace of the weighted rows, by one product with the rows and their transpose
  thorough,  // the same while that helps, else to that subspace
};

struct PolishLimits {
  int most_steps;
  double settled;  // sine of the largest angle of a step that changes nothing any more
  PolishSteps steps = PolishSteps::thorough;
  const Matrix<double>* known = nullptr;  // a subspace to which others have come: it ends there, within kRobust.same
};

// About five reads a step, in T; `observer` may end it.
template <class T>
[[nodiscard]] Polished polish(const RobustTable& table, Candidate start, const PolishLimits& limits,
                              const Observer& observer);

}  // namespace l21::internal
