// The certificate of whole fits: against the exact optimum where it can be had, and against many starts elsewhere.
#include <gtest/gtest.h>

#include <cmath>

#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "l21/option_table.hpp"
#include "linalg/random.hpp"
#include "tolerances.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal {
namespace {

// max over signs of ||sum_i w_i s_i x_i||: the exact optimum for m = 1.
double best_by_signs(const RowMatrix<double>& X, const Vector<double>& w) {
  double best = 0;
  for (unsigned signs = 0; signs < 1U << (X.rows() - 1); ++signs) {
    Vector<double> sum = Vector<double>::Zero(X.cols());
    for (Index i = 0; i < X.rows(); ++i) sum += (signs >> i & 1U ? -w(i) : w(i)) * X.row(i).transpose();
    best = std::max(best, sum.norm());
  }
  return best;
}

struct Small {
  RowMatrix<double> X;
  Vector<double> w;
};

std::string words_of(const FitReport& report) {
  return in_words(report.certificate, report.method).text(Vocabulary::flag);
}

// Heavy tails, duplicates, zero rows, weights, in turn.
Small small_set(std::uint64_t seed) {
  NormalGenerator normal(seed);
  const auto n = static_cast<Index>(2 + seed % 12), d = static_cast<Index>(1 + seed / 3 % 5);
  Small set{RowMatrix<double>(n, d), Vector<double>::Ones(n)};
  for (Index i = 0; i < set.X.size(); ++i) set.X.data()[i] = normal();
  if (seed % 2 == 0)
    for (Index i = 0; i < n; ++i) set.X.row(i) /= 0.05 + std::abs(normal());
  if (seed % 5 == 1) set.X.row(n - 1) = set.X.row(0);
  if (seed % 7 == 2) set.X.row(n / 2).setZero();
  if (seed % 3 == 0)
    for (double& weight : set.w) weight = 0.1 + std::abs(normal());
  if (set.X.isZero()) set.X(0, 0) = 1;
  return set;
}

TEST(Certificate, IsNeverBelowTheExactOptimumAndUsuallyTheFitIsIt) {
  constexpr int kSets = 1000;
  int found = 0, certified = 0;
  for (std::uint64_t seed = 0; seed < kSets; ++seed) {
    const Small set = small_set(seed);
    FitOptions options;
    options.components = 1;
    options.center = Center::none;
    options.weights = set.w;
    options.certify = Certify::on;
    const Model model = fit(rows_of(set.X), options);
    const FitReport& report = model.report;
    const double best = best_by_signs(set.X, set.w);
    ASSERT_TRUE(report.certificate.upper_bound && report.certificate.gap && report.certificate.certified());
    EXPECT_GE(*report.certificate.upper_bound, best * (1 - kFloat64.rounding)) << seed;
    EXPECT_LE(report.objective, best * (1 + kFloat64.rounding)) << seed;
    EXPECT_TRUE(!*report.certificate.certified() || report.objective >= best * (1 - 2e-6)) << seed;
    found += report.objective >= best * (1 - kFloat64.objective) ? 1 : 0;
    certified += *report.certificate.certified() ? 1 : 0;
  }
  EXPECT_GE(found, 95 * kSets / 100);
  EXPECT_GE(certified, kSets / 4);
  RecordProperty("found", found);
  RecordProperty("certified", certified);
}

TEST(Certificate, OfL2pIsNeverBelowTheBestOfManyStarts) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    NormalGenerator normal(seed);
    const auto n = static_cast<Index>(5 + seed % 20), d = static_cast<Index>(3 + seed % 5);
    RowMatrix<double> X(n, d);
    for (Index i = 0; i < X.size(); ++i) X.data()[i] = normal();
    FitOptions options;
    options.components = static_cast<int>(1 + seed % 2);
    options.method = Method::l2p;
    options.p = seed % 3 == 0 ? 0.5 : 1.5;
    options.certify = Certify::on;
    const auto report = fit(rows_of(X), options).report;
    options.certify = Certify::off;
    options.init = Init::random;
    options.starts = 50;
    const auto best = fit(rows_of(X), options).report.objective;
    EXPECT_GE(*report.certificate.upper_bound, best * (1 - kFloat64.rounding)) << seed;
  }
}

TEST(Certificate, SaysWhyThereIsNone) {
  const Small set = small_set(11);
  FitOptions options;
  options.components = 1;
  options.certify = Certify::on;
  const auto reason = [&](const Observer& observer = {}) {
    const FitReport report = fit(rows_of(set.X), options, observer).report;
    const Certificate& certificate = report.certificate;
    EXPECT_EQ(certificate.kind, CertificateKind::none);
    EXPECT_FALSE(certificate.certified() || certificate.upper_bound || certificate.gap);
    EXPECT_EQ(words_of(report).rfind("none: ", 0), 0U) << words_of(report);
    return certificate.reason;
  };
  using enum CertificateReason;
  for (const auto& [method, expected] :
       {std::pair{Method::r1, not_concave}, std::pair{Method::l1, depends_on_basis},
        std::pair{Method::l1_greedy, depends_on_basis}, std::pair{Method::truncated_power, sparse_components},
        std::pair{Method::sparse_l21, sparse_components}}) {
    options.method = method;
    options.cardinality = has_sparse_components(method) ? 2 : 0;
    EXPECT_EQ(reason(), expected) << to_string(method);
  }
  options.cardinality = 0;
  options.method = Method::l21;
  EXPECT_EQ(reason([](const Progress&) { return Signal::stop; }), interrupted);
  options.certify = Certify::off;
  EXPECT_EQ(reason(), not_asked);
}

TEST(Certificate, SaysThatTensorsHaveNone) {
  const RowMatrix<double> X = test::random_rows(20, 12, 4);
  FitOptions options;
  options.modes = {2, 2}, options.sample_shape = {3, 4};
  const Certificate certificate = fit(rows_of(X), options).report.certificate;
  EXPECT_EQ(certificate.kind, CertificateKind::none);
  EXPECT_EQ(certificate.reason, CertificateReason::tensors);
}

TEST(Certificate, SaysThatThereIsNoRoomForIt) {
  const RowMatrix<double> X = test::random_rows(600, 3000, 3);
  FitOptions options;
  options.solver = Solver::plain, options.tolerance = 1e-1, options.certify = Certify::on;
  // The table, what every fit needs, and nothing else.
  options.memory = 8 * 600 * 3000 + 64'200'000;
  const FitReport report = fit(rows_of(X), options).report;
  EXPECT_EQ(report.certificate.reason, CertificateReason::no_memory) << words_of(report);
  EXPECT_EQ(report.certificate.certified(), std::nullopt);
}

TEST(Certificate, SaysThatItWouldCostTooMuch) {
  // One iteration takes less than the few products that would prove something, and a sample would have too few rows.
  const RowMatrix<double> X = test::random_rows(230, 40000, 3);
  FitOptions options;
  options.solver = Solver::plain, options.init = Init::random, options.max_iterations = 1;
  const FitReport report = fit(rows_of(X), options).report;
  EXPECT_EQ(report.certificate.reason, CertificateReason::too_costly) << words_of(report);
  EXPECT_EQ(report.certificate.certified(), std::nullopt);
}

// Other starts may end without slopes, where a tangent in double is not worth its cost.
TEST(Certificate, OfOtherStartsKeepsToItsBudget) {
  const RowMatrix<double> X = test::random_rows(2500, 700, 3);
  for (const double p : {0.5, 1.0})
    for (const int limit : {2, 7, 2000}) {
      FitOptions options{.components = 3, .method = Method::l2p, .p = p, .tolerance = 1e-3, .max_iterations = limit};
      options.starts = 5;
      const FitReport report = fit(rows_of(X), options).report;
      EXPECT_GE(report.certificate.upper_bound.value_or(report.objective), report.objective * (1 - 1e-9));
    }
}

TEST(Certificate, HoldsInBothPrecisionsAndAtAnyScale) {
  NormalGenerator normal(3);
  RowMatrix<float> X(60, 12);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = static_cast<float>(normal());
  X.leftCols(2) *= 9;
  FitOptions options;
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    options.precision = precision;
    options.tolerance = kFloat32.fit;
    const auto report = fit(rows_of(X), options).report;
    EXPECT_TRUE(report.certificate.certified().value_or(false)) << words_of(report);
    EXPECT_EQ(report.certificate.kind, CertificateKind::proven);
    EXPECT_EQ(report.certificate.chance, 0);
  }
  options.precision = Precision::float64;
  const double bound = *fit(rows_of(X), options).report.certificate.upper_bound;
  for (const double scale : {0x1p900, 0x1p-900}) {
    const RowMatrix<double> scaled = X.cast<double>() * scale;
    EXPECT_NEAR(*fit(rows_of(scaled), options).report.certificate.upper_bound / scale, bound,
                kFloat64.objective * bound);
  }
  const RowMatrix<double> sphere = X.cast<double>();
  options.row_scaling = RowScaling::sphere;
  const auto report = fit(rows_of(sphere), options).report;
  EXPECT_GE(*report.certificate.upper_bound, report.objective * (1 - kFloat64.rounding));
}

// A column that centering takes away, or a row without weight, sets the scale of everything else.
TEST(Certificate, HoldsWhereWhatVariesIsTiny) {
  RowMatrix<double> X(200, 12);
  NormalGenerator normal(3);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = normal() * (1 + 0.1 * static_cast<double>(i % 12));
  X.col(0).setZero();
  FitOptions options;
  options.components = 3, options.certify = Certify::on, options.precision = Precision::float64;
  for (const Method method : {Method::pca, Method::l21}) {
    options.method = method;
    const Model expected = fit(rows_of(X), options);
    for (const int exponent : {-60, -150, -190, -260}) {
      RowMatrix<double> tiny = X * std::ldexp(1.0, exponent);
      tiny.col(0).setOnes();
      if (exponent < -199) {
        EXPECT_THROW((void)fit(rows_of(tiny), options), DataError);
        continue;
      }
      const Model found = fit(rows_of(tiny), options);
      const double degree = method == Method::pca ? 2 : 1;
      EXPECT_NEAR(found.report.objective * std::exp2(-degree * exponent), expected.report.objective,
                  kFloat64.objective * expected.report.objective);
      EXPECT_NEAR(*found.report.certificate.gap, *expected.report.certificate.gap, 1e-8);
      EXPECT_LE((found.linear().components.cwiseAbs() - expected.linear().components.cwiseAbs()).norm(), 1e-4);
    }
  }
}

// All eigenvalues are equal but for rounding, and G is too large for squares.
TEST(Certificate, OfRowsWithoutAPreferredDirectionUnderHugeWeights) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const RowMatrix<double> X = random_orthonormal(120, 60, seed);
    FitOptions options;
    options.components = 2, options.method = Method::pca, options.center = Center::none;
    options.certify = Certify::on, options.certify_passes = 0;
    options.weights = Vector<double>::Constant(120, 1e90);
    const Model model = fit(rows_of(X), options);
    const FitReport& report = model.report;
    EXPECT_GE(*report.certificate.upper_bound, 1e90 * (1 - kFloat64.objective));
    EXPECT_LE(*report.certificate.upper_bound, 1.0001e90);
  }
}

TEST(Certificate, MoreStartsEndOnceItIsProven) {
  NormalGenerator normal(4);
  RowMatrix<double> X(50, 8);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = normal();
  X.leftCols(1) *= 9;
  FitOptions options;
  options.components = 1;
  options.starts = 1000000;  // would never end
  EXPECT_TRUE(*fit(rows_of(X), options).report.certificate.certified());
}

TEST(Certificate, ImprovesAFitThatIsNotTheBest) {
  // 10 rows +-5 e1 + 100 rows +-e2 from a start at e1 would stay there without escapes; a bad start of a harder set
  // does.
  int improved = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    NormalGenerator normal(seed);
    RowMatrix<double> X(30, 10);
    for (Index i = 0; i < X.size(); ++i) X.data()[i] = normal();
    FitOptions options;
    options.components = 1;
    options.init = Init::random;
    options.certify = Certify::off;
    const auto without = fit(rows_of(X), options).report;
    options.certify = Certify::on;
    const auto with = fit(rows_of(X), options).report;
    EXPECT_GE(with.objective, without.objective * (1 - kFloat64.rounding));
    EXPECT_GE(*with.certificate.upper_bound, with.objective);
    improved += with.objective > without.objective * (1 + kFloat64.objective) ? 1 : 0;
  }
  EXPECT_GE(improved, 10);
}

TEST(Certificate, IsTheSameOnAnyNumberOfThreads) {
  NormalGenerator normal(6);
  RowMatrix<double> X(300, 20);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = normal();
  FitOptions options;
  options.certify = Certify::on;
  options.threads = 1;
  const auto one = fit(rows_of(X), options).report;
  options.threads = 3;
  const auto three = fit(rows_of(X), options).report;
  EXPECT_EQ(one.certificate.upper_bound, three.certificate.upper_bound);
  EXPECT_EQ(one.objective, three.objective);
}

TEST(Certificate, AnInterruptionKeepsTheFitAndWhatIsKnownSoFar) {
  NormalGenerator normal(6);
  RowMatrix<double> X(60, 20);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = normal();
  FitOptions options;
  options.certify = Certify::on;
  int steps = 0;
  const auto stopped = fit(rows_of(X), options, [&](const Progress& progress) {
    steps += progress.stage == Stage::certificate ? 1 : 0;
    return steps >= 2 ? Signal::stop : Signal::go_on;
  });
  EXPECT_EQ(stopped.report.status, Status::converged);
  EXPECT_TRUE(stopped.report.certificate.interrupted) << words_of(stopped.report);
  EXPECT_GE(*stopped.report.certificate.upper_bound,
            *fit(rows_of(X), options).report.certificate.upper_bound * (1 - kFloat64.rounding));
}

TEST(Certificate, KeepsToTheMemoryThatIsAllowed) {
  NormalGenerator normal(6);
  RowMatrix<double> X(3000, 1500);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = normal();
  X.leftCols(2) *= 20;
  FitOptions options;
  options.certify = Certify::on;
  const auto free = fit(rows_of(X), options).report;
  EXPECT_EQ(free.certificate.kind, CertificateKind::proven);
  EXPECT_TRUE(*free.certificate.certified());
  // The table, 64 MB to work, and 5 MB: no room for 1500 x 1500 numbers, but for products.
  options.memory = 8 * 3000 * 1500 + 64'000'000 + 5'000'000;
  const auto bound = fit(rows_of(X), options).report;
  EXPECT_EQ(bound.certificate.kind, CertificateKind::probable);
  EXPECT_EQ(bound.certificate.chance, 1e-10);
  EXPECT_TRUE(*bound.certificate.certified());
  EXPECT_NEAR(*bound.certificate.upper_bound, *free.certificate.upper_bound, 1e-6 * *free.certificate.upper_bound);
}

// A start that is orthogonal to all rows has an objective of 0: nothing is proven of it.
TEST(Certificate, OfAnObjectiveOfZeroIsNone) {
  NormalGenerator normal(1);
  RowMatrix<double> X = RowMatrix<double>::Zero(30, 3);
  for (Index i = 0; i < 30; ++i) X(i, 0) = normal(), X(i, 1) = normal();
  for (const Method method : {Method::pca, Method::l2p, Method::l21}) {
    FitOptions options;
    options.method = method, options.components = 1, options.center = Center::none, options.p = 1.5;
    options.init = Init::given, options.given_start = Vector<double>::Unit(3, 2);
    options.max_iterations = 1;
    for (const Certify certify : {Certify::automatic, Certify::on}) {
      options.certify = certify;
      const FitReport report = fit(rows_of(X), options).report;
      EXPECT_EQ(*report.certificate.certified(), report.objective >= *report.certificate.upper_bound * (1 - 1e-6))
          << words_of(report);
    }
  }
}

TEST(Certificate, RandomStartsEndWhenAsked) {
  NormalGenerator normal(2);
  RowMatrix<double> X(100, 12);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = normal();
  FitOptions options;
  options.starts = 1000000;
  for (const Certify certify : {Certify::off, Certify::on}) {
    options.certify = certify;
    int looks = 0;
    const FitReport report = fit(rows_of(X), options, [&](const Progress&) {
                               return ++looks >= 2000 ? Signal::stop : Signal::go_on;
                             }).report;
    EXPECT_EQ(report.status, Status::converged);  // the best of those that came to an end
    EXPECT_LT(looks, 2100);
  }
}

TEST(Certificate, WithRoomForFewProductsIsFiniteOrNone) {
  NormalGenerator normal(3);
  RowMatrix<double> X(600, 3000);
  for (Index i = 0; i < X.size(); ++i) X.data()[i] = normal();
  FitOptions options;
  options.solver = Solver::plain, options.tolerance = 1e-2;
  options.certify = Certify::on;
  const std::uint64_t least = 8 * 600 * 3000 + 64'200'000;
  for (const std::uint64_t blocks : {1, 5, 7, 9, 30}) {
    options.memory = least + blocks * 8 * 8 * 3000;
    const FitReport report = fit(rows_of(X), options).report;
    EXPECT_TRUE(!report.certificate.upper_bound || std::isfinite(*report.certificate.upper_bound)) << words_of(report);
    EXPECT_EQ(words_of(report).find("inf"), std::string::npos) << words_of(report);
    EXPECT_TRUE(!report.certificate.upper_bound || *report.certificate.upper_bound >= report.objective);
  }
}

// float32: the objective is below its bound too.
TEST(Certificate, IsAboveTheObjectiveInFloat) {
  NormalGenerator normal(5);
  for (Index d = 2; d < 12; ++d) {
    RowMatrix<float> X(d, d);
    for (Index i = 0; i < X.size(); ++i) X.data()[i] = static_cast<float>(normal());
    FitOptions options;
    options.precision = Precision::float32, options.tolerance = kFloat32.fit;
    options.components = static_cast<int>(d), options.center = Center::none;
    const FitReport report = fit(rows_of(X), options).report;
    EXPECT_LE(report.objective, *report.certificate.upper_bound) << d;
  }
}

}  // namespace
}  // namespace l21::internal
