// The source for rows of either kind.
#pragma once

#include <memory>

#include "data/row_preparation.hpp"
#include "data/row_source.hpp"
#include "l21/rows.hpp"

namespace l21::internal {

// Borrows the rows.
template <class T>
[[nodiscard]] std::unique_ptr<RowSource<T>> make_source(const Rows& rows, RowPreparation preparation);

}  // namespace l21::internal
