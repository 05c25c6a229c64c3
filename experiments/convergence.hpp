// How fast the paper's iteration and the accelerated one rise, from several starts.
#pragma once

#include "steps.hpp"
#include "sweep.hpp"

namespace l21::internal::experiments {

struct ConvergenceExperiment {
  std::string name;        // of the data
  RowMatrix<double> rows;  // what is fitted
  MethodChoice method;     // options.components included
  std::vector<std::string> starts{"pca", "spherical", "largest_norm", "random",
                                  "random"};  // every random one has a seed of its own
};

struct ConvergenceCurve {
  std::string start;
  Solver solver;  // plain or accelerated
  FitReport report;
};

struct ConvergenceResults {
  std::vector<ConvergenceCurve> curves;
  bool interrupted = false;
};

[[nodiscard]] ConvergenceResults run(const ConvergenceExperiment& experiment, const StepObserver& observer);

}  // namespace l21::internal::experiments
