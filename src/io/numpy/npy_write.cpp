#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "io/numpy/npy.hpp"
#include "io/table/fail.hpp"
#include "io/table/shape.hpp"
#include "io/text/utf8.hpp"

namespace l21::internal::io {
namespace {

constexpr bool kLittle = std::endian::native == std::endian::little;

// Python writes one-element tuples with a comma: (3,)
std::string python_tuple(const std::vector<Index>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

}  // namespace

const char* npy_descr(Storage storage) {
  switch (storage) {
    case Storage::float32: return kLittle ? "<f4" : ">f4";
    case Storage::uint8: return "|u1";
    case Storage::int16: return kLittle ? "<i2" : ">i2";
    case Storage::float64: break;
  }
  return kLittle ? "<f8" : ">f8";
}

std::vector<std::byte> format_npy_header(const std::string& descr, const std::vector<Index>& shape) {
  std::string dictionary =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", descr, python_tuple(shape));
  // The data begin at a multiple of 64 bytes, the dictionary ends with a newline.
  std::size_t prefix = 10;
  const auto padded = [&] { return (prefix + dictionary.size() + 1 + 63) / 64 * 64 - prefix; };
  const bool wide = padded() > 0xffff;
  if (wide) prefix = 12;
  const std::size_t length = padded();
  dictionary.resize(length - 1, ' ');
  dictionary += '\n';
  std::string head = "\x93NUMPY";
  head += wide ? '\2' : '\1';
  head += '\0';
  for (std::size_t i = 0; i < prefix - 8; ++i) head += static_cast<char>(length >> (8 * i) & 0xff);
  head += dictionary;
  std::vector<std::byte> bytes(head.size());
  std::memcpy(bytes.data(), head.data(), head.size());
  return bytes;
}

std::vector<std::byte> format_npy(const RowsView& view, const std::vector<Index>& shape) {
  const auto count = static_cast<std::size_t>(view.rows) * static_cast<std::size_t>(view.cols);
  if (value_count(shape) != count) {
    bad_request("an array of shape ({}) cannot hold {} x {} values", fmt::join(shape, ", "), view.rows, view.cols);
  }
  std::vector<std::byte> bytes = format_npy_header(npy_descr(view.storage), shape);
  const std::size_t offset = bytes.size();
  bytes.resize(offset + count * bytes_per_value(view.storage));
  copy_row_major(view, bytes.data() + offset);
  return bytes;
}

std::vector<std::byte> format_npy_strings(const std::vector<std::string>& values) {
  std::vector<std::u32string> texts;
  std::size_t longest = 1;  // NumPy has no texts of length 0 in practice
  for (const std::string& value : values) {
    texts.push_back(decode_utf8(value));
    longest = std::max(longest, texts.back().size());
  }
  const std::string descr = fmt::format("{}U{}", kLittle ? '<' : '>', longest);
  std::vector<std::byte> bytes = format_npy_header(descr, {static_cast<Index>(values.size())});
  const std::size_t offset = bytes.size();
  bytes.resize(offset + values.size() * longest * 4);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].empty()) continue;
    std::memcpy(bytes.data() + offset + i * longest * 4, texts[i].data(), texts[i].size() * 4);
  }
  return bytes;
}

}  // namespace l21::internal::io
