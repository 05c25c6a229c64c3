#include "io/text/csv_layout.hpp"

#include <algorithm>
#include <cctype>

#include "io/table/fail.hpp"
#include "io/table/selection.hpp"
#include "io/text/csv_field.hpp"

namespace l21::internal::io {
namespace {

constexpr std::size_t kSampled = 50;
constexpr std::size_t kBinaryProbe = std::size_t{1} << 16;
constexpr std::string_view kDelimiters = "\t;|,";
constexpr std::string_view kBeforeQuote = "\t;|, \"";

// A line that begins with # is a comment, unless its first cell is "#N/A".
bool is_comment(std::string_view line) {
  const std::string_view content = trimmed(line);
  return content.starts_with('#') && !is_missing(trimmed(content.substr(0, content.find_first_of(kDelimiters))));
}

// Behind a byte order mark, blank lines and comment lines.
std::size_t find_first_record(std::string_view text) {
  std::size_t at = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  while (at < text.size()) {
    const auto line = text.substr(at, std::min(text.find('\n', at), text.size()) - at);
    if (!trimmed(line).empty() && !is_comment(line)) break;
    at = std::min(at + line.size() + 1, text.size());
  }
  return at;
}

// Without the blank lines at the end and the last newline.
std::size_t find_end(std::string_view text, std::size_t first) {
  std::size_t end = text.size();
  while (end > first) {
    const auto newline = text.rfind('\n', end - 1);
    const std::size_t line = newline == std::string_view::npos || newline < first ? first : newline + 1;
    if (!trimmed(text.substr(line, end - line)).empty()) break;
    end = line > first ? line - 1 : first;
  }
  return end;
}

// The first records, split at newlines outside quotes before any delimiter is known: a quote opens at the start of a
// record or behind something that could be a delimiter.
std::vector<std::string_view> sample_records(std::string_view body) {
  std::vector<std::string_view> records;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < body.size() && records.size() < kSampled; ++i) {
    const char c = body[i];
    if (c == '"' && (quoted || i == begin || kBeforeQuote.find(body[i - 1]) != std::string_view::npos)) {
      quoted = !quoted;
    } else if (c == '\n' && !quoted) {
      records.push_back(body.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  if (records.size() < kSampled) records.push_back(body.substr(begin));
  return records;
}

std::size_t count_outside_quotes(std::string_view record, char wanted) {
  bool quoted = false;
  std::size_t count = 0;
  for (const char c : record) {
    if (c == '"') quoted = !quoted;
    if (c == wanted && !quoted) ++count;
  }
  return count;
}

bool has_inner_blank(std::string_view record) {
  const std::string_view inner = trimmed(record);
  return count_outside_quotes(inner, ' ') + count_outside_quotes(inner, '\t') > 0;
}

// A tab at the ends of lines alone is a blank, not a delimiter.
bool delimits(char candidate, const std::vector<std::string_view>& records) {
  return count_outside_quotes(records.front(), candidate) > 0 &&
         std::any_of(records.begin(), records.end(),
                     [&](std::string_view record) { return count_outside_quotes(trimmed(record), candidate) > 0; });
}

char detect_delimiter(const std::vector<std::string_view>& records) {
  // The same number of them in every record. The comma comes last: it also occurs inside numbers and texts.
  for (const char candidate : kDelimiters) {
    const std::size_t count = count_outside_quotes(records.front(), candidate);
    const bool regular =
        delimits(candidate, records) && std::all_of(records.begin(), records.end(), [&](std::string_view record) {
          return count_outside_quotes(record, candidate) == count;
        });
    if (regular) return candidate;
  }
  // Some record is ragged; its error will be found later, by the delimiter of the first record.
  for (const char candidate : {',', '\t', ';', '|'}) {
    if (delimits(candidate, records)) return candidate;
  }
  // A blank in the first record alone is part of the name of a single column.
  const bool blanks = records.size() == 1 ? has_inner_blank(records.front())
                                          : std::any_of(records.begin() + 1, records.end(), has_inner_blank);
  return blanks ? kWhitespace : ',';
}

std::vector<Field> split_record(const char* p, const char* end, char delimiter) {
  std::vector<Field> fields;
  for (;;) {
    fields.push_back(scan_field(p, end, delimiter));
    p = fields.back().stop;
    if (at_record_end(p, end, delimiter)) return fields;
    if (delimiter != kWhitespace) ++p;
  }
}

// Nothing follows from it: what stands above or below may be text as well as numbers. Some programs write "." or "*",
// which are not read as missing.
bool is_unknown(const Field& field) {
  const std::string_view text = trimmed(field.text);
  return is_missing(text) || text == "." || text == "*";
}
bool is_number(const Field& field) {
  return parse_number(trimmed(field.text)).has_value();
}
bool is_text(const Field& field) {
  return !is_unknown(field) && !is_number(field);
}

bool names_a_field(const ReadOptions& options, const std::vector<Field>& fields) {
  const auto named = [&](const std::string& item) {
    return is_only_name(item) &&
           std::any_of(fields.begin(), fields.end(), [&](const Field& field) { return field_text(field) == item; });
  };
  return (options.id_column && named(*options.id_column)) ||
         std::any_of(options.columns.begin(), options.columns.end(), named) ||
         std::any_of(options.exclude.begin(), options.exclude.end(), named);
}

// "2020-01-01" and "1,5" are no numbers, but below "date" or "size" they show that these are names.
bool begins_like_number(const Field& field) {
  const std::string_view text = trimmed(field.text);
  return !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '-' || text[0] == '+');
}

// Quotes around the numbers of the first record and around no other say that they are names.
bool has_quoted_numbers_only_first(const std::vector<std::vector<Field>>& records) {
  const auto number = [](const Field& field) { return is_number(field); };
  const auto quoted = [](const Field& field) { return is_number(field) && field.quoted; };
  const auto& first = records.front();
  const auto numbers = std::count_if(first.begin(), first.end(), number);
  return numbers > 0 && std::count_if(first.begin(), first.end(), quoted) == numbers &&
         std::none_of(records.begin() + 1, records.end(), [&](const std::vector<Field>& record) {
           return std::any_of(record.begin(), record.end(), quoted);
         });
}

// A column that begins with text and goes on with numbers.
bool has_text_above_numbers(const std::vector<std::vector<Field>>& records) {
  const auto& first = records.front();
  for (std::size_t j = 0; j < first.size(); ++j) {
    if (!is_text(first[j])) continue;
    const bool shows_header = std::any_of(records.begin() + 1, records.end(), [&](const std::vector<Field>& record) {
      if (j >= record.size() || is_unknown(record[j])) return false;
      return is_number(record[j]) || (begins_like_number(record[j]) && !begins_like_number(first[j]));
    });
    if (shows_header) return true;
  }
  return false;
}

// Text all over the first record, and a column in which nothing else is known.
bool has_text_above_missing_cells(const std::vector<std::vector<Field>>& records) {
  const auto& first = records.front();
  if (!std::all_of(first.begin(), first.end(), is_text)) return false;
  for (std::size_t j = 0; j < first.size(); ++j) {
    const bool unknown = std::all_of(records.begin() + 1, records.end(), [&](const std::vector<Field>& record) {
      return j < record.size() && is_unknown(record[j]);
    });
    if (unknown) return true;
  }
  return false;
}

bool is_header(const std::vector<std::vector<Field>>& records, const ReadOptions& options) {
  const auto& first = records.front();
  if (names_a_field(options, first)) return true;
  if (records.size() == 1) return std::all_of(first.begin(), first.end(), is_text);
  return has_text_above_numbers(records) || has_text_above_missing_cells(records) ||
         has_quoted_numbers_only_first(records);
}

// Takes the names; returns where the data begin.
std::size_t read_header(std::string_view text, const std::vector<Field>& fields, CsvLayout& layout,
                        const std::string& where) {
  for (const Field& field : fields) layout.names.push_back(field_text(field));
  if (!fields.back().closed) data_error("{}: a quote is opened in the header and never closed", where);
  const auto newline = text.find('\n', static_cast<std::size_t>(fields.back().stop - text.data()));
  if (newline >= layout.end) data_error("{}: holds a header and no rows", where);
  return newline + 1;
}

}  // namespace

CsvLayout detect_layout(std::string_view text, const std::string& where, const ReadOptions& options) {
  if (text.empty()) data_error("{}: the file is empty", where);
  if (text.substr(0, kBinaryProbe).find('\0') != std::string_view::npos) {
    data_error("{}: looks binary (it holds NUL bytes); save it as UTF-8 text", where);
  }
  CsvLayout layout;
  layout.first = find_first_record(text);
  layout.end = find_end(text, layout.first);
  if (layout.first == layout.end) data_error("{}: holds no rows, only blank or comment lines", where);

  const auto samples = sample_records(text.substr(layout.first, layout.end - layout.first));
  layout.delimiter = detect_delimiter(samples);
  std::vector<std::vector<Field>> records;
  records.reserve(samples.size());
  for (const std::string_view sample : samples) {
    records.push_back(split_record(sample.data(), text.data() + layout.end, layout.delimiter));
  }
  layout.fields = static_cast<Index>(records.front().size());
  layout.body = layout.first;
  const bool header = is_header(records, options);
  if (header) layout.body = read_header(text, records.front(), layout, where);
  const auto known = std::find_if(records.begin() + (header ? 1 : 0), records.end(),
                                  [](const std::vector<Field>& record) { return !is_unknown(record.front()); });
  layout.first_column_is_text = known != records.end() && is_text(known->front());
  return layout;
}

}  // namespace l21::internal::io
