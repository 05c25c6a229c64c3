// Where the search starts besides, and who challenges its winner: rows that are left when others are set aside.
#pragma once

#include <cstdint>
#include <vector>

#include "robust/candidate.hpp"

namespace l21::internal {

// The half of the rows of Y (n x d) that is least outlying over directions through pairs of rows (ROBPCA's first
// stage).
[[nodiscard]] std::vector<Index> least_outlying_half(const RowMatrix<double>& Y, Index components, std::uint64_t seed,
                                                     int threads);
// The half that is least outlying among the scores of a candidate: outliers that bent it show there.
[[nodiscard]] std::vector<Index> trimmed_half(const RowMatrix<double>& Y, const Candidate& candidate,
                                              std::uint64_t seed, int threads);
// The larger of two groups among the scores of a candidate (2-means).
[[nodiscard]] std::vector<Index> larger_group(const RowMatrix<double>& Y, const Candidate& candidate,
                                              std::uint64_t seed);

// The rows beyond the cutoff of a candidate: those of another subspace, where it is not the one of most rows.
[[nodiscard]] std::vector<Index> rows_left_out(const RowMatrix<double>& Y, const Candidate& candidate);

// Their mean and principal directions.
[[nodiscard]] Candidate principal_of(const RowMatrix<double>& Y, const std::vector<Index>& rows, Index components,
                                     std::uint64_t seed, int threads);

}  // namespace l21::internal
