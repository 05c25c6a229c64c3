// Charts as SVG: inside a page, or as a file for a paper.
#pragma once

#include <span>
#include <string>

#include "pages/chart.hpp"

namespace l21::internal::pages {

// One <svg> element for a page, whose style may recolour it by its classes; data-tip of a mark is what hovering shows.
[[nodiscard]] std::string inline_svg(const Chart& chart);

// A file of its own: charts side by side, `columns` in a row, colours for white paper.
[[nodiscard]] std::string svg_file(std::span<const Chart> charts, int columns);

}  // namespace l21::internal::pages
