#include "pages/cell_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "pages/image_rows.hpp"
#include "pages/markup.hpp"

namespace l21::internal::pages {
namespace {

constexpr std::size_t kWorstListed = 20, kColumnsListed = 10, kImages = 10;
// Standard deviations.
constexpr double kFar = 10;

struct Counted {
  Index which, cells;
};

// Rows or columns that have damaged cells, those with most first.
std::vector<Counted> counted(const std::vector<DamagedCell>& cells, Index DamagedCell::*by) {
  std::map<Index, Index> counts;
  for (const DamagedCell& cell : cells) ++counts[cell.*by];
  std::vector<Counted> sorted;
  for (const auto& [which, count] : counts) sorted.push_back({which, count});
  std::stable_sort(sorted.begin(), sorted.end(), [](Counted a, Counted b) { return a.cells > b.cells; });
  return sorted;
}

std::string column_label(Index column, const std::vector<std::string>& names) {
  const std::string label = fmt::format("column {}", column + 1);
  return names.empty() ? label : label + ", " + names[static_cast<std::size_t>(column)];
}

Chart cell_map(const std::vector<DamagedCell>& cells, const Model& model, const ReportedData& data) {
  std::vector<Series> kinds{{.name = fmt::format("more than {:g} s.d. too high", kFar), .look = Look::accent},
                            {.name = "too high", .look = Look::yellow},
                            {.name = "too low", .look = Look::sky},
                            {.name = fmt::format("more than {:g} s.d. too low", kFar), .look = Look::blue}};
  for (Series& kind : kinds) kind.drawn = Drawn::marks;
  for (std::size_t k = 0; k < std::min(cells.size(), kMostRowsShown); ++k) {
    const DamagedCell& cell = cells[k];
    const bool far = std::abs(cell.residual) > kFar;
    Series& kind = kinds[cell.residual > 0 ? (far ? 0U : 1U) : (far ? 3U : 2U)];
    kind.x.push_back(static_cast<double>(cell.column + 1));
    kind.y.push_back(static_cast<double>(cell.row + 1));
    kind.notes.push_back(fmt::format("{}, {}: {}, expected {}", row_label(cell.row, data.row_names),
                                     column_label(cell.column, model.feature_names), number(cell.value),
                                     number(cell.expected)));
  }
  std::erase_if(kinds, [](const Series& kind) { return kind.x.empty(); });
  return {.title = "Damaged cells",
          .x = {.label = "column", .scale = AxisScale::whole_numbers},
          .y = {.label = "row", .scale = AxisScale::whole_numbers},
          .series = std::move(kinds)};
}

DataTable worst_cells(const std::vector<DamagedCell>& cells, const Model& model, const ReportedData& data) {
  const bool named_rows = !data.row_names.empty(), named_columns = !model.feature_names.empty();
  DataTable table{.name = "damaged-cells", .caption = "The cells that are farthest off", .columns = {{"row"}}};
  if (named_rows) table.columns.push_back({"name of the row", Align::left});
  table.columns.push_back({"column"});
  if (named_columns) table.columns.push_back({"name of the column", Align::left});
  for (const char* heading : {"value", "expected", "standard deviations off"}) table.columns.push_back({heading});
  for (std::size_t k = 0; k < std::min(cells.size(), kWorstListed); ++k) {
    const DamagedCell& cell = cells[k];
    std::vector<std::string> line{fmt::format("{}", cell.row + 1)};
    if (named_rows) line.push_back(data.row_names[static_cast<std::size_t>(cell.row)]);
    line.push_back(fmt::format("{}", cell.column + 1));
    if (named_columns) line.push_back(model.feature_names[static_cast<std::size_t>(cell.column)]);
    for (const double value : {cell.value, cell.expected, cell.residual}) line.push_back(number(value));
    table.rows.push_back(std::move(line));
  }
  return table;
}

DataTable worst_columns(const std::vector<Counted>& columns, const Model& model, Index n) {
  const bool named = !model.feature_names.empty();
  DataTable table{.name = "damaged-columns",
                  .caption = "The columns with most damaged cells",
                  .columns = {{"column"}, {"name", Align::left}, {"damaged cells"}, {"share, %"}}};
  if (!named) table.columns.erase(table.columns.begin() + 1);
  for (std::size_t k = 0; k < std::min(columns.size(), kColumnsListed); ++k) {
    const auto [column, cells] = columns[k];
    std::vector<std::string> line{fmt::format("{}", column + 1)};
    if (named) line.push_back(model.feature_names[static_cast<std::size_t>(column)]);
    line.push_back(fmt::format("{}", cells));
    line.push_back(number(100 * static_cast<double>(cells) / static_cast<double>(n), 3));
    table.rows.push_back(std::move(line));
  }
  return table;
}

void add_images(Page& page, const std::vector<DamagedCell>& cells, const std::vector<Counted>& rows, const Model& model,
                const ReportedData& data) {
  std::vector<Index> shown;
  for (std::size_t k = 0; k < std::min(rows.size(), kImages); ++k) shown.push_back(rows[k].which);
  const ImageShape shape{data.sample_shape[0], data.sample_shape[1]};
  const auto images = rows_at(*data.rows.dense(), shown);
  const GreyRange range = grey_range(images);
  RowMatrix<double> off = RowMatrix<double>::Zero(images.rows(), images.cols());
  for (const DamagedCell& cell : cells) {
    const auto at = std::find(shown.begin(), shown.end(), cell.row);
    if (at != shown.end()) off(at - shown.begin(), cell.column) = cell.residual;
  }
  PictureRow damage{"damaged cells", {}};
  for (Index i = 0; i < off.rows(); ++i) {
    damage.pictures.push_back(picture_of_signs(off.row(i).transpose(), shape.height, shape.width, kFar));
    damage.pictures.back().description =
        damage.name + ", " + row_label(shown[static_cast<std::size_t>(i)], data.row_names);
  }
  page.pictures(
      fmt::format("The images with most damaged cells: red where a cell is too bright, blue where it is too "
                  "dark, full colour from {:g} standard deviations on; and what their good cells say of them.",
                  kFar),
      {picture_row("image", images, shape, range), std::move(damage),
       picture_row("restored", model.reconstruct(rows_of(images), data.threads), shape, range)});
}

}  // namespace

void add_damaged_cells(Page& page, const Model& model, const ReportedData& data) {
  const Index n = data.rows.rows(), d = data.rows.cols();
  page.section("Damaged cells");
  const auto cells = model.damaged_cells(data.rows, data.threads);
  if (cells.empty()) {
    page.paragraph("All cells go with the others of their row.");
    return;
  }
  const auto rows = counted(cells, &DamagedCell::row), columns = counted(cells, &DamagedCell::column);
  page.paragraph(fmt::format(
      "{} of {} cells ({} %) do not go with the others of their row. They lie in {} of {} rows and {} of {} columns; "
      "most in {} ({}) and {} ({}).",
      cells.size(), n * d, number(100 * static_cast<double>(cells.size()) / static_cast<double>(n * d), 3), rows.size(),
      n, columns.size(), d, row_label(rows.front().which, data.row_names), rows.front().cells,
      column_label(columns.front().which, model.feature_names), columns.front().cells));
  if (data.rows.dense() != nullptr && data.sample_shape.size() == 2) {
    add_images(page, cells, rows, model, data);
    return;
  }
  page.charts("damaged-cells", {cell_map(cells, model, data)}, 1);
  if (cells.size() > kMostRowsShown)
    page.paragraph(fmt::format("The chart shows the {} cells that are farthest off.", kMostRowsShown));
  page.table(worst_cells(cells, model, data));
  page.table(worst_columns(columns, model, n));
}

}  // namespace l21::internal::pages
