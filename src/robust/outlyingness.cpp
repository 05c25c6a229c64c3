#include "robust/outlyingness.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/random.hpp"
#include "linalg/statistics.hpp"
#include "robust/constants.hpp"
#include "simd/simd.hpp"

namespace l21::internal {
namespace {

Matrix<double> unit_columns(const Matrix<double>& A) {
  Matrix<double> units(A.rows(), A.cols());
  Index count = 0;
  for (Index k = 0; k < A.cols(); ++k)
    if (const double length = A.col(k).norm(); length > 0) units.col(count++) = A.col(k) / length;
  units.conservativeResize(Eigen::NoChange, count);
  return units;
}

constexpr double kRounding = 1e-12;  // relative: rows that differ by less are equal

// y_i - y_j; 0 where that is rounding: there is no direction between equal rows.
template <class Table>
Vector<double> step_between(const Table& Y, Index i, Index j) {
  const Vector<double> step = (Y.row(i) - Y.row(j)).transpose();
  const bool equal = step.norm() <= kRounding * (Y.row(i).norm() + Y.row(j).norm());
  return equal ? Vector<double>(Vector<double>::Zero(step.size())) : step;
}

// What makes the variance of the middle `share` of normal values that of all of them.
double consistency(double share) {
  if (share >= 1) return 1;
  return share / chi_square_probability(chi_square_quantile(share, 1), 3);
}

// How the majority is measured along directions of unit length.
struct Yardstick {
  ClosestHalf rule;
  double least;  // scales up to this are rounding
};

// Few of the rows are enough: every k-th.
Index measured_rows(Index rows) {
  return std::min(rows, kRobust.rows_per_direction);
}

template <class Table>
Yardstick yardstick_of(const Table& rows, Index half) {
  const Index n = rows.rows(), few = measured_rows(n);
  return {closest_half_of(few, std::clamp<Index>((half * few + n - 1) / n, 1, few)),
          kRounding * std::sqrt(rows.rowwise().squaredNorm().maxCoeff())};
}

// Of every row of P, directions x rows of a table.
Scales scales_of(const Matrix<double>& P, const Yardstick& yardstick) {
  const Index directions = P.rows(), n = P.cols(), few = measured_rows(n);
  Scales found{Vector<double>(directions), Vector<double>(directions)};
  Matrix<double> values = Matrix<double>::Zero(kSetsAtOnce, few);
  Vector<double> middle(kSetsAtOnce), spread(kSetsAtOnce);
  for (Index first = 0; first < directions; first += kSetsAtOnce) {
    const Index count = std::min(kSetsAtOnce, directions - first);
    for (Index i = 0; i < few; ++i) values.col(i).head(count) = P.col(i * n / few).segment(first, count);
    simd().closest_half(values.data(), few, yardstick.rule, middle.data(), spread.data());
    found.location.segment(first, count) = middle.head(count);
    found.scale.segment(first, count) = spread.head(count);
  }
  for (double& value : found.scale) value = value > yardstick.least ? value : 0.0;
  return found;
}

}  // namespace

ClosestHalf closest_half_of(Index count, Index half) {
  return {half, consistency(static_cast<double>(half) / static_cast<double>(count)), consistency(0.975),
          chi_square_quantile(0.975, 1)};
}

Matrix<double> pair_directions(const RowMatrix<double>& Y, Index count, std::uint64_t seed) {
  NormalGenerator random(seed);
  Matrix<double> A(Y.cols(), count);
  for (Index k = 0; k < count; ++k) {
    const Index i = random.below(Y.rows()), j = random.below(Y.rows());
    A.col(k) = step_between(Y, i, j);
  }
  return unit_columns(A);
}

Matrix<double> hyperplane_normals(const RowMatrix<double>& Y, Index count, std::uint64_t seed) {
  NormalGenerator random(seed);
  const Index m = Y.cols();
  Matrix<double> A(m, count), edges(m, m - 1);
  for (Index k = 0; k < count; ++k) {
    const Index first = random.below(Y.rows());
    for (Index e = 0; e + 1 < m; ++e) edges.col(e) = step_between(Y, random.below(Y.rows()), first);
    Eigen::ColPivHouseholderQR<Matrix<double>> qr(edges);
    qr.setThreshold(kRounding);
    // Where some of the rows are equal, or lie on a line, there are many such hyperplanes, and none stands out.
    if (qr.rank() < m - 1)
      A.col(k).setZero();
    else
      A.col(k) = qr.householderQ() * Vector<double>::Unit(m, m - 1);
  }
  return unit_columns(A);
}

Matrix<double> score_directions(const Matrix<double>& T, Index pairs, Index normals, std::uint64_t seed) {
  Matrix<double> A = pair_directions(T, pairs, seed);
  if (T.cols() == 1 || normals == 0) return A;
  const Matrix<double> across = hyperplane_normals(T, normals, seed + 1);
  const Index before = A.cols();
  A.conservativeResize(Eigen::NoChange, before + across.cols());
  A.rightCols(across.cols()) = across;
  return A;
}

Stretch stretch_of(const Matrix<double>& T, std::uint64_t seed) {
  // Across few rows a hyperplane can be laid that most of them are near to.
  constexpr Index kRowsPerColumn = 50;
  const Index count = kRobust.guard_directions, normals = T.rows() < kRowsPerColumn * T.cols() ? 0 : 2 * count;
  const Matrix<double> A = score_directions(T, count, normals, seed);
  const Matrix<double> P = product(Op::transpose, A, Op::transpose, T);
  const Scales scales = scales_of(P, yardstick_of(T, (T.rows() + T.cols() + 1) / 2));
  Stretch result{0, largest_deviation(P, scales)};
  const Vector<double> mean = P.rowwise().mean();
  const Vector<double> variance = (P.colwise() - mean).rowwise().squaredNorm() / static_cast<double>(P.cols());
  for (Index k = 0; k < P.rows(); ++k)
    if (variance(k) > 0) result.largest = std::max(result.largest, variance(k) / (scales.scale(k) * scales.scale(k)));
  return result;
}

Vector<double> outlyingness(const RowMatrix<double>& Y, const Matrix<double>& A, Index half, int threads) {
  constexpr Index kDirectionsAtOnce = 64;
  const Index tasks = (A.cols() + kDirectionsAtOnce - 1) / kDirectionsAtOnce;
  const Yardstick yardstick = yardstick_of(Y, half);
  Matrix<double> most = Matrix<double>::Zero(Y.rows(), std::max<Index>(tasks, 1));
  parallel_for(threads, tasks, [&](Index task, int) {
    const Index first = task * kDirectionsAtOnce, count = std::min(kDirectionsAtOnce, A.cols() - first);
    Matrix<double> P(count, Y.rows());
    gemm(Op::transpose, Op::none, count, Y.rows(), Y.cols(), 1.0, A.col(first).data(), A.rows(), Y.data(), Y.cols(),
         0.0, P.data(), count);
    most.col(task) = largest_deviation(P, scales_of(P, yardstick));
  });
  return most.rowwise().maxCoeff();
}

Vector<double> largest_deviation(const Matrix<double>& P, const Scales& scales) {
  Vector<double> inverse = scales.scale;
  for (double& value : inverse) value = value > 0 ? 1 / value : 0.0;
  Vector<double> most = Vector<double>::Zero(P.cols());
  simd().largest_deviation(P.data(), P.rows(), P.cols(), scales.location.data(), inverse.data(), most.data());
  return most;
}

std::vector<Index> smallest(const Vector<double>& value, Index count) {
  std::vector<Index> order(static_cast<std::size_t>(value.size()));
  std::iota(order.begin(), order.end(), Index{0});
  // Two rows that a hyperplane was laid through have the same value along its normal, but for rounding.
  const Vector<float> rounded = value.cast<float>();
  std::nth_element(order.begin(), order.begin() + (count - 1), order.end(),
                   [&](Index a, Index b) { return rounded(a) < rounded(b) || (rounded(a) == rounded(b) && a < b); });
  order.resize(static_cast<std::size_t>(count));
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace l21::internal
