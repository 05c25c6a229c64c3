#include "fit/joint_center.hpp"

#include "center/center.hpp"
#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

// DESIGN 8: inliers on a subspace through an unknown offset, and isotropic outliers of ten times their norm.
struct Haystack {
  Matrix<double> truth = random_orthonormal(30, 3, 1);
  RowMatrix<double> X;
  explicit Haystack(Index inliers = 80, Index outliers = 100) : X(inliers + outliers, 30) {
    X.topRows(inliers) = random_rows(inliers, 3, 2) * truth.transpose();
    X.bottomRows(outliers) = 10 * random_rows(outliers, 30, 3) / std::sqrt(10.0);
    X.rowwise() += 2 * random_rows(1, 30, 4).row(0);
  }
};

double largest_angle(const Model& model, const Matrix<double>& truth) {
  const Matrix<double> W = model.linear().components.transpose();
  return std::asin(std::min(1.0, (truth - W * (W.transpose() * truth)).norm())) * 180 / 3.14159265358979;
}

FitOptions robust(int components) {
  FitOptions options;
  options.components = components;
  options.method = Method::r1;
  options.center = Center::joint;
  options.row_scaling = RowScaling::sphere;
  options.init = Init::spherical;
  return options;
}

TEST(JointFit, FindsTheSubspaceAmongGrossOutliers) {
  const Haystack hay;
  FitOptions plain;
  plain.components = 3;
  EXPECT_GE(largest_angle(fit(rows_of(hay.X), plain), hay.truth), 10);
  for (const Precision precision : {Precision::float64, Precision::float32}) {
    FitOptions options = robust(3);
    options.precision = precision;
    options.tolerance = precision == Precision::float32 ? 1e-5 : 1e-6;
    EXPECT_LE(largest_angle(fit(rows_of(hay.X), options), hay.truth), 0.5);
  }
}

TEST(JointFit, EndsAtTheFixedPointOfItsOwnCenter) {
  const RowMatrix<double> X = (rotated_rows(200, 6, 1).array() + 1).matrix();
  const Model model = fit(rows_of(X), robust(2));
  const FitReport& report = model.report;
  const Vector<double> moved = joint_center_step(rows_of(X), Vector<double>::Ones(6), {}, model.linear().center,
                                                 model.linear().components.transpose(), 1e-8, 1);
  EXPECT_LE((moved - model.linear().center).norm(), 1e-4 * centered(X, model.linear().center).rowwise().norm().mean());
  EXPECT_TRUE(report.converged);
}

TEST(JointFit, NumbersItsRoundsAndNeverFallsWithinOne) {
  const Haystack hay;
  const auto report = fit(rows_of(hay.X), robust(3)).report;
  ASSERT_GE(report.trace.size(), 2U);
  EXPECT_GE(report.trace.back().round, 2);
  EXPECT_EQ(report.trace.back().iteration, report.iterations);
  for (std::size_t k = 1; k < report.trace.size(); ++k) {
    EXPECT_GT(report.trace[k].iteration, report.trace[k - 1].iteration);  // steps that were refused leave gaps
    EXPECT_GE(report.trace[k].seconds, report.trace[k - 1].seconds);
    if (report.trace[k].round == report.trace[k - 1].round) {
      EXPECT_GE(report.trace[k].objective, report.trace[k - 1].objective * (1 + Tolerance<double>::falls));
    }
  }
  EXPECT_EQ(report.objective, report.trace.back().objective);
}

TEST(JointFit, NeverTakesMoreIterationsThanAllowed) {
  const Haystack hay;
  for (const int limit : {1, 2, 5, 9}) {
    FitOptions options = robust(3);
    options.max_iterations = limit;
    const Model model = fit(rows_of(hay.X), options);
    const FitReport& report = model.report;
    EXPECT_LE(report.iterations, limit);
    EXPECT_LE(departure_from_orthonormal(model.linear().components.transpose()), Tolerance<double>::orthonormal);
  }
}

// Every step of the center reads all rows once.
TEST(JointFit, CountsTheReadsOfItsCenter) {
  const Haystack hay;
  FitOptions options = robust(3);
  const auto joint = fit(rows_of(hay.X), options).report;
  options.center = Center::geometric_median;
  const auto fixed = fit(rows_of(hay.X), options).report;
  EXPECT_GE(joint.reads_center, fixed.reads_center + joint.trace.back().round - 1);
}

TEST(JointFit, HasTheSameBitsForAnyNumberOfThreads) {
  const Haystack hay(3000, 3011);  // enough to be worth threads
  FitOptions options = robust(3);
  options.max_iterations = 30;
  options.threads = 1;
  const Model alone = fit(rows_of(hay.X), options);
  for (const int threads : kThreadCounts) {
    options.threads = threads;
    const Model model = fit(rows_of(hay.X), options);
    EXPECT_TRUE(same_bits(model.linear().components, alone.linear().components));
    EXPECT_TRUE(same_bits(model.linear().center, alone.linear().center));
  }
}

TEST(JointFit, OfEqualRowsIsRefusedAsAnyOther) {
  const RowMatrix<double> X = random_rows(1, 4, 1).replicate(9, 1);
  EXPECT_THROW((void)fit(rows_of(X), robust(2)), DataError);
}

// More than half of the rows are one point, and all the others lie on a line through it: every residual is 0.
TEST(JointFit, StaysFiniteWhereMostRowsAreOnePoint) {
  RowMatrix<double> X = RowMatrix<double>::Zero(20, 3);
  for (Index i = 0; i < 8; ++i) X(i, 0) = static_cast<double>(i) - 3.5;
  const Model model = fit(rows_of(X), robust(1));
  EXPECT_TRUE(model.linear().components.allFinite() && model.linear().center.allFinite());
  EXPECT_NEAR(std::abs(model.linear().components(0, 0)), 1, 1e-9);
}

// The point that holds most rows is where their residuals are smallest; a few rows elsewhere must not move the center.
TEST(JointFit, KeepsItsCenterAtThePointWhereMostRowsAre) {
  RowMatrix<double> X = RowMatrix<double>::Zero(40, 3);
  for (Index i = 0; i < 10; ++i) X(i, 0) = static_cast<double>(i) - 4.5;
  for (Index i = 10; i < 15; ++i) X(i, 1) = 5, X(i, 2) = static_cast<double>(i) / 10;
  const Model model = fit(rows_of(X), robust(1));
  EXPECT_LE(std::hypot(model.linear().center(1), model.linear().center(2)), 1e-6);
}

TEST(JointFit, WithAllComponentsIsDefined) {
  const RowMatrix<double> X = (rotated_rows(30, 4, 1).array() + 1).matrix();
  const Model model = fit(rows_of(X), robust(4));
  const FitReport& report = model.report;
  EXPECT_TRUE(model.linear().center.allFinite());
  EXPECT_LE(departure_from_orthonormal(model.linear().components.transpose()), Tolerance<double>::orthonormal);
  EXPECT_TRUE(report.converged);
}

}  // namespace
}  // namespace l21::internal::test
