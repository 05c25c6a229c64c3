// Subspace recovery as charts and tables.
#pragma once

#include "haystack.hpp"
#include "pages/page.hpp"

namespace l21::internal::experiments {

// Mean angle of every method for each norm and share of outliers.
[[nodiscard]] pages::DataTable angle_table(const HaystackExperiment& experiment, const HaystackResults& results);

// What was asked for.
[[nodiscard]] std::vector<pages::Fact> facts_of(const HaystackExperiment& experiment);

void add_sections(pages::Page& page, const HaystackExperiment& experiment, const HaystackResults& results);

}  // namespace l21::internal::experiments
