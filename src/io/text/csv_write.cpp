#include <algorithm>
#include <iterator>

#include "io/table/element.hpp"
#include "io/table/fail.hpp"
#include "io/text/csv.hpp"
#include "io/text/csv_field.hpp"

namespace l21::internal::io {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

// Quoted where a reader would otherwise take it for something else: delimiters and newlines (RFC 4180), a comment,
// blanks it would trim, a heading that looks like a number, a line that looks empty.
void append_text(fmt::memory_buffer& line, std::string_view text, char delimiter, bool heading) {
  const bool special = text.find_first_of("\"\r\n;|\t,") != std::string_view::npos ||
                       text.find(delimiter) != std::string_view::npos || text.starts_with('#') ||
                       trimmed(text).size() != text.size() || text.empty() ||
                       (heading && parse_number(text).has_value());
  if (!special) {
    line.append(text.data(), text.data() + text.size());
    return;
  }
  line.push_back('"');
  for (const char c : text) {
    if (c == '"') line.push_back('"');
    line.push_back(c);
  }
  line.push_back('"');
}

void append_header(fmt::memory_buffer& line, const Table& table, char delimiter) {
  if (!table.row_ids.empty()) {
    append_text(line, table.id_name.empty() ? "id" : std::string_view(table.id_name), delimiter, true);
    line.push_back(delimiter);
  }
  for (std::size_t j = 0; j < table.column_names.size(); ++j) {
    if (j > 0) line.push_back(delimiter);
    append_text(line, table.column_names[j], delimiter, true);
  }
  line.push_back('\n');
}

}  // namespace

void format_csv(const Table& table, char delimiter, const std::function<void(std::string_view)>& put) {
  fmt::memory_buffer lines;
  if (!table.column_names.empty()) append_header(lines, table, delimiter);
  const RowsView& view = table.view;
  with_scalar(view.storage, [&]<class T>(T) {
    for (Index i = 0; i < view.rows; ++i) {
      if (!table.row_ids.empty()) {
        append_text(lines, table.row_ids[static_cast<std::size_t>(i)], delimiter, false);
        lines.push_back(delimiter);
      }
      const T* row = static_cast<const T*>(view.data) + i * view.row_stride;
      for (Index j = 0; j < view.cols; ++j) {
        if (j > 0) lines.push_back(delimiter);
        fmt::format_to(std::back_inserter(lines), "{}", row[j * view.col_stride]);
      }
      lines.push_back('\n');
      if (lines.size() >= kPiece) {
        put({lines.data(), lines.size()});
        lines.clear();
      }
    }
  });
  put({lines.data(), lines.size()});
}

}  // namespace l21::internal::io
