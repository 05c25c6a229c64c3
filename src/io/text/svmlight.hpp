// svmlight / libsvm: one row a line, "label [qid:N] column:value ... # remark".
#pragma once

#include <string>
#include <string_view>

#include "l21/table.hpp"

namespace l21::internal::io {

// Labels become the ids of the rows. Columns count from 1, unless one of them is 0: then from 0.
[[nodiscard]] Table parse_svmlight(std::string_view text, const std::string& where);

}  // namespace l21::internal::io
