#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#include "io/numpy/npy.hpp"
#include "io/table/fail.hpp"
#include "io/table/shape.hpp"

namespace l21::internal::io {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kLongestHeader = std::size_t{1} << 20;
constexpr std::size_t kMostAxes = 64;

// The header is a Python dictionary: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }
class DictionaryParser {
 public:
  DictionaryParser(std::string_view text, const std::string& where) : rest_(text), where_(where) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      parse_entry();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!descr_ || !order_ || !shape_) malformed();
    return {*descr_, *order_, *shape_, 0};
  }

 private:
  void parse_entry() {
    const std::string key = quoted();
    expect(':');
    if (key == "descr") {
      if (peek() == '[') data_error("{}: holds records (a structured dtype); save one numeric array instead", where_);
      descr_ = quoted();
    } else if (key == "fortran_order") {
      order_ = truth();
    } else if (key == "shape") {
      shape_ = extents();
    } else {
      malformed();
    }
  }

  std::vector<Index> extents() {
    std::vector<Index> result;
    expect('(');
    while (!accept(')')) {
      result.push_back(integer());
      if (result.size() > kMostAxes) malformed();
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return result;
  }

  Index integer() {
    skip_spaces();
    Index value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || value < 0) malformed();
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    accept('L');  // Python 2 wrote its long integers so
    return value;
  }

  bool truth() {
    skip_spaces();
    for (const std::string_view word : {"True", "False"}) {
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return word == "True";
    }
    malformed();
  }

  std::string quoted() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') malformed();
    const auto close = rest_.find(quote, 1);
    if (close == std::string_view::npos) malformed();
    std::string result(rest_.substr(1, close - 1));
    rest_.remove_prefix(close + 1);
    return result;
  }

  char peek() {
    skip_spaces();
    return rest_.empty() ? '\0' : rest_.front();
  }
  bool accept(char c) {
    if (peek() != c || rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) malformed();
  }
  void skip_spaces() {
    const auto first = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(first == std::string_view::npos ? rest_.size() : first);
  }
  [[noreturn]] void malformed() const {
    data_error("{}: the .npy header is damaged near '{}'; write the file again", where_, shown(rest_));
  }

  std::string_view rest_;
  const std::string& where_;
  std::optional<std::string> descr_;
  std::optional<bool> order_;
  std::optional<std::vector<Index>> shape_;
};

// Offset and length of the dictionary. Version 1.0 has a 2-byte length, 2.0 and 3.0 a 4-byte one.
std::pair<std::size_t, std::size_t> find_dictionary(std::span<const std::byte> bytes, const std::string& where) {
  if (bytes.empty()) data_error("{}: the file is empty", where);
  if (bytes.size() < 10 || std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) {
    data_error("{}: is not an .npy array (it does not begin with \\x93NUMPY)", where);
  }
  const auto byte = [&](std::size_t i) { return std::to_integer<std::size_t>(bytes[i]); };
  const std::size_t version = byte(6);
  if (version < 1 || version > 3)
    data_error("{}: .npy version {} is unknown; versions 1 to 3 are read", where, version);
  if (version == 1) return {10, byte(8) | byte(9) << 8};
  if (bytes.size() < 12) data_error("{}: the file ends inside the .npy header", where);
  return {12, byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24};
}

// Bytes of one value, by the digits of the descr: "<f8" 8, "<U5" 20.
std::size_t item_size(const std::string& descr, const std::string& where) {
  const std::size_t kind_at = !descr.empty() && std::strchr("<>|=", descr[0]) != nullptr ? 1 : 0;
  const char kind = kind_at < descr.size() ? descr[kind_at] : '\0';
  if (kind == 'O') data_error("{}: holds Python objects; convert it with array.astype(float) before saving", where);
  std::uint32_t size = 0;
  const char* end = descr.data() + descr.size();
  const auto [stop, error] = std::from_chars(descr.data() + std::min(kind_at + 1, descr.size()), end, size);
  const bool dated = kind == 'M' || kind == 'm';  // "<M8[ns]" has a unit behind
  if (kind == '\0' || error != std::errc() || (stop != end && !dated)) {
    data_error("{}: unknown dtype '{}'; save it as float64", where, shown(descr));
  }
  return kind == 'U' ? 4 * std::size_t{size} : size;
}

}  // namespace

NpyHeader parse_npy_header(std::span<const std::byte> bytes, std::size_t size, const std::string& where) {
  const auto [offset, length] = find_dictionary(bytes, where);
  if (length > kLongestHeader || offset + length > bytes.size()) {
    data_error("{}: the .npy header claims {} bytes, the file has {}", where, length, size);
  }
  NpyHeader header = DictionaryParser({reinterpret_cast<const char*>(bytes.data()) + offset, length}, where).parse();
  header.data_offset = offset + length;
  const auto values = value_count(header.shape);
  std::size_t needed = 0;
  if (!values || __builtin_mul_overflow(*values, item_size(header.descr, where), &needed)) {
    data_error("{}: the shape ({}) is too large for any file", where, fmt::join(header.shape, ", "));
  }
  const std::size_t available = size - std::min(size, header.data_offset);
  if (needed > available) {
    data_error("{}: shape ({}) of '{}' needs {} bytes of data, the file has {}; it is truncated", where,
               fmt::join(header.shape, ", "), shown(header.descr), needed, available);
  }
  return header;
}

bool is_npy_text(const std::string& descr) {
  return descr.size() > 1 && (descr[1] == 'U' || descr[1] == 'S');
}

NpyElement npy_element(const std::string& descr, const std::string& where) {
  struct Name {
    std::string_view name;
    Element element;
  };
  static constexpr Name kNames[] = {{"b1", Element::boolean}, {"i1", Element::int8},    {"i2", Element::int16},
                                    {"i4", Element::int32},   {"i8", Element::int64},   {"u1", Element::uint8},
                                    {"u2", Element::uint16},  {"u4", Element::uint32},  {"u8", Element::uint64},
                                    {"f2", Element::float16}, {"f4", Element::float32}, {"f8", Element::float64}};
  const bool marked = !descr.empty() && std::strchr("<>|=", descr[0]) != nullptr;
  const std::string_view type = std::string_view(descr).substr(marked ? 1 : 0);
  const char foreign = std::endian::native == std::endian::little ? '>' : '<';
  for (const Name& known : kNames) {
    if (type == known.name) return {known.element, descr[0] == foreign && element_size(known.element) > 1};
  }
  if (type.starts_with('c')) data_error("{}: holds complex numbers ('{}'); save its real part", where, shown(descr));
  data_error("{}: holds '{}', not numbers that can be read; save it as float64", where, shown(descr));
}

}  // namespace l21::internal::io
