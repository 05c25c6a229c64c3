// Orthonormal bases of column spaces.
#pragma once

#include "linalg/blas.hpp"

namespace l21::internal {

// An orthonormal basis of what the columns of A span outside the orthonormal columns of Q (which may have none),
// heaviest direction first. Directions below floor * ||A||_F are rounding and are left out. 8 d q k + 10 d k^2 flops.
[[nodiscard]] Matrix<double> new_directions(Matrix<double> A, const Factor& Q, double floor);

// The same of all that the columns of A span.
[[nodiscard]] Matrix<double> span_of(const Matrix<double>& A);

// Of an angle of at most 90.
[[nodiscard]] double degrees_of(double cosine);
// Degrees between two subspaces, from 0 to 90: the largest of their principal angles. Orthonormal columns.
[[nodiscard]] double largest_angle(const Matrix<double>& W, const Matrix<double>& V);

}  // namespace l21::internal
