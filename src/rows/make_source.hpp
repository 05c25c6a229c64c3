// The source for rows of either kind.
#pragma once

#include <memory>

#include "l21/rows.hpp"
#include "rows/row_preparation.hpp"
#include "rows/row_source.hpp"

namespace l21::internal {

// Borrows the rows.
template <class T>
[[nodiscard]] std::unique_ptr<RowSource<T>> make_source(const Rows& rows, RowPreparation preparation);

}  // namespace l21::internal
