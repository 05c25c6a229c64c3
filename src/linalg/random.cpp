#include "linalg/random.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "linalg/blas.hpp"
#include "linalg/large_pages.hpp"
#include "linalg/parallel.hpp"

namespace l21::internal {

double NormalGenerator::uniform() {
  return (static_cast<double>(engine_() >> 11U) + 1.0) * 0x1p-53;
}

Index NormalGenerator::below(Index count) {
  return static_cast<Index>((1 - uniform()) * static_cast<double>(count));
}

double NormalGenerator::operator()() {
  const double radius = std::sqrt(-2.0 * std::log(uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

Matrix<double> random_orthonormal(Index rows, Index cols, std::uint64_t seed) {
  NormalGenerator normal(seed);
  Matrix<double> A(rows, cols);
  for (Index j = 0; j < cols; ++j)
    for (Index i = 0; i < rows; ++i) A(i, j) = normal();
  // Householder's R has a diagonal of either sign; with a positive one Q is uniform.
  Matrix<double> R;
  Matrix<double> Q = thin_qr(std::move(A), &R);
  for (Index j = 0; j < cols; ++j)
    if (R(j, j) < 0) Q.col(j) = -Q.col(j);
  return Q;
}

Matrix<double> random_signs(Index rows, Index cols, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  Matrix<double> A(rows, cols);
  prefer_large_pages(A);
  std::vector<std::uint64_t> words(static_cast<std::size_t>((A.size() + 63) / 64));
  for (auto& word : words) word = engine();
  constexpr Index kStretch = 1 << 16;
  parallel_for(ProductTeam::size(), (A.size() + kStretch - 1) / kStretch, [&](Index stretch, int) {
    for (Index i = stretch * kStretch; i < std::min(A.size(), (stretch + 1) * kStretch); ++i)
      A.data()[i] = (words[static_cast<std::size_t>(i / 64)] >> (i % 64) & 1U) != 0 ? 1.0 : -1.0;
  });
  return A;
}

}  // namespace l21::internal
