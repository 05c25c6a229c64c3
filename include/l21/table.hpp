/// @file
/// A table that owns its numbers and knows its names: what files are read into and written from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "l21/rows.hpp"

namespace l21 {

/// Where the values of a sparse table stand.
struct SparseIndex {
  std::vector<std::int64_t> starts;   ///< rows + 1
  std::vector<std::int32_t> columns;  ///< ascending within a row
};

/// Numbers, dense or sparse, with the names of their columns and rows.
struct Table {
  std::unique_ptr<std::byte[]> bytes;     ///< owns the values
  RowsView view;                          ///< of a sparse table: its size and storage, but no data
  std::optional<SparseIndex> sparse;      ///< absent: dense
  std::vector<std::string> column_names;  ///< one per column, or empty
  std::string id_name;                    ///< heading of the id column; empty when there is none
  std::vector<std::string> row_ids;       ///< one per row, or empty
  std::vector<Index> sample_shape;        ///< {height, width} of image stacks, the trailing shape of .npy; else empty

  /// An uninitialized row-major table.
  [[nodiscard]] static Table row_major(Storage storage, Index rows, Index cols) {
    Table table;
    const auto values = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
    table.bytes = std::make_unique_for_overwrite<std::byte[]>(values * bytes_per_value(storage));
    table.view = {table.bytes.get(), storage, rows, cols, cols, 1};
    return table;
  }
  /// All values, in the order of `view`. T must be what view.storage says.
  template <StoredScalar T>
  [[nodiscard]] T* values() {
    return reinterpret_cast<T*>(bytes.get());
  }
  /// What fits and models read, dense or sparse. Borrows from the table.
  [[nodiscard]] Rows rows() const {
    if (!sparse) return view;
    return SparseView{bytes.get(), view.storage, sparse->columns.data(), sparse->starts.data(), true,
                      view.rows,   view.cols};
  }
};

}  // namespace l21
