#include "robust/duel.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/statistics.hpp"
#include "robust/constants.hpp"
#include "robust/outlyingness.hpp"
#include "robust/row_weights.hpp"

namespace l21::internal {
namespace {

constexpr double kTiny = std::numeric_limits<double>::min();
constexpr double kRounding = 1e-20;  // of variances

// Evenly spread over half a turn.
Matrix<double> plane_directions() {
  Matrix<double> E(2, kRobust.plane_directions);
  for (Index k = 0; k < E.cols(); ++k) {
    const double angle = std::numbers::pi * static_cast<double>(k) / static_cast<double>(E.cols());
    E.col(k) << std::cos(angle), std::sin(angle);
  }
  return E;
}

// The covariance of the half of these points in the plane that is least outlying there.
Eigen::Matrix2d half_covariance(const Matrix<double>& points, int threads) {
  const Matrix<double> E = plane_directions(), P = product(Op::transpose, E, Op::transpose, points);
  Scales scales{Vector<double>(P.rows()), Vector<double>(P.rows())};
  parallel_for(threads, P.rows(), [&](Index k, int) {
    Vector<double> values = P.row(k);
    scales.location(k) = median(as_span(values), {});
    scales.scale(k) = std::max(scaled_mad(as_span(values), {}, scales.location(k)), kTiny);
  });
  const std::vector<Index> half = smallest(largest_deviation(P, scales), std::max<Index>(points.rows() / 2, 1));
  const Matrix<double> chosen = points(half, Eigen::all);
  const Matrix<double> centered = chosen.rowwise() - chosen.colwise().mean();
  return centered.transpose() * centered / std::max<double>(static_cast<double>(half.size()) - 1, 1);
}

}  // namespace

DuelResult duel(const RowMatrix<double>& Y, const Candidate& first, const Candidate& second, int threads) {
  const auto [U, cosines, V] = thin_svd(product(Op::transpose, first.W, Op::none, second.W));
  const double same = std::cos(kRobust.duel_angle * std::numbers::pi / 180);
  if (cosines.minCoeff() > same) return {};
  const auto near_first = near_rows(Y, first), near_second = near_rows(Y, second);
  std::vector<Index> voters;
  for (Index i = 0; i < Y.rows(); ++i)
    if (near_first[static_cast<std::size_t>(i)] || near_second[static_cast<std::size_t>(i)]) voters.push_back(i);
  const Matrix<double> A = product(first.W, U), B = product(second.W, V);
  const RowMatrix<double> votes = Y(voters, Eigen::all);

  DuelResult result;
  double sum = 0;
  for (Index j = 0; j < cosines.size(); ++j) {
    if (cosines(j) > same) continue;
    const double cosine = std::min(cosines(j), 1.0), sine = std::sqrt(1 - cosine * cosine);
    Matrix<double> plane(Y.cols(), 2);
    plane.col(0) = A.col(j);
    plane.col(1) = (B.col(j) - cosine * A.col(j)).normalized();  // the normal of the first
    const Eigen::Matrix2d S = half_covariance(row_product(votes, plane), threads);
    const Eigen::Vector2d normal(sine, -cosine);  // of the second
    // Half of the rows may lie on a line: which of two is as thin as rounding says nothing.
    const double least = std::max(kRounding * S.trace(), kTiny);
    const double thickness_second = std::max(normal.dot(S * normal), least), thickness_first = std::max(S(1, 1), least);
    sum += sine * sine * 0.5 * std::log(thickness_second / thickness_first);
    result.planes += sine * sine;
  }
  result.score = sum / result.planes;
  return result;
}

}  // namespace l21::internal
