#include "certificate/row_sample.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "certificate/spectrum.hpp"
#include "data/gram.hpp"
#include "data/projections.hpp"
#include "linalg/subspace.hpp"
#include "methods/cost_model.hpp"
#include "methods/sketch.hpp"

namespace l21::internal {
namespace {

template <class T>
double trace_of(const RowsOutside<T>& outside) {
  return outside.rows.sum([&](Index i) { return outside.v(i) * outside.left(i); });
}

template <class T>
std::vector<Index> drawn_from(const RowsOutside<T>& outside, Index count, std::uint64_t seed) {
  return outside.rows.drawn_by(outside.v.cwiseProduct(outside.left), count, seed);
}

}  // namespace

// P(sum <= seen) <= exp(-(mean - seen + seen log(seen / mean))) where seen < mean, and the exponent rises with it.
double largest_mean(double seen, double failure) {
  const double far = -std::log(failure);
  double below = seen, above = seen + 2 * far + std::sqrt(2 * far * seen) + 1;
  const auto excluded = [&](double mean) {
    return mean - seen + (seen > 0 ? seen * std::log(seen / mean) : 0.0) >= far;
  };
  while (!excluded(above)) above *= 2;
  while (above - below > 1e-6 * above) {
    const double mean = 0.5 * (below + above);
    (excluded(mean) ? above : below) = mean;
  }
  return above;
}

template <class T>
RowSample<T>::RowSample(const RowsOutside<T>& outside, const Matrix<double>& known, Index count, std::uint64_t seed)
    : RowSample(outside, known, drawn_from(outside, count, seed)) {}

template <class T>
RowSample<T>::RowSample(const RowsOutside<T>& outside, const Matrix<double>& known, const std::vector<Index>& which)
    : known_(known),
      trace_(trace_of(outside)),
      rows_(outside.rows.chosen(which)),
      factor_(outside.left(which).cwiseSqrt().cwiseInverse()),
      by_columns_(seen_by_columns(rows_.rows(), rows_.cols())),
      K_(dense_scatter(rows_, factor_.cwiseAbs2(), known, by_columns_ ? SpectrumBy::columns : SpectrumBy::rows).D),
      // Beside what is left of the rows.
      rounding_(outside.of_product * rows_.norm.cwiseProduct(factor_).squaredNorm()) {}

// The largest eigenvalue of the sample is at least what it has along the eigenvector of that of all rows, which is a
// sum of independent numbers. A guess at it is proven by a factorization.
template <class T>
double RowSample<T>::largest(double failure) const {
  constexpr std::uint64_t kSeed = 0x9e3779b97f4a7c15ULL;
  const Index size = K_.rows();
  const Vector<double> guess = rough_eigenpairs(times_sample(), size, 1, kSeed).values;
  for (const double above : {1.05, 1.2, 1.5, 2.0}) {
    const double seen = above * (guess.size() > 0 ? guess(0) : rounding_);
    if (is_positive_definite(seen * Matrix<double>::Identity(size, size) - K_))
      return std::min(trace_, largest_mean(seen + rounding_, failure) * unit());
  }
  return trace_;
}

template <class T>
SymmetricProduct RowSample<T>::times_sample() const {
  return [this](const Matrix<double>& X, Matrix<double>& Y) { multiply_symmetric(K_, X, Y, rows_.threads); };
}

template <class T>
SymmetricEigen RowSample<T>::leading(Index count, std::uint64_t seed) const {
  auto eigen = rough_eigenpairs(times_sample(), K_.rows(), count, seed);
  eigen.values *= unit();
  return eigen;
}

template <class T>
Matrix<double> RowSample<T>::directions(const Matrix<double>& vectors) const {
  if (by_columns_) return new_directions(vectors, known_, kNothing);
  const Matrix<double> C = factor_.asDiagonal() * vectors;
  const RowMatrix<T> in_type = C.template cast<T>();
  return new_directions(combine_rows(rows_, in_type), known_, kNothing);
}

template class RowSample<float>;
template class RowSample<double>;

}  // namespace l21::internal
