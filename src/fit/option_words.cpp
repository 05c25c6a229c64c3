#include "fit/option_words.hpp"

#include <cctype>
#include <cmath>
#include <cstdlib>

#include "l21/error.hpp"
#include "l21/option_table.hpp"

namespace l21::internal {

void refuse(std::string_view field, std::string complaint) {
  throw InvalidArgument({option_name(field), " ", std::move(complaint)});
}

double parse_number(std::string_view field, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') refuse(field, fmt::format("must be a number, got '{}'", text));
  return value;
}

std::uint64_t parse_bytes(std::string_view field, const std::string& text) {
  char* end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  std::string unit(end);
  if (!unit.empty() && (unit.back() == 'b' || unit.back() == 'B')) unit.pop_back();
  constexpr std::string_view kUnits = "KMGT";
  const std::size_t power =
      unit.size() == 1 ? kUnits.find(static_cast<char>(std::toupper(unit[0]))) : std::string::npos;
  const bool bare = unit.empty() || power != std::string_view::npos;
  if (end == text.c_str() || !bare || !(value >= 0) || value > 1e18)
    refuse(field, fmt::format("must be a number of bytes such as 500M or 4G, got '{}'", text));
  if (!unit.empty()) value = std::ldexp(value, 10 * (static_cast<int>(power) + 1));
  return static_cast<std::uint64_t>(value);
}

std::vector<Index> parse_sizes(std::string_view field, const std::string& text) {
  std::vector<Index> sizes;
  if (text == kNone) return sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("xX", begin), text.size());
    Index size = 0;
    const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, size);
    if (error != std::errc() || stop != text.data() + end)
      refuse(field, fmt::format("must be sizes such as 10x8, got '{}'", text));
    sizes.push_back(size);
    begin = end + 1;
  }
  return sizes;
}

}  // namespace l21::internal
