// How many components there are, by the rows that belong together.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "l21/report.hpp"
#include "robust/sample.hpp"

namespace l21::internal {

// Sign-flip parallel analysis (Hong, Sheng & Dobriban 2020), one component at a time: the next singular value of the
// rows R (n x d, centered), and the largest that what the earlier ones leave has after random signs, which keep noise
// and destroy structure. Ends with the first that does not stand out, unless all are wanted.
enum class Curve { until_chance, whole };
[[nodiscard]] ComponentCurve sign_flip_rank(const Matrix<double>& R, Index most, Curve curve, std::uint64_t seed,
                                            int threads);

struct ChosenRank {
  ComponentChoice choice;
  std::vector<Index> kept;  // rows of the sample that belong together
};

// The smallest number, coming from above, whose own robust fit shows no more components than it has. `sphere` makes the
// first start of a search.
[[nodiscard]] ChosenRank choose_rank(const Sample& sample, Index most,
                                     const std::function<Candidate(Index components)>& sphere, std::uint64_t seed,
                                     int threads);

// Some of these rows of the sample, about their mean: as many as signs are flipped of.
[[nodiscard]] Matrix<double> rows_to_flip(const Sample& sample, const std::vector<Index>& rows);

}  // namespace l21::internal
