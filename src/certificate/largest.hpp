// An upper bound on the largest eigenvalue of a symmetric matrix that is known by its products alone.
#pragma once

#include <cstdint>
#include <functional>

#include "l21/types.hpp"

namespace l21 {

// y <- D x for a symmetric positive semidefinite D.
using SymmetricProduct = std::function<void(const Vector<double>& x, Vector<double>& y)>;

struct LargestBound {
  double bound = 0;     // no eigenvalue is larger, but for the failure below
  double estimate = 0;  // some eigenvalue is at least this
  int products = 0;
};

struct LargestOptions {
  double enough = 0;        // stop when the bound is at most this,
  double precision = 1e-3;  // or within this of the estimate, relative,
  int most_products = 60;   // or after so many products
  double failure = 1e-10;   // the probability that the bound is too low
  std::uint64_t seed = 0;
};

// Lanczos with full orthogonalization from a random vector (restricted by `restrict`, a projection that commutes with
// D, to a space of `size` dimensions). After k products the largest Ritz value is at least (1 - e) of the largest
// eigenvalue but for a probability of 1.648 sqrt(size) exp(-sqrt(e) (2k - 1)), whatever the spectrum (Kuczynski &
// Wozniakowski 1992, theorem 4.2 b); e follows from `failure`. After `size` products it is exact.
[[nodiscard]] LargestBound bound_largest(const SymmetricProduct& D, Index rows, Index size,
                                         const std::function<void(Vector<double>&)>& restrict,
                                         const LargestOptions& options);

}  // namespace l21
