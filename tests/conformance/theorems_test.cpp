// What the paper proves, and what we promise, on hundreds of random data sets.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "conformance/random_data.hpp"
#include "l21/fit.hpp"
#include "l21/option_table.hpp"

namespace l21::internal::testing {
namespace {

struct Case {
  Mat X;
  FitOptions options;
};

// A random data set with random options that fit it.
Case random_case() {
  DataSpec spec;
  spec.seed = *rc::gen::arbitrary<std::uint64_t>();
  spec.rows = *rc::gen::inRange<Index>(2, 70);
  spec.cols = *rc::gen::inRange<Index>(1, 40);
  spec.offset = *rc::gen::element(0.0, 1.0, 100.0);
  spec.outlier_share = *rc::gen::element(0.0, 0.1, 0.4);
  spec.duplicate_row = *rc::gen::arbitrary<bool>();
  Case result{random_rows(spec), {}};
  result.options.components = *rc::gen::inRange<int>(1, static_cast<int>(std::min(spec.rows, spec.cols)) + 1);
  result.options.method =
      *rc::gen::element(Method::pca, Method::l21, Method::r1, Method::l1, Method::l1_greedy, Method::l2p);
  result.options.p = *rc::gen::element(0.1, 0.6, 1.0, 1.25, 1.7, 2.0);
  result.options.center = *rc::gen::element(Center::mean, Center::median, Center::geometric_median, Center::none);
  result.options.row_scaling = *rc::gen::element(RowScaling::none, RowScaling::none, RowScaling::sphere);
  result.options.init = *rc::gen::element(Init::pca, Init::spherical, Init::random, Init::largest_norm);
  result.options.solver = *rc::gen::element(Solver::automatic, Solver::automatic, Solver::plain, Solver::accelerated);
  result.options.basis_limit = *rc::gen::element(3, 4, 10);
  result.options.precision = *rc::gen::element(Precision::float64, Precision::float64, Precision::float32);
  if (result.options.precision == Precision::float32) result.options.tolerance = kFloat32.fit;
  if (*rc::gen::arbitrary<bool>()) result.options.weights = random_weights(spec.seed, spec.rows);
  RC_LOG() << "rows " << spec.rows << ", columns " << spec.cols << ", weights " << result.options.weights.size()
           << '\n';
  for (const auto& option : option_table()) RC_LOG() << option.name << " = " << option.get(result.options) << '\n';
  return result;
}

// What rounding is measured against: the objective, or for r1, a sum of differences, the rows that they are taken from.
double rounding_scale(const Case& c, const FitReport& report, double objective) {
  if (c.options.method != Method::r1) return std::abs(objective);
  const double weights = c.options.weights.size() > 0 ? c.options.weights.sum() : static_cast<double>(c.X.rows());
  return c.options.row_scaling == RowScaling::sphere ? weights : report.total_norm;
}

TEST(Theorem, TheObjectiveNeverFalls) {
  EXPECT_TRUE(rc::check([] {
    const Case c = random_case();
    const auto report = fit(rows_of(c.X), c.options).report;
    const double fall = tolerances_of(c.options.precision).fall;
    for (std::size_t i = 1; i < report.trace.size(); ++i) {
      if (report.trace[i].round != report.trace[i - 1].round) continue;  // another start, or another center
      const double before = report.trace[i - 1].objective, after = report.trace[i].objective;
      RC_ASSERT(after >= before - fall * rounding_scale(c, report, before));
    }
  }));
}

TEST(Theorem, TheComponentsAreOrthonormalAndTheEndIsStationary) {
  EXPECT_TRUE(rc::check([] {
    const Case c = random_case();
    const Model model = fit(rows_of(c.X), c.options);
    const FitReport& report = model.report;
    const Mat W = model.linear().components.transpose();
    const double departure = (W.transpose() * W - Mat::Identity(W.cols(), W.cols())).norm();
    RC_ASSERT(departure <= tolerances_of(c.options.precision).orthonormal);
    RC_ASSERT(report.converged == (report.status == Status::converged));
    if (report.converged) RC_ASSERT(*report.kkt_residual <= c.options.tolerance);
    RC_ASSERT(report.kkt_residual.has_value());
  }));
}

// Lemma 1 of the paper, summed over rows.
TEST(Theorem, ProjectionsAndResidualsAddUpToBetweenOneAndRootTwoTimesTheNorms) {
  EXPECT_TRUE(rc::check([] {
    const Case c = random_case();
    const auto report = fit(rows_of(c.X), c.options).report;
    const double total_weight =
        c.options.weights.size() > 0 ? c.options.weights.sum() : static_cast<double>(c.X.rows());
    const double sum = report.reconstruction_error * total_weight + report.l21_ratio * report.total_norm;
    const double slack = tolerances_of(c.options.precision).objective * report.total_norm;
    RC_ASSERT(sum >= report.total_norm - slack);
    RC_ASSERT(sum <= std::sqrt(2.0) * report.total_norm + slack);
  }));
}

// The coordinate-wise median does not follow a rotation, nor do random starts; on the sphere no row is the largest; on
// a line an even number of rows has many medians.
Case equivariant_case() {
  Case c = random_case();
  const bool many_medians = c.options.center == Center::geometric_median && c.X.cols() == 1;
  if (c.options.center == Center::median || many_medians) c.options.center = Center::mean;
  const bool tied = c.options.init == Init::largest_norm && c.options.row_scaling == RowScaling::sphere;
  if (c.options.init == Init::random || tied) c.options.init = Init::pca;
  // l1 makes use of directions outside the rows, and those are completed by unit vectors.
  if (c.options.method == Method::l1)
    c.options.components =
        std::min(c.options.components, std::max(1, static_cast<int>(std::min(c.X.rows(), c.X.cols())) - 4));
  c.options.precision = Precision::float64;
  c.options.tolerance = 1e-8;
  return c;
}

// The same subspace gives the same objective. Weiszfeld's steps end when they are small, not when the median is near;
// on the sphere the difference shows.
double same_answer(const Case& c) {
  return c.options.center == Center::geometric_median ? 1e-3 : kFloat64.projector;
}

TEST(Theorem, RotatingTheDataRotatesTheAnswer) {
  EXPECT_TRUE(rc::check([] {
    const Case c = equivariant_case();
    const Index d = c.X.cols();
    const Mat rotation = Eigen::HouseholderQR<Mat>(random_rows({.seed = 77, .rows = d, .cols = d})).householderQ();
    const Mat rotated = c.X * rotation;
    const auto before = fit(rows_of(c.X), c.options), after = fit(rows_of(rotated), c.options);
    RC_PRE(before.report.converged && after.report.converged);
    RC_ASSERT(std::abs(before.report.objective - after.report.objective) <=
              same_answer(c) * std::abs(before.report.objective) + kFloat64.rounding);
  }));
}

TEST(Theorem, PermutingTheRowsChangesNothingBeyondRounding) {
  EXPECT_TRUE(rc::check([] {
    Case c = equivariant_case();
    std::vector<Index> order(static_cast<std::size_t>(c.X.rows()));
    std::iota(order.begin(), order.end(), Index{0});
    std::reverse(order.begin(), order.end());
    const auto before = fit(rows_of(c.X), c.options);
    const Mat permuted = c.X(order, Eigen::all);
    if (c.options.weights.size() > 0) c.options.weights = Vec(c.options.weights(order));
    const auto after = fit(rows_of(permuted), c.options);
    RC_PRE(before.report.converged && after.report.converged);
    RC_ASSERT(std::abs(before.report.objective - after.report.objective) <=
              same_answer(c) * std::abs(before.report.objective) + kFloat64.rounding);
    RC_ASSERT(before.report.zero_rows == after.report.zero_rows);
  }));
}

TEST(Theorem, ARefitThatStartsFromTheAnswerStaysThere) {
  EXPECT_TRUE(rc::check([] {
    Case c = random_case();
    // Below p = 1 a stationary point may lie on a ridge, which rounding leaves.
    RC_PRE(c.options.method != Method::l2p || c.options.p >= 1);
    c.options.precision = Precision::float64;
    c.options.tolerance = 1e-7;
    const auto first = fit(rows_of(c.X), c.options);
    RC_PRE(first.report.converged);
    c.options.init = Init::given;
    c.options.given_start = first.linear().components.transpose();
    const auto again = fit(rows_of(c.X), c.options);
    RC_ASSERT(again.report.converged);
    RC_ASSERT(again.report.objective >= first.report.objective - kFloat64.fall * std::abs(first.report.objective));
    RC_ASSERT(std::abs(again.report.objective - first.report.objective) <=
              kFloat64.objective * std::abs(first.report.objective) + 1e-15);
  }));
}

// DESIGN 5.2: from the PCA start the paper's choice alpha = 0 at t = 0 stays at 50.
TEST(Theorem, TheZeroProjectionTrapIsEscaped) {
  Mat X = Mat::Zero(110, 2);
  for (Index i = 0; i < 110; ++i) (i < 10 ? X(i, 0) : X(i, 1)) = (i % 2 == 0 ? 1 : -1) * (i < 10 ? 5.0 : 1.0);
  for (const Method method : {Method::l21, Method::l1, Method::l1_greedy, Method::l2p}) {
    FitOptions options{.components = 1, .method = method};
    const auto report = fit(rows_of(X), options).report;
    EXPECT_NEAR(report.objective, std::hypot(50.0, 100.0), kFloat64.objective) << to_string(method);
    EXPECT_GE(report.escapes, 1) << to_string(method);
  }
}

// Values of any size give the same subspace, and lengths in their own unit.
TEST(Theorem, ScalingTheDataScalesTheAnswer) {
  const Mat X = random_rows({.seed = 3, .rows = 40, .cols = 8});
  for (const Method method : {Method::pca, Method::l21, Method::r1, Method::l1, Method::l1_greedy, Method::l2p}) {
    const FitOptions options{.components = 3, .method = method, .p = 1.5};
    const auto expected = fit(rows_of(X), options);
    for (const double factor : {1e300, 1e-300, 1e150, 1e-150}) {
      const Mat scaled = X * (factor / X.cwiseAbs().maxCoeff());
      const auto got = fit(rows_of(scaled), options);
      EXPECT_LE(reference::projector_difference(expected.linear().components.transpose(),
                                                got.linear().components.transpose()),
                kFloat64Far.projector)
          << to_string(method) << " " << factor;
      const double unit = factor / X.cwiseAbs().maxCoeff();
      EXPECT_NEAR(got.report.reconstruction_error / unit, expected.report.reconstruction_error, kFloat64Far.projector);
      EXPECT_TRUE(got.transform(rows_of(scaled)).allFinite());
      EXPECT_EQ(got.report.converged, expected.report.converged);
    }
  }
}

TEST(Theorem, ZeroRowsAreCountedAndDoNotChangeW) {
  // 40 rows around a mean of 1000 and three rows there.
  Mat X = random_rows({.seed = 9, .rows = 40, .cols = 6, .offset = 0, .outlier_share = 0});
  X.rowwise() -= X.colwise().mean().eval();
  Mat more(43, 6);
  more << X, Mat::Zero(3, 6);
  X.array() += 1000, more.array() += 1000;
  for (const RowScaling scaling : {RowScaling::none, RowScaling::sphere}) {
    const FitOptions options{.components = 2, .row_scaling = scaling, .tolerance = kFloat64.fit};
    const auto without = fit(rows_of(X), options), with = fit(rows_of(more), options);
    EXPECT_EQ(without.report.zero_rows, 0);
    EXPECT_EQ(with.report.zero_rows, 3);
    EXPECT_LE(
        reference::projector_difference(without.linear().components.transpose(), with.linear().components.transpose()),
        kFloat64.projector);
  }
}

}  // namespace
}  // namespace l21::internal::testing
