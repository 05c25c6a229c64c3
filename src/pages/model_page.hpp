// The report of one fitted model on one table.
#pragma once

#include <string>
#include <vector>

#include "l21/model.hpp"
#include "pages/model_charts.hpp"
#include "pages/page.hpp"

namespace l21::internal::pages {

struct ReportedData {
  Rows rows;
  std::vector<std::string> row_names{};  // one per row, or empty
  std::vector<Index> sample_shape{};
  Marked marked{};
  int threads = 0;
};

// What was fitted, how it ended and what it found, a sentence each.
[[nodiscard]] std::vector<std::string> words_of(const Model& model, const Distances* distances);

// Summary, scree, convergence, outlier map and scores, the most outlying rows, damaged cells, components, reconstructed
// images: what the model and the data have. Reads the rows twice.
void add_model_sections(Page& page, const Model& model, const ReportedData& data);
// Outlier map, scores and the most outlying rows alone, without a heading; `name` begins the names of their files.
void add_outlier_parts(Page& page, const Model& model, const ReportedData& data, const std::string& name);

// All options of a fit but the number of threads, which changes no result.
[[nodiscard]] std::vector<Fact> option_facts(const FitOptions& options);
// Options, versions and the command that made the page.
void add_origin(Page& page, std::vector<Fact> options, const std::string& command);

}  // namespace l21::internal::pages
