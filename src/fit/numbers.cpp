#include "fit/numbers.hpp"

#include <fmt/format.h>

#include <string>

namespace l21::internal {
namespace {

std::string ranges(const std::vector<Index>& numbers, Index first) {
  constexpr int kMostPieces = 5;
  std::string text;
  int pieces = 0;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (pieces == kMostPieces) return text + ", ...";
    text += pieces++ > 0 ? ", " : "";
    text += end == i + 1 ? fmt::format("{}", numbers[i] + first)
                         : fmt::format("{}-{}", numbers[i] + first, numbers[end - 1] + first);
    i = end;
  }
  return text;
}

}  // namespace

Message numbers_in_words(const std::vector<Index>& ascending) {
  const std::string from_0 = ranges(ascending, 0), from_1 = ranges(ascending, 1);
  return Message::Spelled{from_0, from_1, from_0};
}

}  // namespace l21::internal
