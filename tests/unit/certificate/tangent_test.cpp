#include "certificate/tangent.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "certificate/relaxation.hpp"
#include "linalg/random.hpp"
#include "reference/reference.hpp"

namespace l21::internal {
namespace {

struct Data {
  Data(Index n, Index d, std::uint64_t seed) : X(n, d), w(n) {
    NormalGenerator normal(seed);
    for (Index i = 0; i < X.size(); ++i) X.data()[i] = normal();
    for (Index i = 0; i < n; ++i) X.row(i) /= 0.05 + std::abs(normal());  // heavy tails
    for (double& weight : w) weight = std::abs(normal());
    rows.emplace(prepare_rows<double>(rows_of(X), {Vector<double>::Ones(d), Vector<double>::Zero(d)}, w, 1));
  }
  [[nodiscard]] double objective(const Matrix<double>& W, double p) const {
    return ((X * W).rowwise().norm().array().pow(p) * w.array()).sum();
  }
  RowMatrix<double> X;
  Vector<double> w;
  std::optional<PreparedRows<double>> rows;
};

// The bound of any tangent is above the objective of any W.
TEST(TangentBound, NoWIsAboveIt) {
  for (const double p : {0.2, 0.7, 1.0, 1.3, 1.7, 2.0})
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      const Data data(25, 6, seed);
      NormalGenerator normal(seed + 100);
      Vector<double> q(25);
      for (double& value : q) value = std::exp(2 * normal());
      q(3) = 0;  // left out
      const double bound = tangent_bound(*data.rows, q, random_orthonormal(6, 2, seed), {.p = p}).value;
      for (std::uint64_t other = 0; other < 20; ++other)
        EXPECT_LE(data.objective(random_orthonormal(6, 2, 1000 * seed + other), p), bound) << p;
      const auto best =
          reference::l2p(data.X, data.w, random_orthonormal(6, 2, seed), p, {.tol = 1e-6, .max_iterations = 2000});
      EXPECT_LE(data.objective(best.W, p), bound) << p;
    }
}

TEST(TangentBound, OfPcaIsItsObjective) {
  const Data data(40, 9, 3);
  const Matrix<double> W = reference::principal(data.X, data.w, 3);
  PassCounter counter;
  const Vector<double> q = squared_projections(*data.rows, W, counter);
  const TangentBound bound = tangent_bound(*data.rows, q, W, {.p = 2});
  EXPECT_NEAR(bound.value, data.objective(W, 2), 1e-11 * bound.value);
  EXPECT_TRUE(bound.factored);
  EXPECT_GT(bound.smallest_inside, bound.largest_outside);
}

TEST(TangentBound, MeetsTheObjectiveOfAGoodFit) {
  // Strong structure: the local solution from PCA is the global one.
  Data data(80, 10, 5);
  data.X.leftCols(2) *= 20;
  data.rows.emplace(
      prepare_rows<double>(rows_of(data.X), {Vector<double>::Ones(10), Vector<double>::Zero(10)}, data.w, 1));
  const auto best =
      reference::l21(data.X, data.w, reference::principal(data.X, data.w, 2), {.tol = 1e-7, .max_iterations = 100000});
  PassCounter counter;
  const Vector<double> q = squared_projections(*data.rows, best.W, counter);
  const TangentBound bound = tangent_bound(*data.rows, q, best.W, {});
  EXPECT_GE(bound.value, best.objective);
  EXPECT_LE(bound.value, best.objective * (1 + 1e-10));
}

TEST(Relaxation, ItsBoundIsAboveEveryWAndBelowThatOfOneTangent) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Data data(30, 10, seed);
    const auto fit = reference::l21(data.X, data.w, reference::principal(data.X, data.w, 1),
                                    {.tol = 1e-8, .max_iterations = 100000});
    PassCounter counter;
    const double one = tangent_bound(*data.rows, squared_projections(*data.rows, fit.W, counter), fit.W, {}).value;
    const Relaxed relaxed = relax(*data.rows, fit.W, {.tangent = {}, .most_steps = 25, .enough = 0});
    EXPECT_LE(relaxed.bound, one * (1 + 1e-9));
    EXPECT_LE(relaxed.steps, 25);
    EXPECT_LT((relaxed.W.transpose() * relaxed.W - Matrix<double>::Identity(1, 1)).norm(), 1e-12);
    for (std::uint64_t other = 0; other < 20; ++other) {
      const auto local =
          reference::l21(data.X, data.w, random_orthonormal(10, 1, other), {.tol = 1e-6, .max_iterations = 5000});
      EXPECT_LE(local.objective, relaxed.bound);
    }
  }
}

}  // namespace
}  // namespace l21::internal
