// Rows in memory that somebody else owns: what every fit and transform reads from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "l21/types.hpp"

namespace l21 {

// How one number is stored. Computation is in float32 or float64 whatever the storage.
enum class Storage { float64, float32, uint8, int16 };

[[nodiscard]] constexpr std::size_t bytes_per_value(Storage storage) {
  switch (storage) {
    case Storage::float64: return 8;
    case Storage::float32: return 4;
    case Storage::uint8: return 1;
    case Storage::int16: return 2;
  }
  return 0;
}

template <class T>
concept StoredScalar = std::is_same_v<T, double> || std::is_same_v<T, float> || std::is_same_v<T, std::uint8_t> ||
    std::is_same_v<T, std::int16_t>;

template <StoredScalar T>
[[nodiscard]] constexpr Storage storage_of() {
  if constexpr (std::is_same_v<T, double>) return Storage::float64;
  if constexpr (std::is_same_v<T, float>) return Storage::float32;
  if constexpr (std::is_same_v<T, std::uint8_t>) return Storage::uint8;
  if constexpr (std::is_same_v<T, std::int16_t>) return Storage::int16;
}

// A borrowed rows x cols table. The value at (i, j) lies i * row_stride + j * col_stride values after `data`, so
// row-major, column-major and transposed tables are all the same to us.
struct RowsView {
  const void* data = nullptr;
  Storage storage = Storage::float64;
  Index rows = 0;
  Index cols = 0;
  Index row_stride = 0;
  Index col_stride = 1;

  // The same table with points in columns (the MATLAB habit) read as points in rows.
  [[nodiscard]] RowsView transposed() const { return {data, storage, cols, rows, col_stride, row_stride}; }
  [[nodiscard]] RowsView row_range(Index first, Index count) const {
    return {at(first * row_stride), storage, count, cols, row_stride, col_stride};
  }
  [[nodiscard]] RowsView column_range(Index first, Index count) const {
    return {at(first * col_stride), storage, rows, count, row_stride, col_stride};
  }

 private:
  [[nodiscard]] const void* at(Index offset) const {
    return static_cast<const std::byte*>(data) + offset * static_cast<Index>(bytes_per_value(storage));
  }
};

// Borrows any Eigen matrix or map with direct access. It must outlive the view.
template <class Derived>
requires StoredScalar<typename Derived::Scalar>
[[nodiscard]] RowsView rows_of(const Eigen::DenseBase<Derived>& matrix) {
  const auto& m = matrix.derived();
  return {m.data(), storage_of<typename Derived::Scalar>(), m.rows(), m.cols(), m.rowStride(), m.colStride()};
}

// Borrows n x d numbers laid out row by row.
template <StoredScalar T>
[[nodiscard]] RowsView row_major(const T* data, Index rows, Index cols) {
  return {data, storage_of<T>(), rows, cols, cols, 1};
}

}  // namespace l21
