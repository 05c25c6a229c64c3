#include "match_columns.hpp"

#include <fmt/format.h>

#include <cstring>
#include <unordered_map>

#include "errors.hpp"

namespace l21::internal::app {
namespace {

constexpr std::size_t kNamesShown = 10;

[[noreturn]] void throw_missing(std::vector<std::string> missing, const ModelAndData& files) {
  const std::size_t count = missing.size();
  if (count > kNamesShown) missing.resize(kNamesShown);
  throw DataError(fmt::format("{}: {} of the columns that model {} was fitted to {} missing: {}{}",
                              display_name(files.data), count, files.model, count == 1 ? "is" : "are",
                              fmt::join(missing, ", "), count > kNamesShown ? ", ..." : ""));
}

std::unordered_map<std::string, Index> columns_by_name(const Table& table, const ModelAndData& files) {
  std::unordered_map<std::string, Index> columns;
  for (std::size_t j = 0; j < table.column_names.size(); ++j) {
    const auto& name = table.column_names[j];
    if (columns.emplace(name, static_cast<Index>(j)).second) continue;
    throw DataError(fmt::format("{}: two columns are called '{}', so they cannot be matched with those of model {}",
                                display_name(files.data), name, files.model));
  }
  return columns;
}

std::vector<Index> wanted_columns(const Table& table, const Model& model, const ModelAndData& files) {
  const auto columns = columns_by_name(table, files);
  std::vector<Index> wanted;
  std::vector<std::string> missing;
  for (const auto& name : model.feature_names) {
    if (const auto found = columns.find(name); found != columns.end())
      wanted.push_back(found->second);
    else
      missing.push_back(name);
  }
  if (!missing.empty()) throw_missing(std::move(missing), files);
  return wanted;
}

void copy_values(const RowsView& from, const std::vector<Index>& columns, std::byte* to) {
  const auto size = static_cast<Index>(bytes_per_value(from.storage));
  const auto* data = static_cast<const std::byte*>(from.data);
  for (Index i = 0; i < from.rows; ++i) {
    for (const Index j : columns) {
      std::memcpy(to, data + (i * from.row_stride + j * from.col_stride) * size, static_cast<std::size_t>(size));
      to += size;
    }
  }
}

Table select(Table table, const std::vector<Index>& columns, const std::vector<std::string>& names) {
  auto result = Table::row_major(table.view.storage, table.view.rows, static_cast<Index>(columns.size()));
  copy_values(table.view, columns, result.bytes.get());
  result.column_names = names;
  result.id_name = std::move(table.id_name);
  result.row_ids = std::move(table.row_ids);
  return result;
}

}  // namespace

Table match_columns(Table table, const Model& model, const ModelAndData& files) {
  const bool both_named = !table.column_names.empty() && !model.feature_names.empty();
  if (both_named && table.column_names != model.feature_names) {
    const auto columns = wanted_columns(table, model, files);
    return select(std::move(table), columns, model.feature_names);
  }
  const bool both_shaped = !table.sample_shape.empty() && !model.sample_shape.empty();
  if (both_shaped && table.sample_shape != model.sample_shape)
    throw DataError(fmt::format("{} has rows of shape {}, but model {} was fitted to {}", display_name(files.data),
                                fmt::join(table.sample_shape, "x"), files.model, fmt::join(model.sample_shape, "x")));
  if (table.view.cols == model.columns()) return table;
  throw DataError(fmt::format("{} has {} columns, but model {} was fitted to {}", display_name(files.data),
                              table.view.cols, files.model, model.columns()));
}

}  // namespace l21::internal::app
