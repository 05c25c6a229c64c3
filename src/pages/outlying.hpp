// Rows in the order of how far they are from what a model expects.
#pragma once

#include <vector>

#include "l21/model.hpp"

namespace l21::internal::pages {

// How many times the cutoff the worse of the two distances of a row is.
[[nodiscard]] double severity(const Distances& distances, const Model& model, Index row);

// All rows, the most severe first; equal ones in their order.
[[nodiscard]] std::vector<Index> worst_first(const Distances& distances, const Model& model);

}  // namespace l21::internal::pages
