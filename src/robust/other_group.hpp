// Whether the rows that a subspace leaves out belong together in one of their own.
#pragma once

#include <cstdint>
#include <optional>

#include "l21/report.hpp"
#include "robust/candidate.hpp"

namespace l21::internal {

// Of rows Y, n x d, about the subspace that most of them belong to. None where less than a quarter is left out, or
// where these are not several times nearer to their own subspace than to the first.
[[nodiscard]] std::optional<OtherGroup> other_group(const RowMatrix<double>& Y, const Candidate& first,
                                                    std::uint64_t seed, int threads);

}  // namespace l21::internal
