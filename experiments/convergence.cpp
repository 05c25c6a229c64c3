#include "convergence.hpp"

#include <fmt/core.h>

#include "l21/option_table.hpp"

namespace l21::internal::experiments {

ConvergenceResults run(const ConvergenceExperiment& experiment, const StepObserver& observer) {
  l21::validate(experiment.method.options, experiment.rows.rows(), experiment.rows.cols());
  ConvergenceResults results;
  Steps steps(observer, static_cast<int>(2 * experiment.starts.size()));
  FitOptions options = experiment.method.options;
  for (const std::string& start : experiment.starts) {
    option_spec("init").set(options, start);
    std::string name = start;
    if (options.init == Init::random) name += fmt::format(", seed {}", options.seed);
    for (const Solver solver : {Solver::plain, Solver::accelerated}) {
      options.solver = solver;
      steps.begin(fmt::format("{}, start {}, {}", experiment.name, name, to_string(solver)));
      FitReport report = fit(rows_of(experiment.rows), options, steps.fit_observer()).report;
      if (steps.stopped()) {
        results.interrupted = true;
        return results;
      }
      results.curves.push_back({name, solver, std::move(report)});
      steps.finish();
    }
    if (options.init == Init::random) ++options.seed;
  }
  return results;
}

}  // namespace l21::internal::experiments
