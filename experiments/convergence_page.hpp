// Convergence as charts and tables.
#pragma once

#include "convergence.hpp"
#include "pages/page.hpp"

namespace l21::internal::experiments {

// Where every start ended and what it cost.
[[nodiscard]] pages::DataTable ending_table(const ConvergenceExperiment& experiment, const ConvergenceResults& results);

// What was asked for.
[[nodiscard]] std::vector<pages::Fact> facts_of(const ConvergenceExperiment& experiment);

void add_sections(pages::Page& page, const ConvergenceExperiment& experiment, const ConvergenceResults& results);

}  // namespace l21::internal::experiments
