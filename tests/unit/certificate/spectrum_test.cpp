#include "certificate/spectrum.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "linalg/blas.hpp"
#include "linalg/random.hpp"

namespace l21::internal {
namespace {

// n x d rows, weights, a W: what a bound is asked about, and the truth.
struct Case {
  Case(Index n, Index d, Index m, std::uint64_t seed) : X(n, d), v(n) {
    NormalGenerator normal(seed);
    for (Index i = 0; i < X.size(); ++i) X.data()[i] = normal();
    for (Index i = 0; i < n; ++i) X.row(i) *= std::exp(normal());
    for (double& value : v) value = std::abs(normal()) + 0.1;
    rows.emplace(prepare_rows<double>(rows_of(X), {Vector<double>::Ones(d), Vector<double>::Zero(d)}, {}, 2));
    G = X.transpose() * v.asDiagonal() * X;
    W = random_orthonormal(d, m, seed + 1);
    GW = G * W;
    S = W.transpose() * GW;
    T = X * W;
    const Matrix<double> rest = Matrix<double>::Identity(d, d) - W * W.transpose();
    truth = Eigen::SelfAdjointEigenSolver<Matrix<double>>(rest * G * rest).eigenvalues().maxCoeff();
  }
  [[nodiscard]] OutsideBound bound(double enough, const Estimator& estimate = estimate_largest) const {
    return bound_outside(*rows, v, inside(), {enough, 0.9 * enough}, {}, nullptr, estimate);
  }
  [[nodiscard]] InsideOf inside() const { return {W, GW, S, T}; }
  RowMatrix<double> X;
  Vector<double> v;
  std::optional<PreparedRows<double>> rows;
  Matrix<double> G, W, GW, S, T;
  double truth = 0;
};

TEST(BoundOutside, IsNeverTooLow) {
  for (const auto& [n, d, m] :
       {std::tuple<Index, Index, Index>{40, 7, 2}, {7, 40, 3}, {100, 30, 5}, {30, 100, 1}, {5, 5, 4}, {9, 4, 4}})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Case c(n, d, m, seed);
      for (const double enough : {0.0, 0.5 * c.truth, 2 * c.truth}) {
        const OutsideBound bound = c.bound(enough);
        EXPECT_GE(bound.largest, c.truth * (1 - 1e-12) - 1e-15 * c.G.trace()) << n << " x " << d;
        EXPECT_LE(bound.largest, std::max(enough, c.truth * 1.1 + 1e-9));
        EXPECT_TRUE(bound.factored);
        const Vector<double> all = Eigen::SelfAdjointEigenSolver<Matrix<double>>(c.G).eigenvalues().reverse();
        EXPECT_NEAR(bound.leading_sum.value_or(all.head(m).sum()), all.head(m).sum(), 1e-9 * all.sum());
      }
    }
}

// The one unforgivable bug: an eigenvalue that was missed. Nobody asks the estimator where all are below `enough`.
TEST(BoundOutside, AnEstimatorThatHidesTheLargestEigenvalueIsCaught) {
  std::uint64_t asked = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Case c(60, 20, 3, seed);
    const Estimator liar = [&](const Matrix<double>& D, std::uint64_t) {
      ++asked;
      const Vector<double> values = Eigen::SelfAdjointEigenSolver<Matrix<double>>(D).eigenvalues().reverse();
      return values(1);
    };
    EXPECT_GE(c.bound(0.99 * c.truth, liar).largest, c.truth * (1 - 1e-12))
        << "the largest eigenvalue was hidden, and believed";
    EXPECT_GT(asked, seed) << "the estimator was not asked";
  }
}

TEST(BoundOutside, ProductsAloneAreSafeToo) {
  const Case c(600, 500, 2, 1);
  const TangentOptions no_room{.bytes = 0};
  const Wanted wanted{3 * c.truth, 3 * c.truth};
  const OutsideBound bound = bound_outside(*c.rows, c.v, c.inside(), wanted, no_room);
  EXPECT_FALSE(bound.factored);
  EXPECT_GE(bound.largest, c.truth * (1 - 1e-12));
  EXPECT_LE(bound.largest, 3 * c.truth);
  EXPECT_GT(bound.counter.reads, 1);
  EXPECT_LT(bound.counter.reads, 8);
  // The first product may be there already.
  const Matrix<double> Q = random_outside(c.W, 0);
  const RandomBlock block{Q, c.G * Q};
  const OutsideBound same = bound_outside(*c.rows, c.v, c.inside(), wanted, no_room, &block);
  EXPECT_NEAR(same.largest, bound.largest, 1e-9 * bound.largest);
  EXPECT_EQ(same.counter.reads + 1, bound.counter.reads);
}

// In float32 too: what rounding can do is added.
TEST(BoundOutside, ProductsInSinglePrecisionAreSafeToo) {
  for (const auto& [n, d, m] : {std::tuple<Index, Index, Index>{600, 500, 2}, {300, 900, 5}, {2000, 101, 7}})
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const Case c(n, d, m, seed);
      const auto single = prepare_rows<float>(rows_of(c.X), {Vector<double>::Ones(d), Vector<double>::Zero(d)}, {}, 2);
      for (const double enough : {1.0 * c.truth, 1.5 * c.truth}) {
        const TangentOptions in_double{.bytes = 0}, in_float{.single = &single, .bytes = 0};
        const OutsideBound exact = bound_outside(*c.rows, c.v, c.inside(), {enough, enough}, in_double);
        const OutsideBound rough = bound_outside(*c.rows, c.v, c.inside(), {enough, enough}, in_float);
        EXPECT_GE(rough.largest, c.truth) << n << " x " << d;
        EXPECT_LE(rough.largest, std::max(enough, 1.1 * exact.largest)) << n << " x " << d;
      }
    }
}

TEST(BoundOutside, AMatrixDecidesWhatProductsLeaveOpen) {
  const Case c(3000, 500, 2, 1);
  const TangentOptions options{.most_products = 4};
  const Wanted wanted{1.01 * c.truth, 1.005 * c.truth};
  ASSERT_EQ(spectrum_route(spectrum_problem(3000, 500, 3000.0 * 500, options), options.proof_worth).by,
            SpectrumBy::row_products);
  const OutsideBound bound = bound_outside(*c.rows, c.v, c.inside(), wanted, options);
  EXPECT_TRUE(bound.factored);
  EXPECT_GE(bound.largest, c.truth * (1 - 1e-12));
  EXPECT_LE(bound.largest, 1.01 * c.truth);
  const OutsideBound open =
      bound_outside(*c.rows, c.v, c.inside(), wanted, {.most_products = 4, .matrix_if_unclear = false});
  EXPECT_FALSE(open.factored);
  EXPECT_GE(open.largest, c.truth * (1 - 1e-12));
}

}  // namespace
}  // namespace l21::internal
