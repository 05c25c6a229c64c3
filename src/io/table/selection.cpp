#include "io/table/selection.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "io/table/element.hpp"
#include "io/table/fail.hpp"
#include "io/table/sparse.hpp"
#include "io/text/number.hpp"

namespace l21::internal::io {
namespace {

struct Range {
  Index first = 0;
  Index last = 0;
};

// "3" or "2-7".
std::optional<Range> parse_range(std::string_view text) {
  if (const auto number = parse_count(text)) return Range{*number, *number};
  const auto dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto first = parse_count(text.substr(0, dash));
  const auto last = parse_count(text.substr(dash + 1));
  if (!first || !last) return std::nullopt;
  return Range{*first, *last};
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

[[noreturn]] void unknown_name(const std::string& item, const std::vector<std::string>& names, Index count,
                               const std::string& where) {
  if (names.empty()) {
    bad_request("{}: no column '{}': its columns have no names, use numbers from 1 to {}", where, shown(item), count);
  }
  constexpr std::size_t kListed = 20;
  constexpr std::size_t kLongestCompared = 64;
  std::string closest;
  std::size_t least = std::max<std::size_t>(2, item.size() / 3 + 1);
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i < kListed) list += (i > 0 ? ", " : "") + shown(names[i]);
    if (std::max(names[i].size(), item.size()) > kLongestCompared) continue;
    const std::size_t distance = edit_distance(item, names[i]);
    if (distance < least) {
      least = distance;
      closest = names[i];
    }
  }
  if (names.size() > kListed) list += fmt::format(", ... ({} in all)", names.size());
  const std::string hint = closest.empty() ? "" : fmt::format(" did you mean '{}'?", shown(closest));
  bad_request("{}: no column '{}';{} It has {}", where, shown(item), hint, list);
}

Range resolve(const std::string& item, const std::vector<std::string>& names, Index count, const std::string& where) {
  const auto found = std::find(names.begin(), names.end(), item);
  if (found != names.end()) {
    if (std::find(found + 1, names.end(), item) != names.end()) {
      bad_request("{}: two columns are named '{}'; use its number", where, shown(item));
    }
    return {found - names.begin(), found - names.begin()};
  }
  const auto range = parse_range(item);
  if (!range) unknown_name(item, names, count, where);
  if (range->first < 1 || range->last > count || range->first > range->last) {
    bad_request("{}: no column '{}'; columns are numbered from 1 to {}", where, shown(item), count);
  }
  return {range->first - 1, range->last - 1};
}

Table copy_columns(const Table& from, const std::vector<Index>& kept) {
  const auto& view = from.view;
  Table to = Table::row_major(view.storage, view.rows, static_cast<Index>(kept.size()));
  with_scalar(view.storage, [&]<class T>(T) {
    T* next = to.values<T>();
    for (Index i = 0; i < view.rows; ++i) {
      const T* row = static_cast<const T*>(view.data) + i * view.row_stride;
      for (const Index j : kept) *next++ = row[j * view.col_stride];
    }
  });
  if (!from.column_names.empty()) {
    for (const Index j : kept) to.column_names.push_back(from.column_names[static_cast<std::size_t>(j)]);
  }
  return to;
}

std::vector<std::string> column_as_text(const RowsView& view, Index column) {
  std::vector<std::string> texts;
  with_scalar(view.storage, [&]<class T>(T) {
    const T* values = static_cast<const T*>(view.data) + column * view.col_stride;
    for (Index i = 0; i < view.rows; ++i) texts.push_back(fmt::format("{}", values[i * view.row_stride]));
  });
  return texts;
}

void transpose(Table& table) {
  if (table.sparse) {
    Table turned = transposed_sparse(table);
    table.bytes = std::move(turned.bytes), table.view = turned.view, table.sparse = std::move(turned.sparse);
  } else {
    table.view = table.view.transposed();
  }
  table.sample_shape.clear();
  std::swap(table.column_names, table.row_ids);
  table.id_name = table.row_ids.empty() ? "" : table.id_name.empty() ? "name" : table.id_name;
}

}  // namespace

bool is_only_name(const std::string& text) {
  return !parse_range(text);
}

ColumnChoice choose_columns(const std::vector<std::string>& names, Index count, const ReadOptions& options,
                            const std::string& where) {
  ColumnChoice choice;
  // Columns are taken once, wherever they were mentioned before; excluded ones and the id count as taken.
  std::vector<char> taken(static_cast<std::size_t>(count), 0);
  const auto take = [&](Range range, auto&& use) {
    for (Index j = range.first; j <= range.last; ++j) {
      if (std::exchange(taken[static_cast<std::size_t>(j)], 1) == 0) use(j);
    }
  };
  if (options.id_column) {
    const Range range = resolve(*options.id_column, names, count, where);
    if (range.first != range.last) bad_request("{}: the id is one column, got '{}'", where, *options.id_column);
    take(range, [&](Index j) { choice.id = j; });
  }
  for (const std::string& item : options.exclude) take(resolve(item, names, count, where), [](Index) {});
  for (const std::string& item : options.columns) {
    take(resolve(item, names, count, where), [&](Index j) { choice.kept.push_back(j); });
  }
  if (options.columns.empty() && count > 0) take({0, count - 1}, [&](Index j) { choice.kept.push_back(j); });
  if (choice.kept.empty()) bad_request("{}: no column is left of its {}", where, count);
  return choice;
}

Table apply_options(Table table, const ReadOptions& options, const std::string& where) {
  if (options.transpose) transpose(table);
  if (options.columns.empty() && options.exclude.empty() && !options.id_column) return table;
  const ColumnChoice choice = choose_columns(table.column_names, table.view.cols, options, where);
  const bool everything = static_cast<Index>(choice.kept.size()) == table.view.cols &&
                          std::is_sorted(choice.kept.begin(), choice.kept.end());
  if (everything) return table;
  if (choice.id) require_dense(table, where, "an id column");
  if (choice.id) {
    table.row_ids = column_as_text(table.view, *choice.id);
    const auto j = static_cast<std::size_t>(*choice.id);
    table.id_name = table.column_names.empty() ? fmt::format("{}", j + 1) : table.column_names[j];
  }
  return select_columns(std::move(table), choice.kept);
}

}  // namespace l21::internal::io

namespace l21 {

Table select_columns(Table table, const std::vector<Index>& columns) {
  using namespace internal::io;
  Table selected = table.sparse ? select_sparse(table, columns) : copy_columns(table, columns);
  selected.row_ids = std::move(table.row_ids);
  selected.id_name = std::move(table.id_name);
  return selected;
}

}  // namespace l21
