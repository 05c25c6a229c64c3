// What scipy.sparse.save_npz writes: the arrays of a sparse matrix as members of a .npz.
#pragma once

#include <vector>

#include "io/bytes/zip.hpp"
#include "l21/table.hpp"

namespace l21::internal::io {

// Whether the archive holds such a matrix.
[[nodiscard]] bool is_scipy_sparse(const ZipReader& archive);
// csr, csc and coo are read; int and bool values become float64.
[[nodiscard]] Table read_scipy_sparse(const ZipReader& archive);
// As csr.
void add_scipy_sparse(const SparseView& view, ZipWriter& archive);

}  // namespace l21::internal::io
