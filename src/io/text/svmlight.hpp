// svmlight / libsvm: one row a line, "label [qid:N] column:value ... # remark".
#pragma once

#include <string>
#include <string_view>

#include "l21/io.hpp"

namespace l21::internal::io {

// Labels become the ids of the rows. Columns count from 1, unless one of them is 0: then from 0. NaN is a
// missing cell.
[[nodiscard]] Table parse_svmlight(std::string_view text, const std::string& where,
                                   MissingCells missing_cells = MissingCells::refuse);

}  // namespace l21::internal::io
