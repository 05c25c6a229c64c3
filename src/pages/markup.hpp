// Text that is safe inside HTML, SVG and CSV, whatever a file or a person called things.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace l21::internal::pages {

// `text` for element content and quoted attributes: & < > " ' become references, control characters and bytes that are
// no UTF-8 the replacement character.
[[nodiscard]] std::string escaped(std::string_view text);

// One field of a CSV line, quoted where it must be; what is no UTF-8 becomes the replacement character.
[[nodiscard]] std::string csv_field(std::string_view text);

[[nodiscard]] std::string base64(std::span<const std::byte> bytes);
[[nodiscard]] std::string base64(std::string_view text);

// "Faces, 20 %" -> "faces-20": a file name out of words; never empty, no separators, no dots.
[[nodiscard]] std::string file_stem(std::string_view text);

// Without control characters, which a terminal would obey.
[[nodiscard]] std::string printable(std::string_view text);

// The shortest text that reads as `value` to `digits` significant digits; "" for NaN.
[[nodiscard]] std::string number(double value, int digits = 5);

}  // namespace l21::internal::pages
