// Principal directions and their guard from few reads: a randomized range finder, on all rows or on a sample of them.
#pragma once

#include <cstdint>

#include "data/prepared_rows.hpp"
#include "solver/growing_problem.hpp"

namespace l21::internal {

template <class T>
struct Sketch {
  Matrix<double> W;  // d x m, orthonormal: the leading directions of the basis
  Basis<T> basis;    // of `width` directions or of all there are; holds W where the rows have rank m
  PassCounter counter;
};

enum class Keep {
  basis,       // W, the basis and the rows in its coordinates; 3 width columns
  directions,  // W alone, after one more power of X^T X; 4 width columns
};

// Halko, Martinsson & Tropp (2011): Q spans X^T X Omega, Omega random, and W its leading directions. Two reads.
template <class T>
[[nodiscard]] Sketch<T> range_finder(const PreparedRows<T>& rows, Index components, Index width, Keep keep,
                                     std::uint64_t seed);

// Z = X Q. Returns sum_i w_i z_i z_i^T. One read.
template <class T>
Matrix<double> coordinates_in(const PreparedRows<T>& rows, Basis<T>& basis);

// Rows drawn evenly over the table, with their weights.
template <class T>
[[nodiscard]] PreparedRows<T> draw_rows(const PreparedRows<T>& rows, Index count, std::uint64_t seed);

struct GramSketch {
  Matrix<double> C;  // n x rank: W = X^T C has orthonormal columns
  Index rank = 0;    // min(components, what G has)
};

// The same from G = X X^T, without a read.
[[nodiscard]] GramSketch gram_range_finder(const Matrix<double>& G, const Vector<double>& weights, Index components,
                                           std::uint64_t seed);

}  // namespace l21::internal
