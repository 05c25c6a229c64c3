// Subspace recovery as charts and tables.
#pragma once

#include "haystack.hpp"
#include "report/page.hpp"

namespace l21::experiments {

// Mean angle of every method for each norm and share of outliers.
[[nodiscard]] report::DataTable angle_table(const HaystackExperiment& experiment, const HaystackResults& results);

// What was asked for.
[[nodiscard]] std::vector<report::Fact> facts_of(const HaystackExperiment& experiment);

void add_sections(report::Page& page, const HaystackExperiment& experiment, const HaystackResults& results);

}  // namespace l21::experiments
