// Numbers of rows and columns in messages.
#pragma once

#include <vector>

#include "l21/message.hpp"
#include "l21/types.hpp"

namespace l21::internal {

// Ascending numbers from 0 as "3, 271-300": from 0 in C++ and Python, from 1 in the program. At most a few pieces.
[[nodiscard]] Message numbers_in_words(const std::vector<Index>& ascending);

}  // namespace l21::internal
