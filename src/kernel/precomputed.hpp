// What a kernel matrix that somebody else computed must be.
#pragma once

#include "kernel/coordinates.hpp"

namespace l21::internal {

// Throws DataError unless the table is square and symmetric, up to rounding of its storage; names the worst entry.
void require_symmetric(const Rows& matrix, int threads);

// Throws DataError, with the smallest eigenvalue where that takes about a second.
[[noreturn]] void throw_not_semidefinite(const KernelRows& rows, double found, double expected);

// Throws unless Z Z^T is the whole of it: only for a semidefinite matrix nothing is left where the diagonal is
// explained.
void require_explained(const KernelRows& rows, const KernelCoordinates& coordinates);

}  // namespace l21::internal
