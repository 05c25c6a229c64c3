#include <array>

#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "reference/reference.hpp"
#include "solver/anderson.hpp"
#include "solver/free_center_problem.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

// Heavy tails to one side: mean and medians differ.
RowMatrix<double> skewed_rows(Index rows, Index cols, std::uint64_t seed) {
  RowMatrix<double> X = rotated_rows(rows, cols, seed);
  return (X.array().exp() + 3).matrix();
}

// min over b of sum_i w_i ||W^T x_i - b||.
double least_sum(const RowMatrix<double>& X, const Vector<double>& w, const Matrix<double>& W) {
  const Matrix<double> T = X * W;
  return w.dot(reference::centered(T, reference::geometric_median(T, w)).rowwise().norm());
}

FitOptions optimal(int components, Solver solver = Solver::automatic) {
  return {.components = components, .center = Center::optimal, .solver = solver, .tolerance = 1e-8};
}

static_assert(Mixable<FreeCenterProblem<double>> && Mixable<FreeCenterProblem<float>>);

// Where a row is the median, m = 1 always and by a heavy weight else, its slope must balance the others'.
TEST(FreeCenter, LiesAboveItsTangents) {
  for (const Index m : {1, 2, 3})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto n = static_cast<Index>(7 + seed);
      const RowMatrix<double> X = skewed_rows(n, 5, seed);
      Vector<double> w = random_weights(n, seed);
      if (seed % 3 == 0) w(2) = static_cast<double>(n);
      const PreparedRows<double> rows = prepared<double>(X, w);
      FreeCenterProblem<double> problem(rows, m);
      const Matrix<double> W = random_orthonormal(5, m, seed);
      FreeCenterProblem<double>::Surrogate at;
      const double here = problem.linearize(W, at);
      EXPECT_NEAR(here, least_sum(X, w, W), 1e-8 * here);
      for (std::uint64_t other = 0; other < 20; ++other) {
        const Matrix<double> V = random_orthonormal(5, m, 100 * seed + other);
        EXPECT_GE(least_sum(X, w, V), here + at.M.cwiseProduct(V - W).sum() - 1e-7 * here) << m << " " << seed;
      }
    }
}

TEST(OptimalCenter, MakesTheSumLeastAndEveryIterationRaisesIt) {
  for (const auto& [n, d, m] : {std::array<Index, 3>{61, 7, 1}, {200, 9, 3}, {19, 40, 4}})
    for (const Solver solver : {Solver::plain, Solver::automatic, Solver::accelerated}) {
      const RowMatrix<double> X = skewed_rows(n, d, 3);
      FitOptions options = optimal(static_cast<int>(m), solver);
      options.weights = random_weights(n, 4);
      const Model model = fit(rows_of(X), options);
      const Matrix<double> W = model.linear().components.transpose();
      const double least = least_sum(X, options.weights, W);
      EXPECT_NEAR(model.report.objective, least, 1e-8 * least);
      // The model's own center is the one that makes it least.
      EXPECT_NEAR(options.weights.dot((centered(X, model.linear().center) * W).rowwise().norm()), least, 1e-8 * least);
      EXPECT_TRUE(model.report.converged);
      for (std::size_t k = 1; k < model.report.trace.size(); ++k)
        EXPECT_GE(model.report.trace[k].objective, model.report.trace[k - 1].objective * (1 - 1e-9));
      // No worse by this measure than the subspaces of fixed centers.
      for (const Center center : {Center::mean, Center::geometric_median}) {
        FitOptions fixed = options;
        fixed.center = center;
        const Matrix<double> V = fit(rows_of(X), fixed).linear().components.transpose();
        EXPECT_GE(least * (1 + 1e-6), least_sum(X, options.weights, V));
      }
    }
}

// The bound for any center is one for the least over all.
TEST(OptimalCenter, IsCertifiedByABoundThatNoSubspaceExceeds) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const RowMatrix<double> X = skewed_rows(30, 4, seed);
    FitOptions options = optimal(2);
    options.certify = Certify::on, options.starts = 3;
    const FitReport report = fit(rows_of(X), options).report;
    ASSERT_TRUE(report.certificate.upper_bound);
    EXPECT_GE(*report.certificate.upper_bound, report.objective * (1 - 1e-9));
    for (std::uint64_t other = 0; other < 50; ++other)
      EXPECT_LE(least_sum(X, Vector<double>::Ones(30), random_orthonormal(4, 2, 1000 * seed + other)),
                *report.certificate.upper_bound);
  }
}

// m = 1, an odd number of rows: one of them is the median, whatever the direction.
TEST(OptimalCenter, IsProvenWhereARowIsTheMedian) {
  int proven = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    RowMatrix<double> X = rotated_rows(31, 4, seed);
    X.col(0) *= 10;
    FitOptions options = optimal(1);
    options.certify = Certify::on, options.starts = 3;
    const Model model = fit(rows_of(X), options);
    const Certificate& certificate = model.report.certificate;
    ASSERT_TRUE(certificate.upper_bound);
    for (std::uint64_t other = 0; other < 50; ++other)
      EXPECT_LE(least_sum(X, Vector<double>::Ones(31), random_orthonormal(4, 1, 1000 * seed + other)),
                *certificate.upper_bound);
    if (certificate.certified().value_or(false)) ++proven;
    // The model's center is not that row.
    EXPECT_GT((X.rowwise() - model.linear().center.transpose()).rowwise().norm().minCoeff(), 0.0);
  }
  EXPECT_GE(proven, 10);
}

// Rows whose scores are all at the median have slopes that the others do not fix.
TEST(OptimalCenter, LeavesPointsThatAreStationaryByChoiceOfSlopes) {
  const RowMatrix<double> X{{10, 0}, {-10, 0}, {0, 1}, {0, -1}};
  for (const Solver solver : {Solver::plain, Solver::accelerated}) {
    const FitReport report = fit(rows_of(X), optimal(1, solver)).report;
    EXPECT_NEAR(report.objective, 2 * std::sqrt(101.0), 1e-9);
    EXPECT_GE(report.escapes, 1);
  }
}

TEST(FreeCenter, EscapesAlongTangentsToo) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    // Rows on both sides of a plane through others that W does not see.
    RowMatrix<double> X = rotated_rows(12, 4, seed);
    X.topRows(6).leftCols(2).setZero();
    X.bottomRows(3) = -X.middleRows(6, 3);
    const Vector<double> w = Vector<double>::Ones(12);
    const PreparedRows<double> rows = prepared<double>(X, w);
    FreeCenterProblem<double> problem(rows, 2);
    const Matrix<double> W = Matrix<double>::Identity(4, 2);
    FreeCenterProblem<double>::Surrogate at;
    const double here = problem.linearize(W, at);
    ASSERT_EQ(at.kinks.size(), 6U);
    ASSERT_TRUE(problem.escape(W, at));
    for (std::uint64_t other = 0; other < 50; ++other) {
      const Matrix<double> V = random_orthonormal(4, 2, 100 * seed + other);
      EXPECT_GE(least_sum(X, w, V), here + at.M.cwiseProduct(V - W).sum() - 1e-7 * here) << seed;
    }
  }
}

TEST(OptimalCenter, MovesWithTheRows) {
  const RowMatrix<double> X = skewed_rows(80, 6, 5);
  const Vector<double> shift = 50 * random_rows(1, 6, 6).row(0).transpose();
  const RowMatrix<double> moved = X.rowwise() + shift.transpose();
  const Model here = fit(rows_of(X), optimal(2)), there = fit(rows_of(moved), optimal(2));
  EXPECT_LE((here.linear().center + shift - there.linear().center).norm(), 1e-5);
  EXPECT_NEAR(here.report.objective, there.report.objective, 1e-9 * here.report.objective);
}

TEST(OptimalCenter, HasTheSameBitsForAnyNumberOfThreadsAndServesSparseRowsFloatsAndKernels) {
  const RowMatrix<double> X = skewed_rows(3000, 8, 7);
  FitOptions options = optimal(2);
  options.threads = 1;
  const Model alone = fit(rows_of(X), options);
  for (const int threads : kThreadCounts) {
    options.threads = threads;
    const Model model = fit(rows_of(X), options);
    EXPECT_TRUE(same_bits(model.linear().components, alone.linear().components));
    EXPECT_TRUE(same_bits(model.linear().center, alone.linear().center));
  }
  const double objective = alone.report.objective;
  const Eigen::SparseMatrix<double, Eigen::RowMajor> sparse = X.sparseView();
  EXPECT_NEAR(fit(sparse_rows_of(sparse), options).report.objective, objective, 1e-8 * objective);
  options.precision = Precision::float32, options.tolerance = 1e-5;
  EXPECT_NEAR(fit(rows_of(X), options).report.objective, objective, 1e-4 * objective);

  const RowMatrix<double> few = X.topRows(150);
  FitOptions linear = optimal(2);
  const double expected = fit(rows_of(few), linear).report.objective;
  linear.kernel = Kernel::linear;
  EXPECT_NEAR(fit(rows_of(few), linear).report.objective, expected, 1e-7 * expected);
}

TEST(OptimalCenter, BelongsToL21) {
  const RowMatrix<double> X = skewed_rows(20, 4, 8);
  FitOptions options = optimal(2);
  options.method = Method::pca;
  EXPECT_THROW((void)fit(rows_of(X), options), InvalidArgument);
  options.method = Method::l21, options.row_scaling = RowScaling::sphere;
  EXPECT_THROW((void)fit(rows_of(X), options), InvalidArgument);
}

}  // namespace
}  // namespace l21::internal::test
