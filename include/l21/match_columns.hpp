/// @file
/// Which columns of a table are those that a model was fitted to.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "l21/model.hpp"

namespace l21 {

/// What a table knows of its columns.
struct TableColumns {
  Index count = 0;                        ///< How many there are.
  std::span<const std::string> names{};   ///< one per column, or empty
  std::span<const Index> sample_shape{};  ///< of one row, or empty
};

/// How errors call the two.
struct MatchNames {
  std::string table = "the table";  ///< Of the table.
  std::string model = "the model";  ///< Of the model.
};

/// For every column of the model the column of the table, from 0; nothing where they are the same in the same order.
/// Where both have names the model's are looked up; else the numbers of columns must agree, and the shapes where both
/// have them. Throws DataError that lists the names that are missing, or gives what does not agree.
///   if (const auto columns = l21::match_columns(model, {.count = 3, .names = names})) ...
[[nodiscard]] L21_EXPORT std::optional<std::vector<Index>> match_columns(const Model& model, const TableColumns& table,
                                                                         const MatchNames& called = {});

}  // namespace l21
