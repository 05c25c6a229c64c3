// What the image experiments found, as parts of a page and as tables.
#pragma once

#include "image_experiment.hpp"
#include "pages/page.hpp"

namespace l21::internal::experiments {

// Every measurement, one a line.
[[nodiscard]] pages::DataTable measurement_table(const ImageExperiment& experiment, const ImageResults& results);

// For each set and share: by how many percent each method's error differs from the first method's, over all m, and at
// how many m it is the lowest of all.
[[nodiscard]] pages::DataTable comparison_table(const ImageExperiment& experiment, const ImageResults& results);

// The finding of each set in a sentence.
[[nodiscard]] std::vector<std::string> in_words(const ImageExperiment& experiment, const ImageResults& results);

// What was asked for.
[[nodiscard]] std::vector<pages::Fact> facts_of(const ImageExperiment& experiment);

// e(m) curves, tables, pictures, convergence, outlier maps.
void add_sections(pages::Page& page, const ImageExperiment& experiment, const ImageResults& results);

}  // namespace l21::internal::experiments
