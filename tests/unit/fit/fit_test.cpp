#include "l21/fit.hpp"

#include <dlfcn.h>

#include <Eigen/SVD>

#include "l21/error.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

constexpr Method kMethods[] = {Method::pca, Method::l21, Method::r1, Method::l1, Method::l1_greedy, Method::l2p};
constexpr Center kCenters[] = {Center::mean, Center::median, Center::geometric_median, Center::none};

FitOptions options_for(Method method, int components) {
  FitOptions options;
  options.method = method, options.components = components;
  options.p = method == Method::l2p ? 1.5 : 1.0;
  return options;
}

RowMatrix<double> shifted_rows(Index n, Index d) {
  return (rotated_rows(n, d, 1).array() + 2).matrix();
}

void expect_sound(const RowMatrix<double>& X, const Model& fit, const Vector<double>& weights = {}) {
  const Model& model = fit;
  const Vector<double> w = weights.size() > 0 ? weights : Vector<double>(Vector<double>::Ones(X.rows()));
  EXPECT_LE(departure_from_orthonormal(model.linear().components.transpose()), Tolerance<double>::orthonormal);
  // The paper's bound: sum||x|| <= sum||x - W W^T x|| + sum||W^T x|| <= sqrt(2) sum||x||.
  const RowMatrix<double> z = centered(X, model.linear().center), t = z * model.linear().components.transpose();
  const double total = w.dot(z.rowwise().norm()),
               sum = w.dot((z - t * model.linear().components).rowwise().norm()) + w.dot(t.rowwise().norm());
  EXPECT_GE(sum, total * (1 - 1e-12));
  EXPECT_LE(sum, std::sqrt(2.0) * total * (1 + 1e-12));
  EXPECT_NEAR(fit.report.total_norm, total, 1e-4 * total);
  EXPECT_EQ(fit.report.objective, model.report.objective);
  EXPECT_EQ(fit.report.objective_start, fit.report.trace.front().objective);
  EXPECT_GE(fit.report.objective, fit.report.objective_start - 1e-6 * std::abs(fit.report.objective_start));
}

TEST(Fit, IsSoundForEveryMethodCenterAndPrecision) {
  const RowMatrix<double> X = shifted_rows(120, 7);
  for (const Method method : kMethods)
    for (const Center center : kCenters)
      for (const Precision precision : {Precision::float64, Precision::float32})
        for (const bool weighted : {false, true}) {
          SCOPED_TRACE(testing::Message() << static_cast<int>(method) << " " << static_cast<int>(center));
          FitOptions options = options_for(method, 3);
          options.center = center, options.precision = precision, options.tolerance = 1e-5;
          if (weighted) options.weights = random_weights(120, 5);
          const Model fitted = fit(rows_of(X), options);
          expect_sound(X, fitted, options.weights);
          EXPECT_TRUE(fitted.report.converged);
          EXPECT_LE(fitted.report.kkt_residual.value(), 1e-5);
          EXPECT_EQ(fitted.report.precision_used, precision);
        }
}

TEST(Fit, IsSoundForOddShapes) {
  for (const auto& [n, d, k] : {std::tuple<Index, Index, int>{2, 1, 1},
                                {2, 2, 2},
                                {2, 9, 2},
                                {9, 1, 1},
                                {9, 9, 9},
                                {257, 5, 5},
                                {13, 300, 4},
                                {150, 160, 3}})
    for (const Method method : kMethods) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(method) << ": " << n << " x " << d << ", k " << k);
      const RowMatrix<double> X = shifted_rows(n, d);
      expect_sound(X, fit(rows_of(X), options_for(method, k)));
    }
}

TEST(Fit, OfPcaHasTheSquaredSingularValuesAsVariances) {
  for (const auto& [n, d] : {std::pair<Index, Index>{40, 6}, {6, 40}, {200, 30}}) {
    const RowMatrix<double> X = shifted_rows(n, d);
    const Eigen::JacobiSVD<Matrix<double>> svd(centered(X), Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Model model = fit(rows_of(X), options_for(Method::pca, 4));
    const FitReport& report = model.report;
    for (Index k = 0; k < 4; ++k) {
      const double expected = std::pow(svd.singularValues()(k), 2) / static_cast<double>(n - 1);
      EXPECT_NEAR(model.explained_variance(k), expected, 1e-10 * expected);
      EXPECT_NEAR(std::abs(model.linear().components.row(k).dot(svd.matrixV().col(k))), 1, 1e-8);
    }
    EXPECT_NEAR(report.objective, svd.singularValues().head(4).squaredNorm() / 2, 1e-9 * report.objective);
  }
}

TEST(Fit, WithExponentTwoIsPca) {
  const RowMatrix<double> X = shifted_rows(100, 6);
  FitOptions options = options_for(Method::l2p, 2);
  options.p = 2;
  const Model l2p = fit(rows_of(X), options), pca = fit(rows_of(X), options_for(Method::pca, 2));
  EXPECT_LE(projector_difference(l2p.linear().components.transpose(), pca.linear().components.transpose()), 1e-6);
  options.p = 1;
  const Model one = fit(rows_of(X), options), l21 = fit(rows_of(X), options_for(Method::l21, 2));
  EXPECT_TRUE(same_bits(one.linear().components, l21.linear().components));
}

// DESIGN 5.9, issue 2: 1e300 and 1e-300 fit to the same subspace as values near 1.
TEST(Fit, FindsTheSameSubspaceForHugeAndTinyUnits) {
  const RowMatrix<double> X = shifted_rows(60, 7);
  for (const Method method : kMethods)
    for (const Center center : kCenters) {
      // Uncentered, every sign of l1 is the same for all rows: M has rank 1 and the answer is not determined.
      if (method == Method::l1 && center == Center::none) continue;
      FitOptions options = options_for(method, 3);
      options.center = center;
      const Model plain = fit(rows_of(X), options);
      for (const double unit : {1e300, 1e-300, 1e160, 1e-160}) {
        SCOPED_TRACE(testing::Message() << static_cast<int>(method) << " " << static_cast<int>(center) << " " << unit);
        const RowMatrix<double> scaled = X * unit;
        const Model fitted = fit(rows_of(scaled), options);
        EXPECT_LE((fitted.linear().components - plain.linear().components).norm(), 1e-5);
        EXPECT_LE((fitted.linear().center / unit - plain.linear().center).norm(), 1e-8);
        EXPECT_NEAR(fitted.report.reconstruction_error / unit, plain.report.reconstruction_error, 1e-6);
        EXPECT_NE(fitted.report.scale_exponent, 0);
      }
    }
}

TEST(Fit, WithPowersOfTwoAsUnitHasTheSameBits) {
  const RowMatrix<double> X = shifted_rows(60, 7), scaled = X * std::ldexp(1.0, 600);
  for (const Method method : kMethods)
    EXPECT_TRUE(same_bits(fit(rows_of(X), options_for(method, 3)).linear().components,
                          fit(rows_of(scaled), options_for(method, 3)).linear().components));
}

TEST(Fit, CountsRowsEqualToTheCenterAndChangesNothingForThem) {
  RowMatrix<double> X = rotated_rows(60, 5, 1);
  X = centered(X);
  RowMatrix<double> with_zeros(70, 5);
  with_zeros << X, RowMatrix<double>::Zero(10, 5);
  const RowMatrix<double> a = (X.array() + 1000).matrix(), b = (with_zeros.array() + 1000).matrix();
  for (const Method method : kMethods)
    for (const RowScaling scaling : {RowScaling::none, RowScaling::sphere}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(method) << " " << static_cast<int>(scaling));
      FitOptions options = options_for(method, 2);
      options.row_scaling = scaling;
      const Model without = fit(rows_of(a), options), with = fit(rows_of(b), options);
      EXPECT_EQ(without.report.zero_rows, 0);
      EXPECT_EQ(with.report.zero_rows, 10);
      EXPECT_LE((with.linear().components - without.linear().components).norm(), 1e-5);
      EXPECT_NEAR(with.report.objective, without.report.objective, 1e-6 * std::abs(without.report.objective));
    }
}

TEST(Fit, RefusesRowsThatAreAllEqualInEveryShapeAndSaysNothingElse) {
  for (const auto& [n, d] : {std::pair<Index, Index>{2, 1}, {9, 4}, {4, 9}, {200, 600}, {600, 200}})
    for (const Method method : kMethods)
      for (const Center center : {Center::mean, Center::geometric_median}) {
        SCOPED_TRACE(testing::Message() << static_cast<int>(method) << ": " << n << " x " << d);
        const RowMatrix<double> X = (random_rows(1, d, 3).array() + 0.1).matrix().replicate(n, 1);
        FitOptions options = options_for(method, 1);
        options.center = center;
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        EXPECT_THROW((void)fit(rows_of(X), options), DataError);
        EXPECT_EQ(testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr(), "");
      }
  const RowMatrix<double> zero = RowMatrix<double>::Zero(5, 3);
  FitOptions options;
  options.center = Center::none;
  EXPECT_THROW((void)fit(rows_of(zero), options), DataError);
}

TEST(Fit, RefusesNaNWithItsPlace) {
  RowMatrix<double> X = random_rows(30, 4, 1);
  X(17, 2) = std::numeric_limits<double>::quiet_NaN();
  try {
    (void)fit(rows_of(X), {});
    ADD_FAILURE() << "nothing was thrown";
  } catch (const DataError& error) {
    EXPECT_NE(std::string(error.what()).find("row 18, column 3"), std::string::npos) << error.what();
  }
}

// DESIGN 5.8: n centered rows have rank n - 1 at most, but n components may be asked for.
TEST(Fit, CompletesComponentsBeyondTheRank) {
  for (const auto& [n, d] : {std::pair<Index, Index>{2, 2}, {5, 5}, {5, 23}, {40, 70}})
    for (const Method method : kMethods)
      for (const Precision precision : {Precision::float64, Precision::float32}) {
        SCOPED_TRACE(testing::Message() << static_cast<int>(method) << ": " << n << " x " << d);
        const RowMatrix<double> X = shifted_rows(n, d);
        FitOptions options = options_for(method, static_cast<int>(n));
        options.precision = precision;
        options.tolerance = 1e-5, options.max_iterations = 100;
        const Model model = fit(rows_of(X), options);
        const FitReport& report = model.report;
        EXPECT_LE(departure_from_orthonormal(model.linear().components.transpose()), Tolerance<double>::orthonormal);
        const double rounding = precision == Precision::float64 ? 1e-20 : 1e-8;
        if (method != Method::l1) {
          EXPECT_LE(model.explained_variance(n - 1), rounding * model.explained_variance.maxCoeff());
        }
        if (precision == Precision::float64 && method != Method::l1) {
          EXPECT_EQ(report.rank, n - 1);
        }
      }
}

TEST(Fit, HasTheSameBitsForAnyNumberOfThreads) {
  // Tall enough to be worth threads; wide enough for the Gram matrix to have several tiles.
  for (const auto& [n, d] : {std::pair<Index, Index>{15011, 12}, {300, 310}}) {
    const RowMatrix<double> X = shifted_rows(n, d);
    for (const Method method : kMethods)
      for (const Center center : {Center::mean, Center::geometric_median, Center::median}) {
        if (center != Center::mean && method != Method::l21) continue;
        FitOptions options = options_for(method, 3);
        options.center = center, options.threads = 1, options.max_iterations = 20;
        const Model alone = fit(rows_of(X), options);
        for (const int threads : {2, 3, 7}) {
          options.threads = threads;
          const Model other = fit(rows_of(X), options);
          EXPECT_TRUE(same_bits(other.linear().components, alone.linear().components)) << static_cast<int>(method);
          EXPECT_TRUE(same_bits(other.explained_variance, alone.explained_variance));
          EXPECT_EQ(other.report.objective, alone.report.objective);
          EXPECT_EQ(other.report.threads_used, threads);
        }
      }
  }
}

TEST(Fit, GivesEveryStorageAndLayoutOfTheSameNumbersTheSameAnswer) {
  const RowMatrix<double> X = (shifted_rows(90, 6).array() * 20 + 100).round().cwiseMax(0).cwiseMin(255).matrix();
  const Matrix<double> by_columns = X;
  const RowMatrix<float> single = X.cast<float>();
  const Eigen::Matrix<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic> bytes = X.cast<std::uint8_t>();
  const Eigen::Matrix<std::int16_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> shorts = X.cast<std::int16_t>();
  const RowMatrix<double> turned = X.transpose();
  const Model expected = fit(rows_of(X), {});
  for (const RowsView& view :
       {rows_of(by_columns), rows_of(single), rows_of(bytes), rows_of(shorts), rows_of(turned).transposed()})
    EXPECT_LE((fit(view, {}).linear().components - expected.linear().components).norm(), 1e-9);
}

TEST(Fit, ChoosesThePrecisionFromStorageAndTolerance) {
  const RowMatrix<double> X = shifted_rows(30, 4);
  const RowMatrix<float> single = X.cast<float>();
  FitOptions options;
  EXPECT_EQ(fit(rows_of(single), options).report.precision_used, Precision::float64);
  options.tolerance = 1e-5;
  EXPECT_EQ(fit(rows_of(single), options).report.precision_used, Precision::float32);
  EXPECT_EQ(fit(rows_of(X), options).report.precision_used, Precision::float64);
  options.precision = Precision::float64;
  EXPECT_EQ(fit(rows_of(single), options).report.precision_used, Precision::float64);
}

TEST(Fit, RotatesWithTheRows) {
  const RowMatrix<double> X = shifted_rows(100, 6);
  const Matrix<double> Q = random_orthonormal(6, 6, 9);
  const RowMatrix<double> turned = X * Q.transpose();
  for (const Method method : {Method::pca, Method::l21, Method::r1, Method::l1_greedy, Method::l2p}) {
    FitOptions options = options_for(method, 2);
    options.tolerance = 1e-9;
    const Matrix<double> W = fit(rows_of(X), options).linear().components.transpose();
    const Matrix<double> V = fit(rows_of(turned), options).linear().components.transpose();
    EXPECT_LE(projector_difference(Q * W, V), 1e-5) << static_cast<int>(method);
  }
}

TEST(Fit, DoesNotDependOnTheOrderOfTheRows) {
  const RowMatrix<double> X = shifted_rows(300, 6), reversed = X.colwise().reverse();
  for (const Method method : kMethods) {
    FitOptions options = options_for(method, 2);
    options.tolerance = 1e-9;
    EXPECT_LE(
        (fit(rows_of(X), options).linear().components - fit(rows_of(reversed), options).linear().components).norm(),
        1e-5)
        << static_cast<int>(method);
  }
}

TEST(Fit, TreatsAWeightOfTwoAsTwoRowsAndOfNoneAsAbsence) {
  const RowMatrix<double> X = shifted_rows(50, 5);
  RowMatrix<double> repeated(50, 5);
  repeated << X.topRows(10), X.topRows(10), X.middleRows(10, 30);
  Vector<double> w = Vector<double>::Ones(50);
  w.head(10).setConstant(2), w.tail(10).setZero();
  for (const Method method : kMethods)
    for (const Center center : {Center::mean, Center::median, Center::geometric_median}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(method) << " " << static_cast<int>(center));
      FitOptions options = options_for(method, 2);
      options.tolerance = 1e-9, options.center = center;
      const Model copies = fit(rows_of(repeated), options);
      options.weights = w;
      const Model weighted = fit(rows_of(X), options);
      EXPECT_NEAR(weighted.report.objective, copies.report.objective, 1e-8 * std::abs(copies.report.objective));
      EXPECT_LE((weighted.linear().components - copies.linear().components).norm(), 1e-5);
      EXPECT_LE((weighted.linear().center - copies.linear().center).norm(), 1e-8);
    }
}

TEST(Fit, StaysWhereItStartsFromItsOwnAnswer) {
  const RowMatrix<double> X = shifted_rows(100, 6);
  for (const Method method : {Method::l21, Method::r1, Method::l1, Method::l2p}) {
    FitOptions options = options_for(method, 2);
    options.tolerance = 1e-8;
    const Model first = fit(rows_of(X), options);
    options.tolerance = 1e-6;
    options.init = Init::given, options.given_start = first.linear().components.transpose();
    const Model again = fit(rows_of(X), options);
    EXPECT_EQ(again.report.iterations, 1) << static_cast<int>(method);
    EXPECT_LE((again.linear().components - first.linear().components).norm(), 1e-6);
  }
}

TEST(Fit, EscapesFromTheTrapOfZeroProjections) {
  const RowMatrix<double> X = trap_rows();
  for (const Method method : {Method::l21, Method::l1, Method::l1_greedy}) {
    const auto report = fit(rows_of(X), options_for(method, 1)).report;
    EXPECT_NEAR(report.objective, std::hypot(50, 100), 1e-3) << static_cast<int>(method);
    EXPECT_GE(report.escapes, 1);
  }
}

TEST(Fit, UsesTheGivenCenter) {
  const RowMatrix<double> X = shifted_rows(40, 4);
  FitOptions options;
  options.center = Center::given, options.given_center = X.colwise().mean().transpose();
  const Model given = fit(rows_of(X), options), mean = fit(rows_of(X), {});
  EXPECT_LE((given.linear().components - mean.linear().components).norm(), 1e-6);
  EXPECT_EQ(given.options.given_center.size(), 0);
}

// Whatever the units of the columns, scaled columns are the same numbers.
TEST(Fit, WithScaledColumnsDoesNotDependOnTheirUnits) {
  const RowMatrix<double> X = shifted_rows(80, 4);
  for (const ColumnScaling scaling : {ColumnScaling::std, ColumnScaling::mad})
    for (const double unit : {1e3, 1e-9, 1e100, 1e-200, 1e250}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(scaling) << " " << unit);
      RowMatrix<double> other = X;
      other.col(2) *= unit;
      FitOptions options;
      options.column_scaling = scaling;
      const Model a = fit(rows_of(X), options), b = fit(rows_of(other), options);
      EXPECT_LE((a.linear().components - b.linear().components).norm(), 1e-5);
      EXPECT_NEAR(b.linear().feature_scale(2) / unit, a.linear().feature_scale(2), 1e-9);
      EXPECT_NEAR(b.report.objective, a.report.objective, 1e-6 * a.report.objective);
    }
}

TEST(Fit, WithScaledColumnsKeepsConstantColumns) {
  RowMatrix<double> X = shifted_rows(80, 4);
  X.col(1).setConstant(0.1);
  for (const double unit : {1.0, 1e250, 1.7e308 / X.cwiseAbs().maxCoeff()}) {
    const RowMatrix<double> scaled = X * unit;
    FitOptions options;
    options.column_scaling = ColumnScaling::std;
    const Model model = fit(rows_of(scaled), options);
    EXPECT_TRUE(model.linear().feature_scale.allFinite()) << unit;
    EXPECT_LE(model.linear().components.col(1).norm(), 1e-6) << unit;
    const RowMatrix<double> back = model.reconstruct(rows_of(scaled));
    EXPECT_LE((back.col(1) / unit - X.col(1)).norm(), 1e-10) << unit;
  }
}

TEST(Fit, IsInterruptedByItsObserverAtAnyStage) {
  const RowMatrix<double> X = shifted_rows(100, 6);
  FitOptions options;
  options.center = Center::geometric_median, options.tolerance = 0;
  for (const Stage stage : {Stage::center, Stage::fit}) {
    int stops = 0;
    // As a user does who presses Ctrl-C once.
    const Observer once = [&](const Progress& progress) {
      if (progress.stage != stage || stops > 0) return Signal::go_on;
      ++stops;
      return Signal::stop;
    };
    const Model model = fit(rows_of(X), options, once);
    const FitReport& report = model.report;
    EXPECT_EQ(stops, 1);
    EXPECT_EQ(report.status, Status::interrupted) << to_string(stage);
    EXPECT_LE(departure_from_orthonormal(model.linear().components.transpose()), Tolerance<double>::orthonormal);
  }
}

TEST(Fit, ReportsWhatItWasAskedForAndWhatItDid) {
  const RowMatrix<double> X = shifted_rows(40, 90);
  FitOptions options;
  options.components = 3, options.threads = 2;
  const auto report = fit(rows_of(X), options).report;
  EXPECT_EQ(report.method, Method::l21);
  EXPECT_EQ(report.n_samples, 40);
  EXPECT_EQ(report.n_features, 90);
  EXPECT_EQ(report.n_components, 3);
  EXPECT_EQ(report.rank, 3);
  EXPECT_EQ(report.solver_used, (SolverUsed{Solver::accelerated, Engine::gram}));
  EXPECT_EQ(report.threads_requested, 2);
  EXPECT_GT(report.reads, 0);
  EXPECT_GT(report.reads_start, 0);
  EXPECT_EQ(report.reads_center, 1);
  EXPECT_EQ(static_cast<int>(report.trace.size()), report.iterations);
  EXPECT_FALSE(report.message.empty());
}

TEST(Fit, SaysWhichSolverWasUsedAndWhyNotTheOneAskedFor) {
  const RowMatrix<double> X = shifted_rows(90, 40);
  FitOptions options;
  options.components = 3, options.solver = Solver::accelerated;
  EXPECT_EQ(fit(rows_of(X), options).report.solver_used, (SolverUsed{Solver::accelerated, Engine::growing}));
  options.solver = Solver::plain;
  EXPECT_EQ(fit(rows_of(X), options).report.solver_used, (SolverUsed{Solver::plain, Engine::linear}));
  options.solver = Solver::accelerated, options.method = Method::l1;
  const auto report = fit(rows_of(X), options).report;
  EXPECT_EQ(report.solver_requested, Solver::accelerated);
  EXPECT_EQ(report.solver_used, (SolverUsed{Solver::plain, Engine::linear}));
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_NE(report.warnings[0].text().find("l1 was solved by the plain iteration"), std::string::npos);
}

TEST(Fit, StaysWithinItsMemoryOrRefuses) {
  const RowMatrix<double> X = shifted_rows(90, 40);
  FitOptions options;
  options.memory = 1000;
  EXPECT_THROW(static_cast<void>(fit(rows_of(X), options)), InvalidArgument);
  options.memory = std::uint64_t{1} << 30;
  EXPECT_TRUE(fit(rows_of(X), options).report.converged);
}

TEST(Fit, LeavesTheHostsBlasThreadsAsTheyWere) {
  const auto get = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
  const auto set = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
  if (!get || !set) GTEST_SKIP() << "this BLAS is not OpenBLAS";
  const int before = get();
  set(2);
  const int host = get();
  const RowMatrix<double> X = shifted_rows(40, 6), equal = RowMatrix<double>::Ones(9, 6);
  (void)fit(rows_of(X), {});
  EXPECT_EQ(get(), host);
  EXPECT_THROW((void)fit(rows_of(equal), {}), DataError);
  EXPECT_EQ(get(), host);
  set(before);
}

TEST(Fit, OfRowsOfLowerRankThanComponentsEndsInEveryEngine) {
  const RowMatrix<double> X = random_rows(900, 5, 1) * random_rows(5, 700, 2);
  for (const Solver solver : {Solver::automatic, Solver::plain, Solver::accelerated}) {
    FitOptions options = options_for(Method::l21, 6);
    options.center = Center::none, options.solver = solver;
    const Model found = fit(rows_of(X), options);
    EXPECT_EQ(found.report.rank, 5);
    EXPECT_LE(departure_from_orthonormal(found.linear().components.transpose()), Tolerance<double>::orthonormal);
  }
}

TEST(Fit, TotalVarianceIsThatOfTheColumns) {
  const RowMatrix<double> X = shifted_rows(60, 7);
  const double variance = (X.rowwise() - X.colwise().mean()).squaredNorm() / 59;
  for (const Center center : kCenters) {
    FitOptions options = options_for(Method::pca, 7);
    options.center = center;
    const Model found = fit(rows_of(X), options);
    EXPECT_NEAR(found.report.total_variance, variance, 1e-10 * variance);
    EXPECT_NEAR(found.explained_variance.sum(), variance, 1e-9 * variance);
  }
}

TEST(Fit, AShareOfTheSpectrumIsThatOfTheRowsOnTheSphere) {
  for (const auto& [n, d] : {std::pair<Index, Index>{80, 9}, {9, 30}}) {
    const RowMatrix<double> X = shifted_rows(n, d);
    FitOptions options;
    options.center = Center::median;
    const Model any = fit(rows_of(X), options);
    const RowMatrix<double> Z = centered(X, any.linear().center).rowwise().normalized();
    const Vector<double> values = Z.jacobiSvd().singularValues().cwiseAbs2();
    for (const double share : {0.1, 0.5, 0.9, 0.999}) {
      int expected = 0;
      for (double sum = 0; sum < share * values.sum();) sum += values(expected++);
      EXPECT_EQ(components_for_share(rows_of(X), options, share), expected) << share;
    }
    EXPECT_THROW((void)components_for_share(rows_of(X), options, 1.0), InvalidArgument);
  }
}

}  // namespace
}  // namespace l21::internal::test
