// One field of delimited text (RFC 4180), the same for every pass over it.
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>

#include "io/text/number.hpp"

namespace l21::internal::io {

// Stands for runs of spaces and tabs.
inline constexpr char kWhitespace = ' ';

struct Field {
  std::string_view text;  // without quotes and surrounding blanks
  bool quoted = false;
  bool closed = true;          // false: a quote was opened and never closed
  const char* stop = nullptr;  // at the delimiter, the newline or the end
};

[[nodiscard]] inline bool is_blank(char c, char delimiter) {
  return c == ' ' || (c == '\t' && delimiter != '\t');
}

[[nodiscard]] inline const char* skip_blanks(const char* p, const char* end, char delimiter) {
  while (p < end && is_blank(*p, delimiter)) ++p;
  return p;
}

[[nodiscard]] inline const char* find_stop(const char* p, const char* end, char delimiter) {
  while (p < end && *p != '\n' && *p != delimiter && !(delimiter == kWhitespace && *p == '\t')) ++p;
  return p;
}

// The closing quote of a field that begins behind `p`; nullptr when there is none. A doubled quote stands for itself.
[[nodiscard]] inline const char* find_closing_quote(const char* p, const char* end) {
  while (p < end) {
    const auto* quote = static_cast<const char*>(std::memchr(p, '"', static_cast<std::size_t>(end - p)));
    if (quote == nullptr || quote + 1 == end || quote[1] != '"') return quote;
    p = quote + 2;
  }
  return nullptr;
}

[[nodiscard]] inline Field scan_field(const char* p, const char* end, char delimiter) {
  const char* begin = skip_blanks(p, end, delimiter);
  const auto view = [](const char* from, const char* to) {
    return std::string_view(from, static_cast<std::size_t>(to - from));
  };
  if (begin == end || *begin != '"') {
    const char* stop = find_stop(begin, end, delimiter);
    return {trimmed(view(begin, stop)), false, true, stop};
  }
  const char* close = find_closing_quote(begin + 1, end);
  if (close == nullptr) return {view(begin, end), false, false, end};
  const char* stop = find_stop(close + 1, end, delimiter);
  if (trimmed(view(close + 1, stop)).empty()) return {view(begin + 1, close), true, true, stop};
  return {trimmed(view(begin, stop)), false, true, stop};  // "a"b is taken literally
}

// The text of a field with doubled quotes undone.
[[nodiscard]] inline std::string field_text(const Field& field) {
  std::string text(field.text);
  if (!field.quoted) return text;
  for (auto at = text.find("\"\""); at != std::string::npos; at = text.find("\"\"", at + 1)) text.erase(at, 1);
  return text;
}

// Whether `text`, without surrounding blanks, says that there is no value: empty, a word for it, or NaN.
[[nodiscard]] inline bool is_missing(std::string_view text) {
  static constexpr std::string_view kWords[] = {"", "na", "n/a", "#n/a", "<na>", "null", "none", "missing", "?", "-"};
  const auto same_letter = [](unsigned char c, unsigned char lower) { return std::tolower(c) == lower; };
  const bool word = std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view lower) {
    return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), same_letter);
  });
  return word || std::isnan(parse_number(text).value_or(0.0));
}

// Moves `p` from the end of a field over blanks and a carriage return; true when the record ends there.
[[nodiscard]] inline bool at_record_end(const char*& p, const char* end, char delimiter) {
  if (delimiter == kWhitespace) {
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\r')) ++p;
  }
  return p == end || *p == '\n';
}

// Where the record that begins at `p` ends: at a newline outside quotes, or at the end.
[[nodiscard]] inline const char* record_end(const char* p, const char* end, char delimiter) {
  const auto* newline = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
  const char* line_end = newline == nullptr ? end : newline;
  if (std::memchr(p, '"', static_cast<std::size_t>(line_end - p)) == nullptr) return line_end;
  for (;;) {
    p = scan_field(p, end, delimiter).stop;
    if (at_record_end(p, end, delimiter)) return p;
    if (delimiter != kWhitespace) ++p;
  }
}

}  // namespace l21::internal::io
