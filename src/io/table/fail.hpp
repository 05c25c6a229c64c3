// Messages: one sentence with the place, the value found there and what to do about it.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "l21/error.hpp"

namespace l21::internal::io {

template <class... Args>
[[noreturn]] void data_error(fmt::format_string<Args...> format, Args&&... args) {
  throw DataError(fmt::format(format, std::forward<Args>(args)...));
}

template <class... Args>
[[noreturn]] void bad_request(fmt::format_string<Args...> format, Args&&... args) {
  throw InvalidArgument(fmt::format(format, std::forward<Args>(args)...));
}

// A value taken from a file, fit for a terminal: control characters become '?', long text is cut.
[[nodiscard]] inline std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string result(text.substr(0, kLongest));
  for (char& c : result) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7f) c = '?';
  }
  if (text.size() > kLongest) result += "...";
  return result;
}

}  // namespace l21::internal::io
