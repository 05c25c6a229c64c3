// Between UTF-8 and the four-byte letters of NumPy's texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace l21::internal::io {

inline constexpr std::uint32_t kReplacement = 0xfffd;

inline void append_utf8(std::string& text, std::uint32_t code) {
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) code = kReplacement;
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  } else {
    put(0xf0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3f));
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

// The letters of `text`. A byte that is not UTF-8 becomes one replacement letter, so that no text is refused.
inline std::u32string decode_utf8(std::string_view text) {
  std::u32string letters;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t extra = lead < 0x80 ? 0 : lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc2 ? 1 : 4;
    std::uint32_t code = extra == 0 ? lead : lead & (0x3fu >> extra);
    bool valid = extra < 4 && lead < 0xf5 && i + extra < text.size();
    for (std::size_t k = 1; valid && k <= extra; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      valid = (next & 0xc0) == 0x80;
      code = code << 6 | (next & 0x3f);
    }
    constexpr std::uint32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
    valid = valid && code >= kSmallest[extra] && code <= 0x10ffff && (code < 0xd800 || code >= 0xe000);
    letters += static_cast<char32_t>(valid ? code : kReplacement);
    i += valid ? extra + 1 : 1;
  }
  return letters;
}

}  // namespace l21::internal::io
