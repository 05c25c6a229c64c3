#include "pages/scree_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace l21::internal::pages {
namespace {

Series line_of(std::string name, Look look, Drawn drawn, const std::vector<double>& values) {
  Series series{.name = std::move(name), .look = look, .drawn = drawn};
  for (std::size_t k = 0; k < values.size(); ++k) {
    series.x.push_back(static_cast<double>(k + 1));
    series.y.push_back(values[k]);
  }
  return series;
}

Chart chart_of(const std::string& title, Look look, const ScreeCurve& curve, int components) {
  return {.title = title,
          .x = {.label = "component", .scale = AxisScale::whole_numbers},
          .y = {.label = "variance", .scale = AxisScale::logarithmic},
          .series = {line_of("variance", look, Drawn::line_and_marks, curve.variance),
                     line_of("chance", Look::grey, Drawn::line, curve.chance)},
          .rules = {{Rule::Direction::vertical, components + 0.5, fmt::format("{} chosen", components)}}};
}

std::string cell(const std::vector<double>& values, std::size_t k) {
  return k < values.size() ? fmt::format("{:.5g}", values[k]) : "";
}

}  // namespace

DataTable scree_table(const Scree& scree) {
  DataTable table{.name = "scree",
                  .caption = "Variance of the components, and the largest that random signs leave of each.",
                  .columns = {{"component"},
                              {"robust_variance"},
                              {"robust_chance"},
                              {"ordinary_variance"},
                              {"ordinary_chance"},
                              {"kept", Align::left}}};
  const std::size_t rows = std::max(scree.robust.variance.size(), scree.ordinary.variance.size());
  for (std::size_t k = 0; k < rows; ++k)
    table.rows.push_back({fmt::to_string(k + 1), cell(scree.robust.variance, k), cell(scree.robust.chance, k),
                          cell(scree.ordinary.variance, k), cell(scree.ordinary.chance, k),
                          static_cast<int>(k) < scree.choice.components ? "yes" : ""});
  return table;
}

Page scree_page(const Scree& scree, const std::string& data_name) {
  Page page(fmt::format("Components of {}", data_name));
  page.section("How many components");
  page.paragraph(fmt::format("{}.", in_words(scree.choice)));
  page.paragraph(
      "A component stands out where its variance is above chance: the largest variance that is left after the signs of "
      "all values were drawn at random, which keeps noise and destroys structure.");
  page.charts("scree",
              {chart_of("Rows that belong together", Look::accent, scree.robust, scree.choice.components),
               chart_of("All rows", Look::blue, scree.ordinary, scree.choice.components)},
              2);
  page.table(scree_table(scree));
  return page;
}

}  // namespace l21::internal::pages
