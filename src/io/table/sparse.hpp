// Making sparse tables, and turning and cutting them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "l21/table.hpp"

namespace l21::internal::io {

// Rows and columns are numbered with 32 bits.
inline constexpr Index kMostSparseSide = (Index{1} << 31) - 1;

// Throws DataError when a header claims a size that cannot be, or that so few entries do not make believable: memory is
// spent on every row and column.
void check_sparse_size(Index rows, Index cols, std::size_t entries, const std::string& where);

// Entries in any order, as files list them.
class SparseBuilder {
 public:
  void reserve(std::size_t entries);
  void add(Index row, Index column, double value);
  // Where it turns out late from which number columns count.
  void shift_columns(Index by);
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  // Sorted by row and column. Throws DataError naming `where` when two entries share a place. The builder is empty
  // afterwards.
  [[nodiscard]] Table finish(Index rows, Index cols, const std::string& where);

 private:
  std::vector<std::int32_t> rows_, columns_;
  std::vector<double> values_;
};

// A table that takes over its arrays; rows whose columns do not ascend are sorted. Throws DataError naming `where`
// unless pointers do not fall and end at the last entry, columns are in range, and no two entries share a place.
[[nodiscard]] Table sparse_table(std::unique_ptr<std::byte[]> values, Storage storage, std::size_t entries,
                                 SparseIndex index, Index rows, Index cols, const std::string& where);

// Rows become columns.
[[nodiscard]] Table transposed_sparse(const Table& table);
// Columns `kept`, in that order.
[[nodiscard]] Table select_sparse(const Table& table, const std::vector<Index>& kept);

// Throws InvalidArgument when the table is sparse; `what` needs a dense one.
void require_dense(const Table& table, const std::string& where, const std::string& what);

}  // namespace l21::internal::io
