#include "l21/match_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_map>

#include "l21/error.hpp"

namespace l21 {
namespace {

constexpr std::size_t kNamesShown = 10;

[[noreturn]] void throw_missing(std::vector<std::string> missing, const MatchNames& called) {
  const std::size_t count = missing.size();
  if (count > kNamesShown) missing.resize(kNamesShown);
  throw DataError(fmt::format("{}: {} of the columns that {} was fitted to {} missing: {}{}", called.table, count,
                              called.model, count == 1 ? "is" : "are", fmt::join(missing, ", "),
                              count > kNamesShown ? ", ..." : ""));
}

std::unordered_map<std::string, Index> columns_by_name(std::span<const std::string> names, const MatchNames& called) {
  std::unordered_map<std::string, Index> columns;
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (columns.emplace(names[j], static_cast<Index>(j)).second) continue;
    throw DataError(fmt::format("{}: two columns are called '{}', so they cannot be matched with those of {}",
                                called.table, names[j], called.model));
  }
  return columns;
}

std::vector<Index> wanted_columns(const Model& model, const TableColumns& table, const MatchNames& called) {
  const auto columns = columns_by_name(table.names, called);
  std::vector<Index> wanted;
  std::vector<std::string> missing;
  for (const auto& name : model.feature_names) {
    if (const auto found = columns.find(name); found != columns.end())
      wanted.push_back(found->second);
    else
      missing.push_back(name);
  }
  if (!missing.empty()) throw_missing(std::move(missing), called);
  return wanted;
}

}  // namespace

std::optional<std::vector<Index>> match_columns(const Model& model, const TableColumns& table,
                                                const MatchNames& called) {
  const bool both_named = !table.names.empty() && !model.feature_names.empty();
  if (both_named && !std::ranges::equal(table.names, model.feature_names)) return wanted_columns(model, table, called);
  const bool both_shaped = !table.sample_shape.empty() && !model.sample_shape.empty();
  if (both_shaped && !std::ranges::equal(table.sample_shape, model.sample_shape))
    throw DataError(fmt::format("{} has rows of shape {}, but {} was fitted to {}", called.table,
                                fmt::join(table.sample_shape, "x"), called.model, fmt::join(model.sample_shape, "x")));
  if (table.count == model.columns()) return std::nullopt;
  throw DataError(fmt::format("{} has {} columns, but {} was fitted to {}", called.table, table.count, called.model,
                              model.columns()));
}

}  // namespace l21
