// Sizes such as 46x56.
#pragma once

#include <string>
#include <utility>

namespace l21::internal::app {

// "46x56" -> 46, 56. Throws InvalidArgument that says what the option `takes`.
[[nodiscard]] std::pair<int, int> parse_sides(const std::string& text, const std::string& takes);

}  // namespace l21::internal::app
