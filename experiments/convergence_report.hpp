// Convergence as charts and tables.
#pragma once

#include "convergence.hpp"
#include "report/page.hpp"

namespace l21::experiments {

// Where every start ended and what it cost.
[[nodiscard]] report::DataTable ending_table(const ConvergenceExperiment& experiment,
                                             const ConvergenceResults& results);

// What was asked for.
[[nodiscard]] std::vector<report::Fact> facts_of(const ConvergenceExperiment& experiment);

void add_sections(report::Page& page, const ConvergenceExperiment& experiment, const ConvergenceResults& results);

}  // namespace l21::experiments
