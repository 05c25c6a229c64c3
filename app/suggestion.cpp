#include "suggestion.hpp"

#include <algorithm>
#include <cstddef>

namespace l21::internal::app {
namespace {

// Damerau (1964), where no letter is touched twice: row i of the table of distances between beginnings of a and b.
std::size_t slips(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      now[j] = std::min({changed, last[j] + 1, now[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = std::min(now[j], before_last[j - 2] + 1);
    }
    before_last = last;
    std::swap(last, now);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> nearest_word(const std::string& word, const std::vector<std::string>& known) {
  const auto nearest = std::min_element(known.begin(), known.end(), [&](const std::string& a, const std::string& b) {
    return slips(word, a) < slips(word, b);
  });
  if (nearest == known.end()) return std::nullopt;
  const auto letters = std::count_if(word.begin(), word.end(), [](char c) { return c != '-'; });
  const auto most = std::max<std::size_t>(1, static_cast<std::size_t>(letters) / 3);
  return slips(word, *nearest) <= most ? std::optional(*nearest) : std::nullopt;
}

}  // namespace l21::internal::app
