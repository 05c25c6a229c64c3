#include "robust/rank.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/random.hpp"
#include "linalg/statistics.hpp"
#include "robust/constants.hpp"
#include "robust/row_weights.hpp"
#include "robust/scatter.hpp"
#include "robust/search.hpp"

namespace l21::internal {
namespace {

// ||E||_2 with random signs, to three digits, by a power iteration.
double flipped_norm(const Matrix<double>& E, std::uint64_t seed) {
  constexpr int kMostIterations = 60;
  const Matrix<double> F = E.cwiseProduct(random_signs(E.rows(), E.cols(), seed));
  Vector<double> v = random_orthonormal(E.cols(), 1, seed + 1);
  double norm = 0;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    v = F.transpose() * Vector<double>(F * v);
    const double next = std::sqrt(v.norm());
    if (!(next > 0)) return 0;
    v.normalize();
    const bool settled = next - norm <= 1e-4 * next;
    norm = next;
    if (settled) break;
  }
  return norm;
}

// The largest singular values of R (n x d) with their vectors, from the products of the shorter side.
Svd leading_svd(const Matrix<double>& R, Index count) {
  const bool tall = R.rows() >= R.cols();
  Matrix<double> products = tall ? product(Op::transpose, R, Op::none, R) : product(Op::none, R, Op::transpose, R);
  auto [squares, vectors] = largest_eigenpairs(std::move(products), count);
  Svd svd{{}, squares.cwiseMax(0.0).cwiseSqrt(), {}};
  const Vector<double> inverse = svd.values.unaryExpr([](double value) { return value > 0 ? 1 / value : 0.0; });
  Matrix<double> others = product(tall ? Op::none : Op::transpose, R, Op::none, vectors) * inverse.asDiagonal();
  svd.U = std::move(tall ? others : vectors);
  svd.V = std::move(tall ? vectors : others);
  return svd;
}

// The rows that a robust fit with so many components keeps: near the subspace, and not far out in it.
std::vector<Index> kept_rows(const RowMatrix<double>& Y, const Candidate& fit, std::uint64_t seed, int threads) {
  const RowDistances rows = distances_from(Y, fit);
  const std::vector<bool> near = near_rows(rows, Y.cols());
  const Vector<double> square = scatter_of(rows.T, near, seed, threads).squared_distance;
  const double most = chi_square_quantile(0.99, static_cast<double>(fit.W.cols()));
  std::vector<Index> kept;
  for (Index i = 0; i < Y.rows(); ++i)
    if (near[static_cast<std::size_t>(i)] && square(i) <= most) kept.push_back(i);
  return kept;
}

}  // namespace

ComponentCurve sign_flip_rank(const Matrix<double>& R, Index most, Curve extent, std::uint64_t seed, int threads) {
  most = std::min({most, R.rows(), R.cols()});
  const Svd svd = leading_svd(R, most);
  const auto n = static_cast<double>(R.rows()), d = static_cast<double>(R.cols());
  Matrix<double> E = R;
  ComponentCurve curve;
  for (Index k = 0; k < most; ++k) {
    if (k > 0) E -= svd.values(k - 1) * svd.U.col(k - 1) * svd.V.col(k - 1).transpose();
    // E lives in n - k by d - k dimensions; with random signs it fills n by d.
    const double rows = n - static_cast<double>(k), cols = d - static_cast<double>(k);
    const double fill =
        std::sqrt(n / rows * d / cols) * (std::sqrt(rows) + std::sqrt(cols)) / (std::sqrt(n) + std::sqrt(d));
    std::vector<double> flipped(static_cast<std::size_t>(kRobust.flips));
    parallel_for(threads, kRobust.flips, [&](Index flip, int) {
      flipped[static_cast<std::size_t>(flip)] =
          flipped_norm(E, seed + 2 * static_cast<std::uint64_t>(flip + k * kRobust.flips));
    });
    const double threshold = kRobust.flip_margin * fill * *std::max_element(flipped.begin(), flipped.end());
    curve.value.push_back(svd.values(k));
    curve.threshold.push_back(threshold);
    if (svd.values(k) > threshold && curve.found == k) curve.found = k + 1;
    if (curve.found <= k && extent == Curve::until_chance) break;
  }
  return curve;
}

Matrix<double> rows_to_flip(const Sample& sample, const std::vector<Index>& rows) {
  constexpr Index kLeast = 100;
  const auto fitting = static_cast<Index>(kRobust.most_flipped / static_cast<double>(sample.columns()));
  const Matrix<double> X = sample.in_columns(evenly_among(rows, static_cast<std::size_t>(std::max(fitting, kLeast))));
  return X.rowwise() - X.colwise().mean();
}

ChosenRank choose_rank(const Sample& sample, Index most, const std::function<Candidate(Index)>& sphere,
                       std::uint64_t seed, int threads) {
  const RowMatrix<double>& Y = sample.coordinates();
  ChosenRank chosen;
  ComponentChoice& choice = chosen.choice;
  choice.most = static_cast<int>(most);
  choice.sample_rows = Y.rows();
  bool trial = false;
  for (Index k = most, above = most + 1; k > 0;) {
    const Candidate fit = search_subspace(Y, sphere(k), {}, seed, threads).best;
    std::vector<Index> kept = kept_rows(Y, fit, seed, threads);
    // Signs are flipped in the columns of the table: in others noise would not look like itself.
    ComponentCurve curve = sign_flip_rank(rows_to_flip(sample, kept), most, Curve::until_chance, seed, threads);
    const Index found = std::max<Index>(curve.found, 1);
    choice.trials.push_back({static_cast<int>(k), static_cast<int>(found)});
    // One too few: rows show more components, or most of them do not belong any more.
    if (trial && (found > k || 2 * kept.size() < chosen.kept.size())) break;
    // Where hardly a row is left out there are no outliers that could confirm a component of their own.
    const bool all_belong = 10 * kept.size() >= 9 * static_cast<std::size_t>(Y.rows());
    choice.components = static_cast<int>(k);
    choice.curve = std::move(curve);
    choice.kept = static_cast<double>(kept.size()) / static_cast<double>(Y.rows());
    chosen.kept = std::move(kept);
    if (found < k) {
      above = std::exchange(k, found);
      trial = false;
    } else if (found > k + (all_belong ? 0 : 1) && k + 1 < above) {
      k = std::min(found, above - 1);
      above = k;
      trial = false;
    } else {
      // At a fixed point one less is tried: an outlier that was kept can confirm a component of its own.
      --k;
      trial = true;
    }
  }
  return chosen;
}

}  // namespace l21::internal
