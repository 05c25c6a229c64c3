// Decimal numbers in text.
#pragma once

#include <fast_float/fast_float.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>

#include "l21/io.hpp"

namespace l21::internal::io {

[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// The number that fills `text`, also "nan" and "inf". A number too small becomes 0, one too large infinite.
[[nodiscard]] inline std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('+')) return std::nullopt;
  double value = 0.0;
  const auto [stop, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (stop != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
  return value;
}

// Whether a value may stand in a table.
[[nodiscard]] inline bool is_allowed(double value, MissingCells missing_cells) {
  return std::isfinite(value) || (missing_cells == MissingCells::as_nan && std::isnan(value));
}

// The whole number >= 0 that fills `text`.
[[nodiscard]] inline std::optional<Index> parse_count(std::string_view text) {
  Index value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace l21::internal::io
