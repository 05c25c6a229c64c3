// NumPy's .npy format, as a byte buffer in memory or as a file.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "io/table/element.hpp"
#include "l21/table.hpp"

namespace l21::internal::io {

// What an .npy header says.
struct NpyHeader {
  std::string descr;  // "<f8"
  bool fortran_order = false;
  std::vector<Index> shape;
  std::size_t data_offset = 0;
};

// Parses and checks a header; `where` names the file (and member) in errors. `size` is the size of the whole array
// file: a header that claims more data than there is, an object dtype, an overflowing shape throw DataError.
[[nodiscard]] NpyHeader parse_npy_header(std::span<const std::byte> bytes, std::size_t size, const std::string& where);

// The array as a table: axis 0 is rows, the other axes flatten to columns (kept as sample_shape when there are two or
// more); 1-D is one column; 0-D one value. float64, float32, uint8, int16 keep their type; other numbers become
// float64.
[[nodiscard]] Table parse_npy(std::span<const std::byte> bytes, const std::string& where);

// The number type of a header's descr and whether its bytes are in the other order. Complex numbers, texts, dates throw
// DataError.
struct NpyElement {
  Element element = Element::float64;
  bool swapped = false;
};
[[nodiscard]] NpyElement npy_element(const std::string& descr, const std::string& where);

// Whether descr stands for texts ("<U5", "|S5").
[[nodiscard]] bool is_npy_text(const std::string& descr);

// A 1-D unicode array ("<U5"), for names.
[[nodiscard]] std::vector<std::string> parse_npy_strings(std::span<const std::byte> bytes, const std::string& where);

// The reverse: C order, version 1.0 header (2.0 where needed). `shape` may differ from the view's rows x cols as long
// as the product is the same, so that a vector is written 1-D.
[[nodiscard]] std::vector<std::byte> format_npy(const RowsView& view, const std::vector<Index>& shape);
[[nodiscard]] std::vector<std::byte> format_npy_header(const std::string& descr, const std::vector<Index>& shape);
[[nodiscard]] const char* npy_descr(Storage storage);
[[nodiscard]] std::vector<std::byte> format_npy_strings(const std::vector<std::string>& values);

}  // namespace l21::internal::io
