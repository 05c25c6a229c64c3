#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <utility>

#include "certificate/by_slopes.hpp"
#include "linalg/random.hpp"
#include "linalg/subspace.hpp"

namespace l21::internal {
namespace {

// Rows whose columns decay, W near the leading directions, and the truth.
template <class T>
struct Case {
  Case(Index n, Index d, Index m, double decay, std::uint64_t seed, double p) : X(n, d) {
    NormalGenerator normal(seed);
    const Matrix<double> axes = random_orthonormal(d, d, seed + 1);
    Matrix<double> Y(n, d);
    for (Index j = 0; j < d; ++j)
      for (Index i = 0; i < n; ++i) Y(i, j) = normal() * std::pow(static_cast<double>(j + 1), -decay);
    for (Index i = 0; i < n; i += 20) Y.row(i) *= 5;
    // A direction that few rows have at all.
    for (Index i = 0; i < 4; ++i) Y(7 * i, d - 1) += 3;
    X = (Y * axes.transpose()).cast<T>();
    w = Vector<double>::Ones(n);
    for (double& weight : w) weight += std::abs(normal());
    rows.emplace(prepare_rows<T>(rows_of(X), {Vector<double>::Ones(d), Vector<double>::Zero(d)}, w, 2));
    options.p = p;
    settle(axes.leftCols(m));
  }
  // A nearly stationary W, and what is known there.
  void settle(const Matrix<double>& start) {
    const double p = options.p;
    const Index m = start.cols();
    exact = X.template cast<double>();
    q = (exact * start).rowwise().squaredNorm();
    const Vector<double> v = tangent_weights(*rows, q, p);
    G = exact.transpose() * v.asDiagonal() * exact;
    W = Eigen::SelfAdjointEigenSolver<Matrix<double>>(G).eigenvectors().rightCols(m);
    q = (exact * W).rowwise().squaredNorm();
    G = exact.transpose() * tangent_weights(*rows, q, p).asDiagonal() * exact;
    // As the fit multiplies them.
    const RowMatrix<T> scores = (X * W.template cast<T>()).eval();
    const Vector<T> weights = tangent_weights(*rows, q, p).template cast<T>();
    GW = (X.transpose() * (weights.asDiagonal() * scores)).template cast<double>();
  }
  // The tangent with the eigenvalues as they are, or all that the rows have.
  [[nodiscard]] double truth() const {
    const Index m = W.cols();
    const double K = Eigen::SelfAdjointEigenSolver<Matrix<double>>(G).eigenvalues().tail(m).sum();
    const double p = options.p, a = (1 - p / 2) * relaxed_objective(*rows, q, p);
    if (p == 2) return K;
    const double c = (1 - p / 2) * K / (p / 2 * a);
    const double all = rows->sum([&](Index i) { return w(i) * std::pow(rows->norm(i), p); });
    return std::min(std::pow(c, p / 2) * a + std::pow(c, p / 2 - 1) * K, all);
  }
  [[nodiscard]] TangentBound bound(const Coordinates<T>* coordinates = nullptr) const {
    SamplePlan plan;
    plan.rows = rows->rows() / 2, plan.guard = 12, plan.first_rows = 100;
    plan.per_direction = 1e5, plan.cols = static_cast<double>(rows->cols());
    if (coordinates) plan.guard = coordinates->size() - W.cols();
    return tangent_bound_by_slopes<T>({*rows, W, GW, q, coordinates}, {{}, plan}, options);
  }
  // From one sample of so many rows, without a guard.
  [[nodiscard]] TangentBound bound_of_rows(Index sampled) const {
    SamplePlan plan;
    plan.rows = plan.first_rows = sampled;
    plan.cols = static_cast<double>(rows->cols());
    return tangent_bound_by_slopes<T>({*rows, W, GW, q, nullptr}, {{}, plan}, options);
  }
  [[nodiscard]] TangentBound bound_by(SpectrumBy matrix) const {
    return tangent_bound_by_slopes<T>({*rows, W, GW, q, nullptr}, {matrix, {}}, options);
  }
  [[nodiscard]] Coordinates<T> coordinates(Index guard) const {
    Matrix<double> Q(W.rows(), W.cols() + guard);
    Q << W, new_directions(random_orthonormal(W.rows(), guard, 5), W, 1e-8);
    const Matrix<double> better = new_directions(G * (G * Q.rightCols(guard)), W, 1e-9);
    if (better.cols() == guard) Q.rightCols(guard) = better;
    Coordinates<T> result(*rows, Q.cols());
    result.append(Q);
    return result;
  }
  RowMatrix<T> X;
  Matrix<double> exact;
  Vector<double> w, q;
  std::optional<PreparedRows<T>> rows;
  Matrix<double> G, W, GW;
  TangentOptions options{.gap_enough = 1e-4};
};

template <class T>
class SampledTangent : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SampledTangent, Scalars);

TYPED_TEST(SampledTangent, IsAboveTheTangentAndOftenNearIt) {
  int near = 0, all = 0;
  for (const auto& [n, d, m] : {std::tuple<Index, Index, Index>{1501, 60, 3}, {801, 331, 5}, {411, 37, 1}})
    for (const double p : {0.5, 1.0, 1.5, 2.0})
      for (const double decay : {0.2, 1.0, 2.0}) {
        const Case<TypeParam> c(n, d, m, decay, static_cast<std::uint64_t>(n + d), p);
        const double truth = c.truth();
        const Coordinates<TypeParam> coordinates = c.coordinates(2 * m);
        for (const TangentBound& bound : {c.bound(), c.bound(&coordinates)}) {
          EXPECT_GE(bound.value, truth) << n << " x " << d << ", decay " << decay << ", p " << p;
          EXPECT_FALSE(bound.factored);
          EXPECT_LE(bound.counter.reads, 1);
          ++all, near += bound.value < 1.001 * truth ? 1 : 0;
        }
      }
  EXPECT_GE(near, all / 2);
}

TYPED_TEST(SampledTangent, ByAMatrixIsAboveTheTangentAndNearIt) {
  for (const auto& [n, d, m] : {std::tuple<Index, Index, Index>{601, 60, 3}, {201, 331, 5}, {411, 37, 1}})
    for (const double p : {0.5, 1.0, 2.0})
      for (const double decay : {0.2, 2.0})
        for (const SpectrumBy by : {SpectrumBy::columns, SpectrumBy::rows}) {
          const Case<TypeParam> c(n, d, m, decay, static_cast<std::uint64_t>(n + d), p);
          const TangentBound bound = c.bound_by(by);
          EXPECT_GE(bound.value, c.truth()) << n << " x " << d << ", decay " << decay << ", p " << p;
          EXPECT_LE(bound.value, 1.001 * c.truth()) << n << " x " << d << ", decay " << decay << ", p " << p;
          EXPECT_EQ(bound.factored, (std::is_same_v<TypeParam, double>));
        }
}

TYPED_TEST(SampledTangent, HasTheSameBitsForAnyNumberOfThreads) {
  Case<TypeParam> c(1501, 60, 3, 1.0, 7, 1.0);
  const auto bounds_with = [&](int threads) {
    c.rows->threads = threads;
    const Coordinates<TypeParam> coordinates = c.coordinates(6);
    return std::pair(c.bound().value, c.bound(&coordinates).value);
  };
  const auto alone = bounds_with(1);
  EXPECT_EQ(bounds_with(2), alone);
  EXPECT_EQ(bounds_with(3), alone);
}

TYPED_TEST(SampledTangent, WithTheGramMatrixIsNearTheTangent) {
  for (const double p : {0.5, 1.0, 2.0}) {
    Case<TypeParam> c(150, 60, 3, 1.0, 21, p);
    const Matrix<double> K = c.exact * c.exact.transpose();
    c.options.gram = &K;
    const TangentBound bound = c.bound();
    EXPECT_GE(bound.value, c.truth());
    EXPECT_LE(bound.value, 1.03 * c.truth());
  }
}

// The basis has more directions than the rows: a guard from it must not hold a part of W.
TYPED_TEST(SampledTangent, OfRowsOfLowRankIsABoundToo) {
  Case<TypeParam> c(601, 40, 2, 1.0, 11, 1.0);
  NormalGenerator normal(5);
  Matrix<double> left(601, 5);
  for (Index i = 0; i < left.size(); ++i) left.data()[i] = normal();
  c.X = (left * random_orthonormal(40, 5, 3).transpose()).template cast<TypeParam>();
  c.rows.emplace(prepare_rows<TypeParam>(rows_of(c.X), {Vector<double>::Ones(40), Vector<double>::Zero(40)}, c.w, 2));
  c.settle(c.W);
  const Coordinates<TypeParam> coordinates = c.coordinates(9);
  for (const TangentBound& bound : {c.bound(), c.bound(&coordinates)}) {
    EXPECT_GE(bound.value, c.truth());
    EXPECT_LE(bound.value, 1.5 * c.truth());
  }
}

// Nothing is drawn but the seed: other seeds give other bounds, all of them bounds.
TYPED_TEST(SampledTangent, HoldsForEverySeed) {
  Case<TypeParam> c(901, 50, 2, 0.7, 3, 1.0);
  const double truth = c.truth();
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    c.options.seed = seed;
    EXPECT_GE(c.bound().value, truth) << seed;
  }
}

// A chance of a third is wrong in a third of the draws at most.
TYPED_TEST(SampledTangent, IsTooLowNoMoreOftenThanItSays) {
  Case<TypeParam> c(901, 30, 1, 0.3, 9, 1.0);
  c.options.failure = 1.0;  // three tries share it
  c.options.gap_enough = 0;
  const Matrix<double> rest = Matrix<double>::Identity(30, 30) - c.W * c.W.transpose();
  const double truth = Eigen::SelfAdjointEigenSolver<Matrix<double>>(rest * c.G * rest).eigenvalues().maxCoeff();
  int low = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    c.options.seed = seed;
    low += c.bound_of_rows(80).largest_outside < truth ? 1 : 0;
  }
  EXPECT_LT(low, 90);
}

}  // namespace
}  // namespace l21::internal
