// Matrix Market, the dense "array" format (Boisvert, Pozo, Remington 1996).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "l21/table.hpp"

namespace l21::io {

// Real or integer; general, symmetric or skew-symmetric. The values stay in the file's order, column by column.
[[nodiscard]] Table parse_mtx(std::string_view text, const std::string& where);

void format_mtx(const RowsView& view, const std::function<void(std::string_view)>& put);

}  // namespace l21::io
