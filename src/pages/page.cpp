#include "pages/page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "io/bytes/atomic_file.hpp"
#include "l21/error.hpp"
#include "pages/chart_svg.hpp"
#include "pages/markup.hpp"
#include "pages/page_style.hpp"

namespace l21::internal::pages {

void Page::section(std::string_view heading) {
  ++sections_;
  body_ += fmt::format("<h2 id=\"s{}\">{}</h2>\n", sections_, escaped(heading));
  contents_ += fmt::format("<a href=\"#s{}\">{}</a> ", sections_, escaped(heading));
}

void Page::subsection(std::string_view heading) {
  body_ += fmt::format("<h3>{}</h3>\n", escaped(heading));
}

void Page::paragraph(std::string_view text) {
  body_ += fmt::format("<p>{}</p>\n", escaped(text));
}

void Page::list(const std::vector<std::string>& items) {
  body_ += "<ul>";
  for (const auto& item : items) body_ += fmt::format("<li>{}</li>\n", escaped(item));
  body_ += "</ul>\n";
}

void Page::facts(const std::vector<Fact>& facts) {
  body_ += "<dl>";
  for (const auto& [name, value] : facts)
    body_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
  body_ += "</dl>\n";
}

void Page::command(std::string_view line) {
  body_ += fmt::format("<pre><code>{}</code></pre>\n", escaped(line));
}

void Page::charts(std::string_view name, std::vector<Chart> charts, int columns) {
  body_ += fmt::format("<div class=\"charts\" style=\"--columns:{}\">\n", columns);
  for (const Chart& chart : charts) body_ += "<figure>" + inline_svg(chart) + "</figure>\n";
  body_ += "</div>\n";
  add_file(file_stem(name), ".svg", svg_file(charts, columns));
}

void Page::table(const DataTable& table, Shown shown) {
  const std::string html = html_of(table);
  body_ += shown == Shown::open
               ? html
               : fmt::format("<details><summary>{}</summary>{}</details>\n", escaped(table.caption), html);
  add_file(file_stem(table.name), ".csv", csv_of(table));
}

void Page::pictures(std::string_view caption, const std::vector<PictureRow>& rows) {
  body_ += "<figure class=\"pictures\"><div class=\"wide\"><table>\n";
  for (const auto& row : rows) {
    body_ += fmt::format("<tr><th scope=\"row\">{}</th>", escaped(row.name));
    for (const Picture& picture : row.pictures) body_ += "<td>" + image_of(picture) + "</td>";
    body_ += "</tr>\n";
  }
  body_ += fmt::format("</table></div><figcaption>{}</figcaption></figure>\n", escaped(caption));
}

void Page::add_file(const std::string& stem, const char* extension, std::string content) {
  const auto taken = [&](const std::string& name) {
    return std::any_of(files_.begin(), files_.end(), [&](const File& file) { return file.name == name; });
  };
  std::string name = stem + extension;
  for (int i = 2; taken(name); ++i) name = fmt::format("{}-{}{}", stem, i, extension);
  files_.push_back({std::move(name), std::move(content)});
}

std::string Page::html() const {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      // Nothing is loaded from anywhere, and nothing that slipped in could be.
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<title>{0}</title>\n<style>{1}</style></head><body><main>\n<h1>{0}</h1>\n<nav>{2}</nav>\n{3}</main>\n"
      "<div id=\"tip\" role=\"status\" hidden></div><script>{4}</script></body></html>\n",
      escaped(title_), kPageStyle, contents_, body_, kPageScript);
}

std::string image_of(const Picture& picture) {
  return fmt::format("<img src=\"{}\" width=\"{}\" height=\"{}\" alt=\"{}\" title=\"{}\">", data_address(picture),
                     picture.width, picture.height, escaped(picture.description), escaped(picture.description));
}

bool can_write_to(const std::string& folder) {
  const auto trial = std::filesystem::path(folder) / ".l21pca-can-write";
  try {
    io::write_file_atomically(trial.string(), {});
  } catch (const DataError&) {
    return false;
  }
  std::error_code ignored;
  std::filesystem::remove(trial, ignored);
  return true;
}

void write_page(const Page& page, const std::string& path, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw DataError(fmt::format("{}: cannot make this folder: {}", folder, error.message()));
  const auto write = [](const std::string& name, const std::string& content) {
    io::write_file_atomically(name, std::as_bytes(std::span(content.data(), content.size())));
  };
  for (const auto& [name, content] : page.files()) write((std::filesystem::path(folder) / name).string(), content);
  write(path, page.html());
}

}  // namespace l21::internal::pages
