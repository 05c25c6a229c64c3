#include "robust/outlyingness.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

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

// Batcher's merge exchange (Knuth, The Art of Computer Programming, 5.2.2, algorithm M).
void sort_lanes(std::vector<Lanes>& values) {
  const std::size_t n = values.size();
  if (n < 2) return;
  const std::size_t top = std::bit_ceil(n) / 2;
  for (std::size_t p = top; p > 0; p /= 2) {
    std::size_t q = top, remainder = 0, distance = p;
    for (;;) {
      // All i with (i & p) == remainder: every second stretch of p.
      for (std::size_t first = remainder; first + distance < n; first += 2 * p)
        for (std::size_t i = first; i < std::min(first + p, n - distance); ++i) {
          Lanes &a = values[i], &b = values[i + distance];
          const Lanes low = a.min(b);
          b = a.max(b);
          a = low;
        }
      if (q == p) break;
      distance = q - p, q /= 2, remainder = p;
    }
  }
}

LocationScale UnivariateMcd::operator()(std::vector<Lanes>& values) const {
  const auto h = static_cast<std::size_t>(half_);
  const double each = 1 / static_cast<double>(half_);
  sort_lanes(values);
  const Lanes base = values[values.size() / 2];
  Lanes sum = Lanes::Zero(), square = sum, mean = sum, best = Lanes::Constant(std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Lanes z = values[i] - base;
    sum += z, square += z * z;
    if (i + 1 < h) continue;
    if (i >= h) {
      const Lanes gone = values[i - h] - base;
      sum -= gone, square -= gone * gone;
    }
    const Lanes middle = sum * each, variance = square * each - middle * middle;
    for (int l = 0; l < kLanes; ++l) {
      mean(l) = variance(l) < best(l) ? middle(l) : mean(l);
      best(l) = std::min(variance(l), best(l));
    }
  }
  const Lanes reach = (quantile_ * of_half_ * best.max(0.0)).sqrt();
  Lanes count = Lanes::Zero(), total = count, squares = count;
  for (const Lanes& value : values) {
    const Lanes z = value - base - mean;
    for (int l = 0; l < kLanes; ++l) {
      const double inside = std::abs(z(l)) <= reach(l) ? 1.0 : 0.0;
      count(l) += inside, total(l) += inside * z(l), squares(l) += inside * z(l) * z(l);
    }
  }
  const Lanes shift = total / count.max(1.0);
  const Lanes variance = (squares - count * shift * shift) / (count - 1).max(1.0);
  return {base + mean + shift, (variance.max(0.0) * of_most_).sqrt()};
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

Matrix<double> score_directions(const Matrix<double>& T, Index pairs, Index normals, std::uint64_t seed) {
  Matrix<double> A = pair_directions(T, pairs, seed);
  if (T.cols() == 1 || normals == 0) return A;
  const Matrix<double> across = hyperplane_normals(T, normals, seed + 1);
  const Index before = A.cols();
  A.conservativeResize(Eigen::NoChange, before + across.cols());
  A.rightCols(across.cols()) = across;
  return A;
}

ColumnScales scales_of(const Matrix<double>& P, Index half, int threads) {
  const Index n = P.rows(), directions = P.cols();
  Vector<double> location(directions), scale(directions), largest(directions);
  // Location and scale of a direction need few of the rows: every k-th.
  const Index few = std::min(n, kRobust.rows_per_direction);
  const UnivariateMcd mcd(few, std::clamp<Index>((half * few + n - 1) / n, 1, few));
  parallel_for(threads, (directions + kLanes - 1) / kLanes, [&](Index group, int) {
    const Index first = group * kLanes, last = std::min(directions, first + kLanes);
    std::vector<Lanes> values(static_cast<std::size_t>(few), Lanes::Zero());
    for (Index k = first; k < last; ++k) {
      for (Index i = 0; i < few; ++i) values[static_cast<std::size_t>(i)](k - first) = P(i * n / few, k);
      largest(k) = P.col(k).cwiseAbs().maxCoeff();
    }
    const LocationScale found = mcd(values);
    for (Index k = first; k < last; ++k) location(k) = found.location(k - first), scale(k) = found.scale(k - first);
  });
  // Directions in which most rows are equal tell nothing.
  const double least = directions > 0 ? 1e-12 * largest.maxCoeff() : 0.0;
  for (double& value : scale) value = value > least ? value : 0.0;
  return {std::move(location), std::move(scale)};
}

Stretch stretch_of(const Matrix<double>& T, std::uint64_t seed, int threads) {
  // Across few rows a hyperplane can be laid that most of them are near to.
  constexpr Index kRowsPerColumn = 50;
  const Index count = kRobust.guard_directions, normals = T.rows() < kRowsPerColumn * T.cols() ? 0 : 2 * count;
  const Matrix<double> P = product(T, score_directions(T, count, normals, seed));
  const auto [location, scale] = scales_of(P, (T.rows() + T.cols() + 1) / 2, threads);
  Stretch result{0, largest_deviation(P, location, scale, threads)};
  for (Index k = 0; k < P.cols(); ++k) {
    const double variance = (P.col(k).array() - P.col(k).mean()).square().mean();
    result.largest = std::max(result.largest, variance > 0 ? variance / (scale(k) * scale(k)) : 0.0);
  }
  return result;
}

Vector<double> outlyingness(const Matrix<double>& Y, const Matrix<double>& A, Index half, int threads) {
  const Matrix<double> P = product(Y, A);
  const auto [location, scale] = scales_of(P, half, threads);
  return largest_deviation(P, location, scale, threads);
}

Vector<double> largest_deviation(const Matrix<double>& P, const Vector<double>& location, const Vector<double>& scale,
                                 int threads) {
  constexpr Index kRowsAtOnce = 512;
  const Index n = P.rows();
  Vector<double> most = Vector<double>::Zero(n);
  parallel_for(threads, (n + kRowsAtOnce - 1) / kRowsAtOnce, [&](Index block, int) {
    const Index first = block * kRowsAtOnce, count = std::min(kRowsAtOnce, n - first);
    auto here = most.segment(first, count).array();
    for (Index k = 0; k < P.cols(); ++k)
      if (scale(k) > 0) here = here.max((P.col(k).segment(first, count).array() - location(k)).abs() / scale(k));
  });
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
