#include "pages/markup.hpp"

#include <fmt/core.h>

#include <cctype>
#include <cmath>
#include <cstdint>

#include "io/text/utf8.hpp"

namespace l21::internal::pages {
namespace {

std::string_view reference(char32_t c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return {};
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (const char32_t letter : io::decode_utf8(text)) {
    const bool control =
        (letter < 0x20 && letter != '\n' && letter != '\t') || letter == 0x7f || (letter & 0xfffe) == 0xfffe;
    if (const auto name = reference(letter); !name.empty())
      safe += name;
    else
      io::append_utf8(safe, control ? io::kReplacement : static_cast<std::uint32_t>(letter));
  }
  return safe;
}

std::string csv_field(std::string_view text) {
  const bool plain = text.find_first_of(",;|\"\r\n\t") == std::string_view::npos && !text.starts_with('#') &&
                     !text.starts_with(' ') && !text.ends_with(' ');
  std::string field = plain ? "" : "\"";
  for (const char32_t letter : io::decode_utf8(text)) {
    if (letter == '"') field += '"';
    io::append_utf8(field, static_cast<std::uint32_t>(letter));
  }
  return plain ? field : field + "\"";
}

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8 | (j < count ? std::to_integer<std::uint32_t>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j) text += j <= count ? kDigits[group >> (18 - 6 * j) & 63U] : '=';
  }
  return text;
}

std::string base64(std::string_view text) {
  return base64(std::as_bytes(std::span(text.data(), text.size())));
}

std::string file_stem(std::string_view text) {
  std::string stem;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x80 && std::isalnum(code))
      stem += static_cast<char>(std::tolower(code));
    else if (!stem.empty() && stem.back() != '-')
      stem += '-';
  }
  while (!stem.empty() && stem.back() == '-') stem.pop_back();
  return stem.empty() ? "unnamed" : stem.substr(0, 80);
}

std::string printable(std::string_view text) {
  std::string safe(text);
  for (char& c : safe)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return safe;
}

std::string number(double value, int digits) {
  if (std::isnan(value)) return {};
  std::string text = fmt::format("{:.{}g}", value, digits);
  // 1e-06 reads worse than 1e-6.
  if (const auto e = text.find('e'); e != std::string::npos) {
    const bool negative = text[e + 1] == '-';
    const auto digit = text.find_first_not_of("+-0", e + 1);
    text = text.substr(0, e + 1) + (negative ? "-" : "") + (digit == std::string::npos ? "0" : text.substr(digit));
  }
  return text;
}

}  // namespace l21::internal::pages
