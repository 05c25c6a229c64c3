#include "pages/data_table.hpp"

#include <fmt/core.h>

#include "pages/markup.hpp"
#include "pages/page.hpp"

namespace l21::internal::pages {
namespace {

std::string cell(const char* tag, Align align, std::string_view content) {
  return fmt::format("<{0}{1}>{2}</{0}>", tag, align == Align::right ? " class=\"number\"" : "", content);
}

std::string heading_row(const DataTable& table) {
  std::string html = "<tr>";
  for (const auto& heading : table.picture_headings) html += cell("th", Align::left, escaped(heading));
  for (const Column& column : table.columns) html += cell("th", column.align, escaped(column.heading));
  return html + "</tr>";
}

std::string body_row(const DataTable& table, std::size_t i) {
  std::string html = "<tr>";
  if (!table.pictures.empty())
    for (const Picture& picture : table.pictures[i]) html += cell("td", Align::left, image_of(picture));
  for (std::size_t j = 0; j < table.columns.size(); ++j)
    html += cell("td", table.columns[j].align, escaped(table.rows[i][j]));
  return html + "</tr>\n";
}

}  // namespace

std::string csv_of(const DataTable& table) {
  std::string csv;
  const auto add_line = [&](std::size_t fields, const auto& field) {
    for (std::size_t j = 0; j < fields; ++j) csv += csv_field(field(j)) + (j + 1 < fields ? ',' : '\n');
  };
  add_line(table.columns.size(), [&](std::size_t j) { return table.columns[j].heading; });
  for (const auto& row : table.rows) add_line(row.size(), [&](std::size_t j) { return row[j]; });
  return csv;
}

std::string html_of(const DataTable& table) {
  std::string html = fmt::format(
      "<figure class=\"table\"><figcaption>{} <a class=\"csv\" download=\"{}.csv\" "
      "href=\"data:text/csv;charset=utf-8;base64,{}\">CSV</a></figcaption><div "
      "class=\"wide\"><table>\n<thead>{}</thead>"
      "<tbody>\n",
      escaped(table.caption), file_stem(table.name), base64(csv_of(table)), heading_row(table));
  for (std::size_t i = 0; i < table.rows.size(); ++i) html += body_row(table, i);
  return html + "</tbody></table></div></figure>\n";
}

std::string text_of(const DataTable& table) {
  std::vector<std::size_t> widths;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    widths.push_back(table.columns[j].heading.size());
    for (const auto& row : table.rows) widths[j] = std::max(widths[j], row[j].size());
  }
  std::string text;
  const auto add_line = [&](const auto& field) {
    for (std::size_t j = 0; j < widths.size(); ++j)
      text += table.columns[j].align == Align::right ? fmt::format("  {:>{}}", field(j), widths[j])
                                                     : fmt::format("  {:<{}}", field(j), widths[j]);
    text += '\n';
  };
  add_line([&](std::size_t j) { return table.columns[j].heading; });
  for (const auto& row : table.rows) add_line([&](std::size_t j) { return printable(row[j]); });
  return text;
}

}  // namespace l21::internal::pages
