// Delimited text: comma, semicolon, tab, bar or blanks between fields; quotes as in RFC 4180.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "l21/io.hpp"

namespace l21::internal::io {

// All numbers become float64. Columns that are left out and the id column are not parsed as numbers. With
// options.transpose a first column of text names the columns of the result, and the header its rows. Missing cells are
// read or refused as options.missing_cells says; what is a header, a comment or a name does not depend on it.
// Memory: the table. Time: options.threads threads; the result does not depend on their number.
[[nodiscard]] Table parse_csv(std::string_view text, const std::string& where, const ReadOptions& options);

// Header if there are column names, ids first if there are row ids; every number in the fewest digits that read back to
// it. `put` receives pieces of about 1 MiB.
void format_csv(const Table& table, char delimiter, const std::function<void(std::string_view)>& put);

}  // namespace l21::internal::io
