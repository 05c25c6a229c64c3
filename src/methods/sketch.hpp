// Principal directions and their guard from few reads: a randomized range finder, on all rows or on a sample of them.
#pragma once

#include <cstdint>

#include "data/coordinates.hpp"
#include "linalg/blas.hpp"
#include "solver/linear_problem.hpp"

namespace l21::internal {

// The rows in coordinates of a basis Q that spans X^T X Omega, Omega random.
template <class T>
struct Sketch {
  Matrix<double> W;            // d x m, orthonormal: the leading directions of the basis
  Coordinates<T> coordinates;  // of `width` directions or of all there are; Q holds W where the rows have rank m
  PassCounter counter;
};

// Halko, Martinsson & Tropp (2011). Two reads, 3 width columns. The coordinates have room for `most` directions.
template <class T>
[[nodiscard]] Sketch<T> sketch_rows(const PreparedRows<T>& rows, Index components, Index width, Index most,
                                    std::uint64_t seed);

struct SketchedDirections {
  Matrix<double> W;
  PassCounter counter;
};

// The same W nearer to the principal directions, after one more power of X^T X, and nothing besides. Two reads, 4 width
// columns.
template <class T>
[[nodiscard]] SketchedDirections sketch_directions(const PreparedRows<T>& rows, Index components, Index width,
                                                   std::uint64_t seed);

// The `count` leading eigenpairs of a positive semidefinite matrix of order n that is known by its products Y <- A X,
// roughly: after three powers of it. Fewer where it has no more.
[[nodiscard]] SymmetricEigen rough_eigenpairs(const SymmetricProduct& A, Index n, Index count, std::uint64_t seed);

struct GramSketch {
  Matrix<double> C;  // n x rank: W = X^T C has orthonormal columns
  Index rank = 0;    // min(components, what G has)
};

// The same from G = X X^T, without a read.
[[nodiscard]] GramSketch gram_range_finder(const Matrix<double>& G, const Vector<double>& weights, Index components,
                                           std::uint64_t seed);

}  // namespace l21::internal
