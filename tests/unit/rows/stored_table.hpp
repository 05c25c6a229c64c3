// Tables of every storage type in every layout, with their values as double beside them.
#pragma once

#include <cstring>
#include <vector>

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {

enum class Layout { row_major, column_major, strided, padded_rows };
inline constexpr Layout kLayouts[] = {Layout::row_major, Layout::column_major, Layout::strided, Layout::padded_rows};
inline constexpr Storage kStorages[] = {Storage::float64, Storage::float32, Storage::uint8, Storage::int16};

struct StoredTable {
  std::vector<std::byte> bytes;
  RowsView view;
  RowMatrix<double> values;
};

template <StoredScalar S>
void fill(StoredTable& table, std::uint64_t seed) {
  NormalGenerator normal(seed);
  const auto size = static_cast<std::ptrdiff_t>(sizeof(S));
  for (Index i = 0; i < table.values.rows(); ++i)
    for (Index j = 0; j < table.values.cols(); ++j) {
      const auto value = static_cast<S>(std::is_same_v<S, std::uint8_t> ? 100 + 20 * normal() : 50 * normal());
      table.values(i, j) = static_cast<double>(value);
      std::memcpy(table.bytes.data() + (i * table.view.row_stride + j * table.view.col_stride) * size, &value,
                  sizeof(S));
    }
}

[[nodiscard]] inline StoredTable stored_table(Storage storage, Layout layout, Index rows, Index cols,
                                              std::uint64_t seed = 1) {
  StoredTable table;
  table.values.resize(rows, cols);
  Index row_stride = cols, col_stride = 1;
  if (layout == Layout::column_major) row_stride = 1, col_stride = rows;
  if (layout == Layout::strided) row_stride = 3 * cols + 5, col_stride = 3;
  if (layout == Layout::padded_rows) row_stride = cols + 7;
  // What lies between the values is 0xff: NaN in floating point, and wrong in any type.
  const auto span = static_cast<std::size_t>((rows - 1) * row_stride + (cols - 1) * col_stride + 1);
  table.bytes.assign(span * bytes_per_value(storage), std::byte{0xff});
  table.view = {table.bytes.data(), storage, rows, cols, row_stride, col_stride};
  switch (storage) {
    case Storage::float64: fill<double>(table, seed); break;
    case Storage::float32: fill<float>(table, seed); break;
    case Storage::uint8: fill<std::uint8_t>(table, seed); break;
    case Storage::int16: fill<std::int16_t>(table, seed); break;
  }
  return table;
}

}  // namespace l21::internal::test
