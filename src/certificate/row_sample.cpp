#include "certificate/row_sample.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "data/gram.hpp"
#include "data/projections.hpp"
#include "linalg/subspace.hpp"
#include "methods/cost_model.hpp"
#include "methods/sketch.hpp"

namespace l21::internal {
namespace {

// The largest number for which largest_mean() is at most `mean`.
double most_seen(double mean, double failure) {
  if (largest_mean(0, failure) > mean) return 0;
  double seen = 0;
  for (double step = mean / 2; step > 1e-6 * mean; step /= 2)
    if (largest_mean(seen + step, failure) <= mean) seen += step;
  return seen;
}

template <class T>
double trace_of(const RowsOutside<T>& outside) {
  return outside.rows.sum([&](Index i) { return outside.v(i) * outside.left(i); });
}

template <class T>
std::vector<Index> drawn_from(const RowsOutside<T>& outside, Index count, std::uint64_t seed) {
  return outside.rows.drawn_by(outside.v.cwiseProduct(outside.left), count, seed);
}

// sum_k y_k y_k^T / ||y_k||^2.
template <class T>
Matrix<double> sum_outside(const PreparedRows<T>& rows, const Vector<double>& factor, const Matrix<double>& known) {
  Matrix<double> K = scatter_matrix(rows, factor.cwiseAbs2());
  remove_projection(known, K);
  K.transposeInPlace();
  remove_projection(known, K);
  return 0.5 * (K + K.transpose());
}

// y_k^T y_l / (||y_k|| ||y_l||).
template <class T>
Matrix<double> products_outside(const PreparedRows<T>& rows, const Vector<double>& factor,
                                const Matrix<double>& known) {
  const Matrix<double> scores = project_rows(rows, known);
  const Matrix<double> K = gram_matrix(rows) - product(Op::none, scores, Op::transpose, scores);
  return factor.asDiagonal() * K * factor.asDiagonal();
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
      K_(by_columns_ ? sum_outside(rows_, factor_, known) : products_outside(rows_, factor_, known)),
      // Products of two rows are off by some part of their lengths, beside what is left of these.
      rounding_(0.25 * outside.of_projection * rows_.norm.cwiseProduct(factor_).squaredNorm()) {}

// The largest eigenvalue of the sample is at least what it has along the eigenvector of that of all rows, which is a
// sum of independent numbers.
template <class T>
double RowSample<T>::largest(double enough, double failure) const {
  const Index size = K_.rows();
  for (const double step : {0.3, kWellBelow, 0.8, 0.95, 1.3, 2.0}) {
    const double wanted = step * enough;
    if (wanted >= trace_) break;
    const double seen = most_seen(wanted / unit(), failure) - rounding_;
    if (seen > 0 && is_positive_definite(seen * Matrix<double>::Identity(size, size) - K_)) return wanted;
  }
  return trace_;
}

template <class T>
SymmetricEigen RowSample<T>::leading(Index count, std::uint64_t seed) const {
  const auto multiply = [&](const Matrix<double>& X, Matrix<double>& Y) {
    multiply_symmetric(K_, X, Y, rows_.threads);
  };
  auto eigen = rough_eigenpairs(multiply, K_.rows(), count, seed);
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
