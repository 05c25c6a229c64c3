// Whether compressed sparse rows are what they claim to be.
#pragma once

#include "l21/rows.hpp"

namespace l21::internal {

// Throws Error, InvalidArgument or DataError, with row and column (from 1), unless starts ascend from 0 or more and the
// columns of every row ascend within the table. Reads starts and columns once.
template <class Error>
void check_structure(const SparseView& view, int threads);

}  // namespace l21::internal
