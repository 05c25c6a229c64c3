// The first start of a search for the subspace of most rows.
#pragma once

#include <cstdint>

#include "robust/candidate.hpp"

namespace l21::internal {

// r1 on rows (of Y, in memory) divided by their norms, with its own center: withstands isotropic outliers of any
// number.
[[nodiscard]] Candidate sphere_start(const RowMatrix<double>& Y, Index components, std::uint64_t seed, int threads);

}  // namespace l21::internal
