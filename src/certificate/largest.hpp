// An upper bound on the largest eigenvalue of a symmetric matrix that is known by its products alone.
#pragma once

#include <cstdint>
#include <functional>

#include "linalg/blas.hpp"

namespace l21::internal {

// A projection that commutes with D: all there is happens in its range.
using Restriction = std::function<void(Matrix<double>& X)>;

struct LargestBound {
  double bound = 0;     // no eigenvalue is larger, but for the failure below
  double estimate = 0;  // some eigenvalue is at least this
  int products = 0;
};

struct LargestOptions {
  double enough = 0;                                     // stop when the bound is at most this,
  double precision = 1e-3;                               // or within this of the estimate, relative,
  int most_products = 24;                                // or after so many products
  double failure = 1e-10;                                // the probability that the bound is too low
  std::function<bool()> stopped = [] { return false; };  // asked before every product but the first
};

// Orthonormal columns that span random directions of the range of `restrict`, which has `size` dimensions: as many as
// asked for, or all of them.
[[nodiscard]] Matrix<double> random_block(Index rows, Index cols, Index size, const Restriction& restrict,
                                          std::uint64_t seed);

// Block Lanczos with full orthogonalization from a random_block Q. But for a probability of `failure` the eigenvector
// of the largest eigenvalue z has at least a certain part of its length in the span of Q, and then |p(z)| times that is
// at most ||p(D) Q|| for every polynomial p: what no polynomial rules out is the bound (docs/certificate.md). A space
// of all `size` dimensions is exact.
[[nodiscard]] LargestBound bound_largest(const SymmetricProduct& D, const Matrix<double>& start, Index size,
                                         const Restriction& restrict, const LargestOptions& options);

}  // namespace l21::internal
