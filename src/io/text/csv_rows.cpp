#include "io/text/csv_rows.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "io/table/fail.hpp"
#include "io/text/csv_field.hpp"

namespace l21::internal::io {
namespace {

std::ptrdiff_t line_of(const CsvPlan& plan, const char* at) {
  return 1 + std::count(plan.text.data(), at, '\n');
}

// The name where a shell takes it as it is, else the number.
std::string as_option(const std::string& name, Index number) {
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.' || c >= 0x80;
  });
  return plain ? name : fmt::format("{}", number);
}

[[noreturn]] void bad_number(const CsvPlan& plan, const char* at, Index column, const Field& field) {
  const auto& names = plan.layout.names;
  const std::string name = names.empty() ? "" : names[static_cast<std::size_t>(column)];
  const std::string place = fmt::format("{}:{}: column {}{}", plan.where, line_of(plan, at), column + 1,
                                        name.empty() ? "" : fmt::format(" ('{}')", shown(name)));
  const std::string option = as_option(name, column + 1);
  const std::string_view text = trimmed(field.text);
  if (!field.closed) unclosed_quote(plan, at);
  if (text.find('\0') != std::string_view::npos) data_error("{}: a NUL byte; the file looks binary", place);
  const char* kind = parse_number(text) ? "not a finite number" : "not a number";
  const std::string problem = text.empty() ? "empty field" : fmt::format("{}: '{}'", kind, shown(text));
  if (is_missing(text)) {
    data_error("{}: {}; --missing fit fits with such cells, --exclude {} leaves the column out", place, problem,
               option);
  }
  data_error("{}: {}; leave the column out with --exclude {}", place, problem, option);
}

[[noreturn]] void ragged(const CsvPlan& plan, const char* record) {
  const char* end = plan.text.data() + plan.layout.end;
  const char delimiter = plan.layout.delimiter;
  const auto line = line_of(plan, record);
  Index found = 0;
  for (const char* p = record;;) {
    const Field field = scan_field(p, end, delimiter);
    if (!field.closed) unclosed_quote(plan, p);
    ++found;
    p = field.stop;
    if (at_record_end(p, end, delimiter)) {
      const std::string_view whole(record, static_cast<std::size_t>(p - record));
      if (trimmed(whole).empty()) data_error("{}:{}: blank line between rows; delete it", plan.where, line);
      break;
    }
    if (delimiter != kWhitespace) ++p;
  }
  data_error("{}:{}: expected {} fields as in line {}, found {}", plan.where, line, plan.layout.fields,
             line_of(plan, plan.text.data() + plan.layout.first), found);
}

// The common case: digits, then at once the delimiter or the end of the line. nullptr: look closer.
inline const char* parse_plain(const char* p, const char* end, char delimiter, double& value) {
  while (p < end && *p == ' ') ++p;
  const auto [stop, error] = fast_float::from_chars(p, end, value);
  if (error != std::errc() || !std::isfinite(value)) return nullptr;
  if (stop == end || *stop == delimiter || *stop == '\n') return stop;
  if (delimiter == kWhitespace && *stop == '\t') return stop;
  if (*stop == '\r' && (stop + 1 == end || stop[1] == '\n')) return stop + 1;
  return nullptr;
}

// Blanks around the number, quotes, a plus sign, a missing cell; or an error.
const char* parse_unusual(const CsvPlan& plan, const char* p, const char* end, Index column, double& value) {
  const Field field = scan_field(p, end, plan.layout.delimiter);
  const std::string_view text = trimmed(field.text);
  // Blanks alone are no missing cell: the line is as good as empty.
  const bool ends = field.stop == end || *field.stop == '\n';
  if (column == 0 && ends && text.empty() && !field.quoted) ragged(plan, p);
  const auto number = field.closed ? parse_number(text) : std::nullopt;
  if (number && std::isfinite(*number)) {
    value = *number;
  } else if (plan.missing_cells == MissingCells::as_nan && field.closed && is_missing(text)) {
    value = std::numeric_limits<double>::quiet_NaN();
  } else {
    bad_number(plan, p, column, field);
  }
  return field.stop;
}

}  // namespace

void unclosed_quote(const CsvPlan& plan, const char* at) {
  data_error("{}:{}: a quote is opened and never closed", plan.where, line_of(plan, at));
}

const char* parse_record(const CsvPlan& plan, const char* p, double* row, std::string* id) {
  const char* const record = p;
  const char* const end = plan.text.data() + plan.layout.end;
  const char delimiter = plan.layout.delimiter;
  const Index fields = plan.layout.fields;
  if (delimiter == kWhitespace) p = skip_blanks(p, end, delimiter);
  if (p == end || *p == '\n' || *p == '\r') ragged(plan, record);
  for (Index j = 0;; ++j) {
    const Index target = plan.target[static_cast<std::size_t>(j)];
    if (target >= 0) {
      double value = 0.0;
      const char* stop = parse_plain(p, end, delimiter, value);
      p = stop != nullptr ? stop : parse_unusual(plan, p, end, j, value);
      row[target] = value;
    } else {
      const Field field = scan_field(p, end, delimiter);
      if (!field.closed) unclosed_quote(plan, p);
      if (target == kIdField) *id = field_text(field);
      p = field.stop;
    }
    const bool ended = at_record_end(p, end, delimiter);
    if (ended != (j + 1 == fields)) ragged(plan, record);
    if (ended) return p;
    if (delimiter != kWhitespace) ++p;
  }
}

}  // namespace l21::internal::io
