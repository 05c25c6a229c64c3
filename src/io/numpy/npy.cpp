#include "io/numpy/npy.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "io/table/fail.hpp"
#include "io/table/shape.hpp"
#include "io/text/utf8.hpp"

namespace l21::internal::io {

Table parse_npy(std::span<const std::byte> bytes, const std::string& where) {
  const NpyHeader header = parse_npy_header(bytes, bytes.size(), where);
  const auto [element, swapped] = npy_element(header.descr, where);
  const std::size_t count = *value_count(header.shape);
  const std::size_t size = element_size(element);
  std::span<const std::byte> data = bytes.subspan(header.data_offset, count * size);
  std::vector<std::byte> ordered;
  if (swapped) {
    ordered.assign(data.begin(), data.end());
    swap_bytes(ordered.data(), count, size);
    data = ordered;
  }
  const auto native = native_storage(element);
  const Storage storage = native.value_or(Storage::float64);
  auto values = std::make_unique_for_overwrite<std::byte[]>(count * bytes_per_value(storage));
  if (native) {
    if (count > 0) std::memcpy(values.get(), data.data(), data.size());
  } else {
    widen(data.data(), element, count, reinterpret_cast<double*>(values.get()));
  }
  const Order order = header.fortran_order ? Order::column_major : Order::row_major;
  return shaped_table(std::move(values), storage, header.shape, order);
}

std::vector<std::string> parse_npy_strings(std::span<const std::byte> bytes, const std::string& where) {
  const NpyHeader header = parse_npy_header(bytes, bytes.size(), where);
  if (header.shape.size() > 1 || header.descr.size() < 2 || header.descr[1] != 'U') {
    data_error("{}: a list of texts was expected, found '{}'", where, shown(header.descr));
  }
  const bool swapped = header.descr[0] == (std::endian::native == std::endian::little ? '>' : '<');
  const std::size_t count = *value_count(header.shape);
  const std::size_t length = std::stoul(header.descr.substr(2));
  // Texts without letters take no bytes, so that the size of the file does not bound their number.
  if (length == 0 && count > bytes.size()) data_error("{}: claims {} empty texts; it is damaged", where, count);
  std::vector<std::string> texts(count);
  const std::byte* next = bytes.data() + header.data_offset;
  for (std::string& text : texts) {
    for (std::size_t i = 0; i < length; ++i, next += 4) {
      std::uint32_t code = 0;
      std::memcpy(&code, next, 4);
      if (swapped) swap_bytes(reinterpret_cast<std::byte*>(&code), 1, 4);
      if (code != 0) append_utf8(text, code);  // shorter texts are padded with zeros
    }
  }
  return texts;
}

}  // namespace l21::internal::io
