#include "robust/challengers.hpp"

#include <limits>
#include <utility>

#include "data/gram.hpp"
#include "linalg/blas.hpp"
#include "linalg/random.hpp"
#include "methods/sketch.hpp"
#include "robust/constants.hpp"
#include "robust/outlyingness.hpp"
#include "robust/row_weights.hpp"

namespace l21::internal {
namespace {

Index half_of(Index rows, Index components) {
  return std::min(rows, (rows + components + 1) / 2);
}

Matrix<double> scores_of(const RowMatrix<double>& Y, const Candidate& candidate) {
  return row_product(RowMatrix<double>(Y.rowwise() - candidate.center.transpose()), candidate.W);
}

// Two groups of the rows of T: true for the second. Empty where all rows are equal.
struct Groups {
  std::vector<bool> second;
  double within = std::numeric_limits<double>::infinity();  // sum of squared distances from the means
  Index size = 0;                                           // of the second
};

Groups two_means(const RowMatrix<double>& T, Index i, Index j) {
  constexpr int kIterations = 20;
  const Index n = T.rows();
  Groups groups;
  Eigen::RowVectorXd a = T.row(i), b = T.row(j);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    std::vector<bool> second(static_cast<std::size_t>(n));
    Eigen::RowVectorXd sum_a = Eigen::RowVectorXd::Zero(T.cols()), sum_b = sum_a;
    Index size = 0;
    double within = 0;
    for (Index k = 0; k < n; ++k) {
      const double to_a = (T.row(k) - a).squaredNorm(), to_b = (T.row(k) - b).squaredNorm();
      second[static_cast<std::size_t>(k)] = to_a > to_b;
      within += std::min(to_a, to_b);
      if (to_a > to_b) {
        sum_b += T.row(k);
        ++size;
      } else {
        sum_a += T.row(k);
      }
    }
    const bool same = second == groups.second;
    groups = {std::move(second), within, size};
    if (same || size == 0 || size == n) break;
    a = sum_a / static_cast<double>(n - size), b = sum_b / static_cast<double>(size);
  }
  return groups;
}

}  // namespace

std::vector<Index> least_outlying_half(const RowMatrix<double>& Y, Index components, std::uint64_t seed, int threads) {
  const Index half = half_of(Y.rows(), components);
  return smallest(outlyingness(Y, pair_directions(Y, kRobust.directions, seed), half, threads), half);
}

std::vector<Index> trimmed_half(const RowMatrix<double>& Y, const Candidate& candidate, std::uint64_t seed,
                                int threads) {
  const Matrix<double> T = scores_of(Y, candidate);
  const Index half = half_of(T.rows(), T.cols());
  // A hyperplane through many rows hardly ever meets the majority alone.
  const Index normals = T.cols() > kRobust.most_for_normals ? 0 : 2 * kRobust.directions;
  return smallest(outlyingness(T, score_directions(T, kRobust.directions, normals, seed), half, threads), half);
}

std::vector<Index> larger_group(const RowMatrix<double>& Y, const Candidate& candidate, std::uint64_t seed) {
  constexpr int kStarts = 5;
  const RowMatrix<double> T = scores_of(Y, candidate);
  const Index n = T.rows();
  NormalGenerator random(seed);
  Groups best;
  for (int start = 0; start < kStarts; ++start) {
    const Index i = random.below(n), j = random.below(n);
    if (Groups groups = two_means(T, i, j); groups.within < best.within) best = std::move(groups);
  }
  const bool second = 2 * best.size > n;
  std::vector<Index> rows;
  for (Index i = 0; i < n; ++i)
    if (best.second[static_cast<std::size_t>(i)] == second) rows.push_back(i);
  return rows;
}

std::vector<Index> rows_left_out(const RowMatrix<double>& Y, const Candidate& candidate) {
  const std::vector<bool> near = near_rows(Y, candidate);
  std::vector<Index> left;
  for (Index i = 0; i < Y.rows(); ++i)
    if (!near[static_cast<std::size_t>(i)]) left.push_back(i);
  return left;
}

Candidate principal_of(const RowMatrix<double>& Y, const std::vector<Index>& rows, Index components, std::uint64_t seed,
                       int threads) {
  RowMatrix<double> chosen = Y(rows, Eigen::all);
  Candidate candidate{{}, chosen.colwise().mean().transpose()};
  chosen.rowwise() -= candidate.center.transpose();
  Vector<double> norms = chosen.rowwise().norm();
  const PreparedRows<double> prepared(std::move(chosen), RowFacts({}, std::move(norms), threads));
  candidate.W = sketch_directions(prepared, components, components + kRobust.oversampling, seed).W;
  return candidate;
}

}  // namespace l21::internal
