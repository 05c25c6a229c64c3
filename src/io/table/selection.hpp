// Which columns of a file become data, and which one names the rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "l21/io.hpp"

namespace l21::internal::io {

struct ColumnChoice {
  std::vector<Index> kept;  // in the order they were asked for, else in the file's order
  std::optional<Index> id;
};

// Resolves the options against `count` columns, named or not (`names` empty). A name wins over a number, a number over
// a range. Throws InvalidArgument naming `where` for a column that is not there, or when none is left.
[[nodiscard]] ColumnChoice choose_columns(const std::vector<std::string>& names, Index count,
                                          const ReadOptions& options, const std::string& where);

// Transposes and selects. When everything is kept, nothing is copied.
[[nodiscard]] Table apply_options(Table table, const ReadOptions& options, const std::string& where);

// Whether `text` is an item of the options that can only be a name: neither a number nor a range.
[[nodiscard]] bool is_only_name(const std::string& text);

}  // namespace l21::internal::io
