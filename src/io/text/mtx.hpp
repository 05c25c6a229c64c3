// Matrix Market, dense "array" and sparse "coordinate" files (Boisvert, Pozo, Remington 1996).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "l21/io.hpp"

namespace l21::internal::io {

// Real or integer, coordinate files also pattern (1 wherever there is an entry); general, symmetric or skew-symmetric.
// Dense values stay in the file's order, column by column. NaN is a missing cell.
[[nodiscard]] Table parse_mtx(std::string_view text, const std::string& where,
                              MissingCells missing_cells = MissingCells::refuse);

void format_mtx(const Table& table, const std::function<void(std::string_view)>& put);

}  // namespace l21::internal::io
