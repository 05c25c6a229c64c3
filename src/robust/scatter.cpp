#include "robust/scatter.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

#include "linalg/blas.hpp"
#include "linalg/statistics.hpp"
#include "robust/constants.hpp"
#include "robust/outlyingness.hpp"

namespace l21::internal {
namespace {

// Mean, covariance and squared distances by the rows `chosen`.
ScoreScatter scatter_by(const Matrix<double>& T, const std::vector<Index>& chosen) {
  const Index m = T.cols();
  const Matrix<double> some = T(chosen, Eigen::all);
  ScoreScatter found;
  found.location = some.colwise().mean();
  const Matrix<double> centered = some.rowwise() - found.location.transpose();
  found.scatter = product(Op::transpose, centered, Op::none, centered) /
                  std::max<double>(static_cast<double>(chosen.size()) - 1, 1);
  // Scores that do not vary must not divide by 0.
  found.scatter.diagonal().array() +=
      1e-9 * found.scatter.trace() / static_cast<double>(m) + std::numeric_limits<double>::min();
  const Matrix<double> Z = T.rowwise() - found.location.transpose();
  const Eigen::LLT<Matrix<double>> factor(found.scatter);
  found.squared_distance = factor.matrixL().solve(Z.transpose()).colwise().squaredNorm().transpose();
  return found;
}

}  // namespace

ScoreScatter scatter_of(const Matrix<double>& T, std::uint64_t seed, int threads) {
  return scatter_of(T, std::vector<bool>(static_cast<std::size_t>(T.rows()), true), seed, threads);
}

ScoreScatter scatter_of(const Matrix<double>& T, const std::vector<bool>& near, std::uint64_t seed, int threads) {
  constexpr int kMostRounds = 20;
  const Index n = T.rows(), m = T.cols();
  std::vector<Index> inside;
  for (Index i = 0; i < n; ++i)
    if (near[static_cast<std::size_t>(i)]) inside.push_back(i);
  const auto count = static_cast<Index>(inside.size());
  Vector<double> outlying = outlyingness(T, pair_directions(T, kRobust.directions, seed), (n + m + 1) / 2, threads);
  for (Index i = 0; i < n; ++i)
    if (!near[static_cast<std::size_t>(i)]) outlying(i) = std::numeric_limits<double>::infinity();
  std::vector<Index> chosen = smallest(outlying, std::min(n, std::max(count / 2, m + 2)));
  const double median_square = chi_square_quantile(0.5, static_cast<double>(m));
  const double most = chi_square_quantile(0.99, static_cast<double>(m));
  ScoreScatter found;
  for (int round = 0; round < kMostRounds; ++round) {
    found = scatter_by(T, chosen);
    std::vector<double> near_squares;
    for (const Index i : inside) near_squares.push_back(found.squared_distance(i));
    const double factor = median_square / std::max(median(near_squares, {}), std::numeric_limits<double>::min());
    found.squared_distance *= factor;
    found.scatter /= factor;
    std::vector<Index> next;
    for (const Index i : inside)
      if (found.squared_distance(i) <= most) next.push_back(i);
    if (next == chosen) break;
    chosen = std::move(next);
  }
  return found;
}

}  // namespace l21::internal
