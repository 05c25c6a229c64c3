// How far rows stick out along the direction where they do so most (Stahel 1981, Donoho 1982).
#pragma once

#include <cstdint>
#include <vector>

#include "l21/types.hpp"
#include "simd/simd.hpp"

namespace l21::internal {

// What simd().closest_half goes by.
[[nodiscard]] ClosestHalf closest_half_of(Index count, Index half);

// Directions (columns of unit length) through pairs of rows of Y; fewer where rows are equal.
[[nodiscard]] Matrix<double> pair_directions(const RowMatrix<double>& Y, Index count, std::uint64_t seed);
// Normals of hyperplanes through as many rows as there are columns, at least 2; fewer where rows are equal.
[[nodiscard]] Matrix<double> hyperplane_normals(const RowMatrix<double>& Y, Index count, std::uint64_t seed);

// Directions among scores: through pairs of them, and so many normals of hyperplanes.
[[nodiscard]] Matrix<double> score_directions(const Matrix<double>& T, Index pairs, Index normals, std::uint64_t seed);

// Along directions. Scale 0: most rows are equal there, which tells nothing.
struct Scales {
  Vector<double> location, scale;
};
// max over k of |P_ki - location_k| / scale_k for every column i of P, over those k with a scale.
[[nodiscard]] Vector<double> largest_deviation(const Matrix<double>& P, const Scales& scales);

// How far some rows stretch the scores T, over a few directions.
struct Stretch {
  double largest;           // of the ratios of their variance to that of their majority
  Vector<double> outlying;  // of every row
};
[[nodiscard]] Stretch stretch_of(const Matrix<double>& T, std::uint64_t seed);

// max over the columns a of A of |y^T a - location| / scale, for every row y of Y.
[[nodiscard]] Vector<double> outlyingness(const RowMatrix<double>& Y, const Matrix<double>& A, Index half, int threads);

// The `count` rows where `value` is smallest, ascending; of those that are equal in float32 the first.
[[nodiscard]] std::vector<Index> smallest(const Vector<double>& value, Index count);

}  // namespace l21::internal
