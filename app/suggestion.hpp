// Which of the words that are known was meant.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace l21::internal::app {

// The known word that a few slips of the keyboard turn into this one: letters left out, added, changed or swapped, one
// for every three letters at most. Nothing where none is that near.
[[nodiscard]] std::optional<std::string> nearest_word(const std::string& word, const std::vector<std::string>& known);

}  // namespace l21::internal::app
