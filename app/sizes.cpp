#include "sizes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "l21/error.hpp"

namespace l21::internal::app {

std::pair<int, int> parse_sides(const std::string& text, const std::string& takes) {
  const auto side = [&](std::string_view word) {
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc() && end == word.data() + word.size() && value >= 1) return value;
    throw InvalidArgument(fmt::format("{}, got '{}'", takes, text));
  };
  const auto cross = std::min(text.find_first_of("xX"), text.size());
  const auto rest = std::min(cross + 1, text.size());
  return {side(std::string_view(text).substr(0, cross)), side(std::string_view(text).substr(rest))};
}

}  // namespace l21::internal::app
