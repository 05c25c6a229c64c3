#include "l21/sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "l21/error.hpp"
#include "linalg/polar.hpp"

namespace l21::sets {

Matrix<double> Stiefel::argmax(const Matrix<double>& M, const Matrix<double>& x) const {
  return internal::polar_factor(M, &x);
}

Matrix<double> Sphere::argmax(const Matrix<double>& M, const Matrix<double>& x) const {
  const double size = M.stableNorm();
  return size > 0 ? Matrix<double>(M / size) : x;
}

SparseSphere::SparseSphere(Index entries) : cardinality(entries) {
  if (cardinality < 1) throw InvalidArgument(fmt::format("cardinality must be at least 1, got {}", cardinality));
}

Matrix<double> SparseSphere::argmax(const Matrix<double>& M, const Matrix<double>& x) const {
  std::vector<Index> order(static_cast<std::size_t>(M.size()));
  std::iota(order.begin(), order.end(), Index{0});
  const auto kept = std::min(order.size(), static_cast<std::size_t>(cardinality));
  const auto larger = [&](Index a, Index b) {
    const double size_a = std::abs(M.data()[a]), size_b = std::abs(M.data()[b]);
    return size_a > size_b || (size_a == size_b && a < b);
  };
  std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept) - 1, order.end(), larger);
  Matrix<double> truncated = Matrix<double>::Zero(M.rows(), M.cols());
  for (std::size_t k = 0; k < kept; ++k) truncated.data()[order[k]] = M.data()[order[k]];
  const double size = truncated.stableNorm();
  return size > 0 ? Matrix<double>(truncated / size) : x;
}

Box::Box(double lowest, double highest) : low(lowest), high(highest) {
  if (!(low <= high) || !std::isfinite(low) || !std::isfinite(high))
    throw InvalidArgument(fmt::format("a box needs finite low <= high, got {} and {}", low, high));
}

Matrix<double> Box::argmax(const Matrix<double>& M, const Matrix<double>& x) const {
  Matrix<double> best = x;
  for (Index k = 0; k < M.size(); ++k) {
    if (M.data()[k] > 0) best.data()[k] = high;
    if (M.data()[k] < 0) best.data()[k] = low;
  }
  return best;
}

Matrix<double> Simplex::argmax(const Matrix<double>& M, const Matrix<double>&) const {
  Matrix<double> best = Matrix<double>::Zero(M.rows(), M.cols());
  best.data()[std::max_element(M.data(), M.data() + M.size()) - M.data()] = 1;
  return best;
}

Ball::Ball(double largest) : radius(largest) {
  if (!(radius > 0) || !std::isfinite(radius))
    throw InvalidArgument(fmt::format("a ball needs a finite radius greater than 0, got {}", radius));
}

Matrix<double> Ball::argmax(const Matrix<double>& M, const Matrix<double>& x) const {
  const double size = M.stableNorm();
  return size > 0 ? Matrix<double>(M * (radius / size)) : x;
}

}  // namespace l21::sets
