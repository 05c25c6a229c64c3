// Between arrays of any number of axes and tables: axis 0 is rows, the other axes flatten to columns in C order.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "l21/table.hpp"

namespace l21::internal::io {

enum class Order { row_major, column_major };

// The number of values; none when it, or the number of bytes at 8 per value, does not fit an Index.
// A zero extent does not hide an overflow of the others, since those become the number of columns.
[[nodiscard]] std::optional<std::size_t> value_count(const std::vector<Index>& shape);

// Axis 0, and the product of the others.
[[nodiscard]] Index row_count(const std::vector<Index>& shape);
[[nodiscard]] Index column_count(const std::vector<Index>& shape);

// Takes over the values of an array. Only a column-major array of three or more axes is copied, since no pair of
// strides describes it.
[[nodiscard]] Table shaped_table(std::unique_ptr<std::byte[]> bytes, Storage storage, const std::vector<Index>& shape,
                                 Order order);

// The shape a table is written with: rows, then sample_shape if there is one, else columns.
[[nodiscard]] std::vector<Index> array_shape(const Table& table);

// Copies values row by row, without gaps.
void copy_row_major(const RowsView& view, std::byte* target);
// Copies the values in the column-major order of an array of `shape`.
void copy_column_major(const RowsView& view, const std::vector<Index>& shape, std::byte* target);

[[nodiscard]] inline bool is_compact_row_major(const RowsView& view) {
  return (view.col_stride == 1 || view.cols <= 1) && (view.row_stride == view.cols || view.rows <= 1);
}

}  // namespace l21::internal::io
