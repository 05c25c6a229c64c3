#include "io/table/sparse.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "io/table/fail.hpp"

namespace l21::internal::io {
namespace {

struct Entry {
  std::int32_t column;
  double value;
};

double* make_values(Table& table, std::size_t entries) {
  table.bytes = std::make_unique_for_overwrite<std::byte[]>(std::max<std::size_t>(1, entries) * sizeof(double));
  return reinterpret_cast<double*>(table.bytes.get());
}

void set_size(Table& table, Storage storage, Index rows, Index cols) {
  table.view = {nullptr, storage, rows, cols, cols, 1};
}

// Where every row begins, from the row of every entry.
std::vector<std::int64_t> starts_from(const std::vector<std::int32_t>& rows, Index count) {
  std::vector<std::int64_t> starts(static_cast<std::size_t>(count) + 1, 0);
  for (const auto row : rows) ++starts[static_cast<std::size_t>(row) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

// Calls body(row, entry) for all entries, row by row.
template <class Body>
void for_each_entry(const SparseView& view, const Body& body) {
  for (Index i = 0; i < view.rows; ++i)
    for (Index e = view.start(i); e < view.start(i + 1); ++e) body(i, e);
}

bool is_sorted(const SparseView& view) {
  bool sorted = true;
  for_each_entry(view, [&](Index i, Index e) {
    sorted = sorted && (e == view.start(i) || view.columns[e - 1] < view.columns[e]);
  });
  return sorted;
}

}  // namespace

void check_sparse_size(Index rows, Index cols, std::size_t entries, const std::string& where) {
  if (rows == 0 || cols == 0) data_error("{}: holds no values, its size is {} x {}", where, rows, cols);
  if (std::max(rows, cols) > kMostSparseSide)
    data_error("{}: {} x {} is too large, at most {} rows and columns are read", where, rows, cols, kMostSparseSide);
  constexpr Index kPlausible = Index{1} << 24, kPerEntry = 64;
  const Index side = std::max(rows, cols);
  if (side > kPlausible && static_cast<std::size_t>(side / kPerEntry) > entries)
    data_error("{}: claims a size of {} x {}, but has {} entries only", where, rows, cols, entries);
}

void SparseBuilder::reserve(std::size_t entries) {
  rows_.reserve(entries), columns_.reserve(entries), values_.reserve(entries);
}

void SparseBuilder::add(Index row, Index column, double value) {
  rows_.push_back(static_cast<std::int32_t>(row));
  columns_.push_back(static_cast<std::int32_t>(column));
  values_.push_back(value);
}

void SparseBuilder::shift_columns(Index by) {
  for (auto& column : columns_) column += static_cast<std::int32_t>(by);
}

Table SparseBuilder::finish(Index rows, Index cols, const std::string& where) {
  check_sparse_size(rows, cols, values_.size(), where);
  Table table;
  set_size(table, Storage::float64, rows, cols);
  SparseIndex index{starts_from(rows_, rows), std::vector<std::int32_t>(values_.size())};
  double* values = make_values(table, values_.size());
  std::vector<std::int64_t> next(index.starts.begin(), index.starts.end() - 1);
  for (std::size_t e = 0; e < values_.size(); ++e) {
    const auto to = static_cast<std::size_t>(next[static_cast<std::size_t>(rows_[e])]++);
    index.columns[to] = columns_[e];
    values[to] = values_[e];
  }
  *this = {};
  std::vector<Entry> row;
  for (Index i = 0; i < rows; ++i) {
    const auto begin = static_cast<std::size_t>(index.starts[static_cast<std::size_t>(i)]);
    const auto end = static_cast<std::size_t>(index.starts[static_cast<std::size_t>(i) + 1]);
    row.clear();
    for (std::size_t e = begin; e < end; ++e) row.push_back({index.columns[e], values[e]});
    std::sort(row.begin(), row.end(), [](const Entry& a, const Entry& b) { return a.column < b.column; });
    for (std::size_t e = begin; e < end; ++e) {
      std::tie(index.columns[e], values[e]) = std::pair(row[e - begin].column, row[e - begin].value);
      if (e > begin && index.columns[e] == index.columns[e - 1])
        data_error("{}: row {}, column {}: two entries; add them up first", where, i + 1, index.columns[e] + 1);
    }
  }
  table.sparse = std::move(index);
  return table;
}

Table sparse_table(std::unique_ptr<std::byte[]> values, Storage storage, std::size_t entries, SparseIndex index,
                   Index rows, Index cols, const std::string& where) {
  check_sparse_size(rows, cols, entries, where);
  const auto& starts = index.starts;
  if (static_cast<Index>(starts.size()) != rows + 1)
    data_error("{}: {} row pointers for {} rows; there must be one more than rows", where, starts.size(), rows);
  if (starts.front() != 0) data_error("{}: the first row begins at entry {}; it must be 0", where, starts.front());
  for (std::size_t i = 1; i < starts.size(); ++i)
    if (starts[i] < starts[i - 1])
      data_error("{}: row {} begins at entry {} and ends at entry {}: row pointers must not fall", where, i,
                 starts[i - 1], starts[i]);
  if (index.columns.size() != entries || starts.back() != static_cast<std::int64_t>(entries))
    data_error("{}: {} values, {} column numbers, and row pointers that end at {}: these must be equal", where, entries,
               index.columns.size(), starts.back());
  Table table;
  set_size(table, storage, rows, cols);
  table.bytes = std::move(values);
  table.sparse = std::move(index);
  const SparseView view = *table.rows().sparse();
  for_each_entry(view, [&](Index i, Index e) {
    if (view.columns[e] < 0 || view.columns[e] >= cols)
      data_error("{}: row {}: an entry in column {}, but there are {} columns", where, i + 1,
                 Index{view.columns[e]} + 1, cols);
  });
  if (is_sorted(view)) return table;
  SparseBuilder builder;
  builder.reserve(entries);
  for_each_entry(view, [&](Index i, Index e) { builder.add(i, view.columns[e], view.value(e)); });
  return builder.finish(rows, cols, where);
}

Table transposed_sparse(const Table& table) {
  const SparseView view = *table.rows().sparse();
  SparseBuilder builder;
  builder.reserve(static_cast<std::size_t>(view.entries()));
  for_each_entry(view, [&](Index i, Index e) { builder.add(view.columns[e], i, view.value(e)); });
  return builder.finish(view.cols, view.rows, "");
}

Table select_sparse(const Table& table, const std::vector<Index>& kept) {
  const SparseView view = *table.rows().sparse();
  std::vector<Index> place(static_cast<std::size_t>(view.cols), -1);
  for (std::size_t k = 0; k < kept.size(); ++k) place[static_cast<std::size_t>(kept[k])] = static_cast<Index>(k);
  SparseBuilder builder;
  for_each_entry(view, [&](Index i, Index e) {
    if (const Index to = place[static_cast<std::size_t>(view.columns[e])]; to >= 0) builder.add(i, to, view.value(e));
  });
  return builder.finish(view.rows, static_cast<Index>(kept.size()), "");
}

void require_dense(const Table& table, const std::string& where, const std::string& what) {
  if (table.sparse) bad_request("{}: {} needs a dense table, and this one is sparse", where, what);
}

}  // namespace l21::internal::io
