// A table of a page, which is also a CSV file.
#pragma once

#include <string>
#include <vector>

#include "pages/picture.hpp"

namespace l21::internal::pages {

enum class Align { left, right };

struct Column {
  std::string heading;  // in CSV too
  Align align = Align::right;
};

struct DataTable {
  std::string name;  // of its file
  std::string caption;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows{};
  std::vector<std::vector<Picture>> pictures{};  // of each row, before its cells; not in CSV; or empty
  std::vector<std::string> picture_headings{};
};

[[nodiscard]] std::string csv_of(const DataTable& table);
[[nodiscard]] std::string html_of(const DataTable& table);
// For a terminal: columns aligned, without pictures.
[[nodiscard]] std::string text_of(const DataTable& table);

}  // namespace l21::internal::pages
