#include "robust/outlyingness.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/random.hpp"
#include "linalg/statistics.hpp"
#include "robust/constants.hpp"

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

// What makes the variance of the middle `share` of normal values that of all of them.
double consistency(double share) {
  if (share >= 1) return 1;
  return share / chi_square_probability(chi_square_quantile(share, 1), 3);
}

}  // namespace

UnivariateMcd::UnivariateMcd(Index count, Index half)
    : half_(half),
      of_half_(consistency(static_cast<double>(half) / static_cast<double>(count))),
      of_most_(consistency(0.975)),
      quantile_(chi_square_quantile(0.975, 1)) {}

LocationScale UnivariateMcd::operator()(std::vector<double>& values) const {
  const auto n = values.size(), h = static_cast<std::size_t>(half_);
  std::sort(values.begin(), values.end());
  const double base = values[n / 2];
  double sum = 0, square = 0, best = std::numeric_limits<double>::infinity(), mean = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double z = values[i] - base;
    sum += z, square += z * z;
    if (i + 1 < h) continue;
    if (i >= h) {
      const double gone = values[i - h] - base;
      sum -= gone, square -= gone * gone;
    }
    const double m = sum / static_cast<double>(h), variance = square / static_cast<double>(h) - m * m;
    if (variance < best) best = variance, mean = m;
  }
  const double reach = std::sqrt(quantile_ * of_half_ * std::max(best, 0.0));
  double count = 0, total = 0, squares = 0;
  for (const double value : values) {
    const double z = value - base - mean;
    if (std::abs(z) > reach) continue;
    ++count, total += z, squares += z * z;
  }
  const double shift = count > 0 ? total / count : 0.0;
  const double variance = count > 1 ? (squares - count * shift * shift) / (count - 1) : 0.0;
  return {base + mean + shift, std::sqrt(std::max(variance, 0.0) * of_most_)};
}

Matrix<double> pair_directions(const Matrix<double>& Y, Index count, std::uint64_t seed) {
  NormalGenerator random(seed);
  Matrix<double> A(Y.cols(), count);
  for (Index k = 0; k < count; ++k) {
    const Index i = random.below(Y.rows()), j = random.below(Y.rows());
    A.col(k) = (Y.row(i) - Y.row(j)).transpose();
  }
  return unit_columns(A);
}

Matrix<double> hyperplane_normals(const Matrix<double>& Y, Index count, std::uint64_t seed) {
  NormalGenerator random(seed);
  const Index m = Y.cols();
  Matrix<double> A(m, count), edges(m, m - 1);
  for (Index k = 0; k < count; ++k) {
    const Index first = random.below(Y.rows());
    for (Index e = 0; e + 1 < m; ++e) edges.col(e) = (Y.row(random.below(Y.rows())) - Y.row(first)).transpose();
    const Eigen::HouseholderQR<Matrix<double>> qr(edges);
    A.col(k) = qr.householderQ() * Vector<double>::Unit(m, m - 1);
  }
  return unit_columns(A);
}

Vector<double> outlyingness(const Matrix<double>& Y, const Matrix<double>& A, Index half, int threads) {
  const Index n = Y.rows(), directions = A.cols();
  const Matrix<double> P = product(Y, A);
  Vector<double> location(directions), scale(directions), largest(directions);
  // Location and scale of a direction need few of the rows: every k-th.
  const Index few = std::min(n, kRobust.rows_per_direction);
  const UnivariateMcd mcd(few, std::clamp<Index>((half * few + n - 1) / n, 1, few));
  parallel_for(threads, directions, [&](Index k, int) {
    std::vector<double> values(static_cast<std::size_t>(few));
    for (Index i = 0; i < few; ++i) values[static_cast<std::size_t>(i)] = P(i * n / few, k);
    largest(k) = P.col(k).cwiseAbs().maxCoeff();
    const LocationScale found = mcd(values);
    location(k) = found.location, scale(k) = found.scale;
  });
  // Directions in which most rows are equal tell nothing.
  const double least = directions > 0 ? 1e-12 * largest.maxCoeff() : 0.0;
  for (double& value : scale) value = value > least ? value : 0.0;
  return largest_deviation(P, location, scale);
}

Vector<double> largest_deviation(const Matrix<double>& P, const Vector<double>& location, const Vector<double>& scale) {
  Vector<double> most = Vector<double>::Zero(P.rows());
  for (Index k = 0; k < P.cols(); ++k)
    if (scale(k) > 0) most = most.cwiseMax((P.col(k).array() - location(k)).abs().matrix() / scale(k));
  return most;
}

std::vector<Index> smallest(const Vector<double>& value, Index count) {
  std::vector<Index> order(static_cast<std::size_t>(value.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::nth_element(order.begin(), order.begin() + (count - 1), order.end(),
                   [&](Index a, Index b) { return value(a) < value(b) || (value(a) == value(b) && a < b); });
  order.resize(static_cast<std::size_t>(count));
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace l21::internal
