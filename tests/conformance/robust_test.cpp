// `--preset robust` on haystacks: inliers in a subspace, isotropic outliers around it, the offset unknown.
#include <gtest/gtest.h>

#include <numeric>

#include "conformance/random_data.hpp"
#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "robust/damage.hpp"

namespace l21::internal::testing {
namespace {

struct Haystack {
  Mat X;
  Mat truth;  // D x d
};

Haystack haystack(std::uint64_t seed, Index outliers, double outlier_norm) {
  constexpr Index kDimension = 100, kSubspace = 5, kInliers = 100;
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  const auto gaussian = [&](Index rows, Index cols) {
    return Mat::NullaryExpr(rows, cols, [&] { return normal(engine); }).eval();
  };
  Haystack h;
  h.truth =
      Eigen::HouseholderQR<Mat>(gaussian(kDimension, kSubspace)).householderQ() * Mat::Identity(kDimension, kSubspace);
  h.X.resize(kInliers + outliers, kDimension);
  h.X.topRows(kInliers) = gaussian(kInliers, kSubspace) / std::sqrt(double(kSubspace)) * h.truth.transpose();
  h.X.bottomRows(outliers) = gaussian(outliers, kDimension) * (outlier_norm / std::sqrt(double(kDimension)));
  h.X.rowwise() += 10 * gaussian(1, kDimension).row(0);
  return h;
}

TEST(RobustPreset, FindsTheSubspaceOfHaystacksToHalfADegree) {
  for (const Index outliers : {50, 100, 200, 400})
    for (const double norm : {1.0, 10.0, 100.0})
      for (const std::uint64_t seed : {1, 2, 3}) {
        const Haystack h = haystack(seed, outliers, norm);
        const Model model = fit(rows_of(h.X), robust_preset({.components = 5}));
        const FitReport& report = model.report;
        EXPECT_LE(reference::largest_angle(model.linear().components.transpose(), h.truth), 0.5)
            << outliers << " outliers of norm " << norm << ", seed " << seed;
        EXPECT_TRUE(report.converged) << report.message.text();
      }
}

TEST(RobustPreset, AgreesWithTheReference) {
  const Haystack h = haystack(4, 60, 10.0);
  const Model r1 = fit(rows_of(h.X), {.components = 5,
                                      .method = Method::r1,
                                      .center = Center::joint,
                                      .row_scaling = RowScaling::sphere,
                                      .init = Init::spherical});
  EXPECT_LE(reference::largest_angle(r1.linear().components.transpose(), reference::spherical_r1(h.X, 5)), 1e-3);
  const LinearSubspace found = fit(rows_of(h.X), robust_preset({.components = 5})).linear();
  const auto next = reference::robust_step(h.X, found.components.transpose(), found.center);
  EXPECT_LE(reference::largest_angle(found.components.transpose(), next.W), 0.01);
  EXPECT_LE((found.center - next.c).norm(), 1e-3 * h.X.rowwise().norm().mean());
}

TEST(RobustPreset, FindsWhatPcaMisses) {
  const Haystack h = haystack(5, 200, 10.0);
  const auto pca = fit(rows_of(h.X), {.components = 5, .method = Method::pca});
  EXPECT_GE(reference::largest_angle(pca.linear().components.transpose(), h.truth), 45.0);
}

TEST(RobustPreset, FlagsTheOutliersOfAHaystack) {
  const Haystack h = haystack(6, 50, 10.0);
  const auto model = fit(rows_of(h.X), robust_preset({.components = 5}));
  const auto distances = model.distances(rows_of(h.X));
  Index caught = 0;
  for (std::size_t i = 100; i < 150; ++i) caught += distances.outlier[i] ? 1 : 0;
  EXPECT_EQ(caught, 50);
}

// What PCA of the inliers alone finds.
double oracle_angle(const Damaged& table) {
  const Mat good = table.X.bottomRows(table.X.rows() - table.outliers);
  const Vec ones = Vec::Ones(good.rows());
  const Mat Z = reference::centered(good, reference::mean(good, ones));
  return reference::largest_angle(reference::principal(Z, ones, static_cast<int>(table.W.cols())), table.W);
}

double angle_of(const Model& model, const Damaged& table) {
  return reference::largest_angle(model.linear().components.transpose(), table.W);
}

const FitOptions kRobustFit = robust_preset({.components = 3});

TEST(RobustPreset, FindsTheSubspaceWhateverTheDamageIsFromEverySourceInBothPrecisions) {
  for (const Damage damage : kDamages)
    for (const std::uint64_t seed : {11, 12}) {
      const Damaged table = damaged(damage, {.seed = seed, .rows = 300, .cols = 30, .share = 0.35});
      SCOPED_TRACE(std::to_string(static_cast<int>(damage)) + ", seed " + std::to_string(seed));
      // Heavy tails have no oracle; what the noise allows is known from the others.
      const double allowed = damage == Damage::heavy_tails ? 8.0 : 1.3 * oracle_angle(table) + 0.3;
      const Model dense = fit(rows_of(table.X), kRobustFit);
      EXPECT_LE(angle_of(dense, table), allowed);
      EXPECT_TRUE(dense.report.converged);
      const RowMatrix<float> narrow = table.X.cast<float>();
      FitOptions single = kRobustFit;
      single.precision = Precision::float32;
      EXPECT_LE(angle_of(fit(rows_of(narrow), single), table), allowed);
      const Eigen::SparseMatrix<double, Eigen::RowMajor> sparse = table.X.sparseView();
      const Model of_sparse = fit(sparse_rows_of(sparse), kRobustFit);
      EXPECT_LE(angle_of(of_sparse, table), allowed);
    }
}

TEST(RobustPreset, EndsAtAFixedPointOfTheReference) {
  for (const Damage damage : kDamages) {
    const Damaged table = damaged(damage, {.seed = 21, .rows = 250, .cols = 25});
    const LinearSubspace found = fit(rows_of(table.X), kRobustFit).linear();
    const auto next = reference::robust_step(table.X, found.components.transpose(), found.center);
    EXPECT_LE(reference::largest_angle(found.components.transpose(), next.W), 0.05) << static_cast<int>(damage);
    EXPECT_LE((found.center - next.c).norm(), 0.01) << static_cast<int>(damage);
  }
}

TEST(RobustPreset, GivesTheSameBitsForAnyNumberOfThreads) {
  for (const DamagedShape& shape : {DamagedShape{.rows = 5000, .cols = 12}, DamagedShape{.rows = 60, .cols = 90}}) {
    const Damaged table = damaged(Damage::cluster, shape);
    const Eigen::SparseMatrix<double, Eigen::RowMajor> sparse = table.X.sparseView();
    for (const Rows& rows : {Rows(rows_of(table.X)), Rows(sparse_rows_of(sparse))}) {
      FitOptions options = kRobustFit;
      options.threads = 1;
      const Model one = fit(rows, options);
      for (const int threads : {2, 3, 16}) {
        options.threads = threads;
        const Model many = fit(rows, options);
        EXPECT_EQ(one.linear().components, many.linear().components);
        EXPECT_EQ(one.linear().center, many.linear().center);
        EXPECT_EQ(one.report.robust, many.report.robust);
      }
    }
  }
}

TEST(RobustPreset, SearchesASampleOfALongTableAndFitsAllRows) {
  const Damaged table = damaged(Damage::cluster, {.seed = 5, .rows = 30000, .cols = 10, .share = 0.4});
  const Model model = fit(rows_of(table.X), kRobustFit);
  EXPECT_EQ(model.report.robust->sample_rows, 2000);
  EXPECT_LE(angle_of(model, table), 1.2 * oracle_angle(table));
  EXPECT_NEAR(model.report.robust->kept, 0.6, 0.02);
}

TEST(RobustPreset, CountsRowsByTheirWeights) {
  // A majority by weight, not by number.
  const Damaged table = damaged(Damage::cluster, {.seed = 6, .rows = 400, .cols = 15, .share = 0.6});
  FitOptions options = kRobustFit;
  options.weights = Vec::Ones(400);
  options.weights.tail(400 - table.outliers).setConstant(4);
  EXPECT_LE(angle_of(fit(rows_of(table.X), options), table), 2 * oracle_angle(table));
}

TEST(RobustPreset, MeasuresItsCutoffInTheUnitsOfTheTable) {
  const Damaged table = damaged(Damage::isotropic, {.seed = 7, .rows = 200, .cols = 12});
  const Mat larger = 1024 * table.X;
  const FitReport small = fit(rows_of(table.X), kRobustFit).report, large = fit(rows_of(larger), kRobustFit).report;
  EXPECT_NEAR(large.robust->cutoff, 1024 * small.robust->cutoff, 1e-9 * large.robust->cutoff);
}

TEST(RobustPreset, TakesTablesThatAreBarelyOnes) {
  const auto robust = [](const Mat& X, int components) {
    return fit(rows_of(X), robust_preset({.components = components}));
  };
  const Mat X = random_rows({.seed = 3, .rows = 9, .cols = 4});
  for (const Index n : {2, 3, 5, 9})
    for (const int m : {1, 2}) EXPECT_TRUE(robust(X.topRows(n), m).linear().components.allFinite()) << n << ", " << m;
  EXPECT_TRUE(robust(X, 4).linear().components.allFinite());  // everything
  EXPECT_TRUE(robust(X.leftCols(1), 1).linear().components.allFinite());
  EXPECT_THROW((void)robust(Mat::Constant(20, 3, 2.0), 1), DataError);  // all rows are equal
  Mat most_equal = Mat::Constant(30, 3, 2.0);
  most_equal.topRows(4) += random_rows({.seed = 1, .rows = 4, .cols = 3});
  EXPECT_TRUE(robust(most_equal, 1).linear().components.allFinite());
  const Mat line = Vec::LinSpaced(40, -1, 1) * Eigen::RowVector3d(1, 2, 3);  // of lower rank than asked for
  EXPECT_TRUE(robust(line, 2).linear().components.allFinite());
  const Mat wide_line = Vec::LinSpaced(10, -1, 1) * Eigen::RowVectorXd::LinSpaced(30, 1, 2);
  EXPECT_TRUE(robust(wide_line, 3).linear().components.allFinite());
  EXPECT_LE(reference::projector_difference(robust(1e300 * X, 2).linear().components.transpose(),
                                            robust(X, 2).linear().components.transpose()),
            1e-6);
}

TEST(Fit, WarnsWhenAFewRowsCarryMostOfTheObjective) {
  const Haystack h = haystack(7, 3, 1000.0);
  const auto report = fit(rows_of(h.X), {.components = 2, .guard = Guard::off}).report;
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_NE(report.warnings[0].text(Vocabulary::flag).find("--preset robust"), std::string::npos);
}

TEST(ComponentsAutomatic, AreThoseOfTheRowsThatBelongTogether) {
  for (const Damage damage : kDamages)
    for (const Index planted : {1, 3, 6}) {
      const Damaged table = damaged(damage, {.seed = 41, .rows = 300, .cols = 25, .components = planted, .share = 0.2});
      const Eigen::SparseMatrix<double, Eigen::RowMajor> sparse = table.X.sparseView();
      for (const Rows& rows : {Rows(rows_of(table.X)), Rows(sparse_rows_of(sparse))}) {
        const Model model = fit(rows, robust_preset({.components = 0}));
        EXPECT_EQ(model.size(), planted) << static_cast<int>(damage);
        ASSERT_TRUE(model.report.choice);
        EXPECT_EQ(model.report.choice->components, planted);
        EXPECT_EQ(model.options.components, planted);
      }
    }
}

TEST(ComponentsAutomatic, ServeEveryMethodAndCountRowsByTheirWeights) {
  const Damaged table = damaged(Damage::cluster, {.seed = 42, .rows = 300, .cols = 15, .share = 0.2});
  for (const Method method : {Method::l21, Method::pca, Method::r1})
    EXPECT_EQ(fit(rows_of(table.X), {.components = 0, .method = method}).size(), 3);
  FitOptions options{.components = 0};
  options.weights = Vec::Ones(300);
  options.weights.head(table.outliers).setZero();
  EXPECT_EQ(choose_components(rows_of(table.X), options).components, 3);
}

TEST(ComponentsAutomatic, AreAtLeastOneAndAtMostWhatIsAllowed) {
  std::mt19937_64 engine(3);
  std::normal_distribution<double> normal;
  const Mat noise = Mat::NullaryExpr(60, 8, [&] { return normal(engine); });
  EXPECT_EQ(choose_components(rows_of(noise), {}).components, 1);
  const Damaged table = damaged(Damage::none, {.seed = 43, .rows = 200, .cols = 20, .components = 6});
  EXPECT_EQ(choose_components(rows_of(table.X), {}, 4).components, 4);
  for (const auto& [rows, cols] : {std::pair<Index, Index>{2, 3}, {3, 1}, {9, 2}})
    EXPECT_EQ(choose_components(rows_of(noise.topLeftCorner(rows, cols)), {}).components, 1);
  const Mat constant = Mat::Constant(20, 3, 2.0);
  EXPECT_THROW((void)choose_components(rows_of(constant), {}), DataError);
  EXPECT_THROW((void)fit(rows_of(noise), {.components = 0, .kernel = Kernel::rbf}), InvalidArgument);
  EXPECT_THROW((void)fit(rows_of(noise), {.share = 1.5}), InvalidArgument);
  EXPECT_EQ(fit(rows_of(noise), {.share = 0.6}).size(), components_for_share(rows_of(noise), {}, 0.6));
}

TEST(Scree, ShowsTheRowsThatBelongTogetherBesideAllRows) {
  const Damaged table = damaged(Damage::isotropic, {.seed = 44, .rows = 300, .cols = 20, .share = 0.2});
  const Mat larger = 1024 * table.X;
  const Scree small = scree(rows_of(table.X), {}, 8), large = scree(rows_of(larger), {}, 8);
  ASSERT_EQ(small.robust.variance.size(), 8U);
  ASSERT_EQ(small.ordinary.chance.size(), 8U);
  EXPECT_EQ(small.choice.components, 3);
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_EQ(small.robust.variance[k] > small.robust.chance[k], k < 3);
    EXPECT_NEAR(large.robust.variance[k], 1024.0 * 1024.0 * small.robust.variance[k], 1e-6 * large.robust.variance[k]);
  }
  EXPECT_LT(small.ordinary.variance[2], 1.2 * small.ordinary.chance[2]);  // outliers hide the components
}

// A cluster in the first rows, far from where the others lie; seen from every source, in both precisions.
TEST(Guard, NamesTheRowsThatPullAFit) {
  const Damaged table = damaged(Damage::cluster, {.seed = 31, .rows = 300, .cols = 20, .share = 0.2});
  const RowMatrix<float> narrow = table.X.cast<float>();
  const Eigen::SparseMatrix<double, Eigen::RowMajor> sparse = table.X.sparseView();
  for (const Rows& rows : {Rows(rows_of(table.X)), Rows(rows_of(narrow)), Rows(sparse_rows_of(sparse))})
    for (const Method method : {Method::l21, Method::pca, Method::l1}) {
      const Model model = fit(rows, {.components = 3, .method = method});
      const FitReport& report = model.report;
      ASSERT_TRUE(report.guard && report.guard->alarm());
      EXPECT_NEAR(report.guard->angle, angle_of(model, table), 5);
      EXPECT_EQ(report.guard->influential_count, table.outliers);
      std::vector<Index> expected(static_cast<std::size_t>(table.outliers));
      std::iota(expected.begin(), expected.end(), Index{0});
      EXPECT_EQ(report.guard->influential_rows, expected);
      const std::string words = in_words(*report.guard).text(Vocabulary::flag);
      EXPECT_NE(words.find("rows 1-60 pull it; try --preset robust"), std::string::npos) << words;
      EXPECT_NE(in_words(*report.guard).text(Vocabulary::python).find("rows 0-59 pull it; try RobustPCA"),
                std::string::npos);
      EXPECT_EQ(all_warnings(report).size(), report.warnings.size() + 1);
    }
}

// The direction that outliers hide is in the first rows of the table only, a batch say.
TEST(Guard, DoesNotDependOnTheOrderOfRows) {
  constexpr Index kRows = 600, kBatch = 400;
  for (const unsigned seed : {1U, 2U, 3U}) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    Mat X = Mat::NullaryExpr(kRows, 20, [&] { return 0.2 * normal(engine); });
    for (Index i = 0; i < kRows; ++i) {
      X(i, 0) += 4 * normal(engine);
      if (i < kBatch) X(i, 1) += 2 * normal(engine);
      if (i % 6 == 0) X.row(i).tail(10).array() += 12;
    }
    const FitReport report = fit(rows_of(X), {.components = 2}).report;
    ASSERT_TRUE(report.guard);
    EXPECT_TRUE(report.guard->alarm()) << seed;
  }
}

TEST(Guard, CountsRowsByTheirWeights) {
  const Damaged table = damaged(Damage::cluster, {.seed = 32, .rows = 300, .cols = 20, .share = 0.2});
  FitOptions options{.components = 3};
  options.weights = Vec::Ones(300);
  options.weights.head(table.outliers).setZero();
  EXPECT_FALSE(fit(rows_of(table.X), options).report.guard->alarm());
}

TEST(Guard, IsQuietOnRowsWithoutOutliers) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5})
    for (const Damage damage : {Damage::none, Damage::heavy_tails}) {
      const Damaged table = damaged(damage, {.seed = seed, .rows = 400, .cols = 20});
      const FitReport report = fit(rows_of(table.X), {.components = 3}).report;
      ASSERT_TRUE(report.guard);
      EXPECT_FALSE(report.guard->alarm()) << seed;
      EXPECT_TRUE(in_words(*report.guard).empty());
      EXPECT_EQ(report.guard->sample_rows, 200);
    }
}

TEST(Guard, LooksAtNothingThatItCannotCompare) {
  const Damaged table = damaged(Damage::cluster, {.seed = 33, .rows = 300, .cols = 20, .share = 0.2});
  const auto guard_of = [&](FitOptions options) { return fit(rows_of(table.X), options).report.guard; };
  EXPECT_FALSE(guard_of({.components = 3, .guard = Guard::off}));
  EXPECT_FALSE(guard_of({.components = 3, .center = Center::none}));
  EXPECT_FALSE(guard_of({.components = 20}));  // everything
  EXPECT_FALSE(guard_of(robust_preset({.components = 3})));
  const Mat few = table.X.topRows(12);
  EXPECT_FALSE(fit(rows_of(few), {.components = 3}).report.guard);
}

TEST(Guard, SaysTheSameForAnyNumberOfThreads) {
  const Damaged table = damaged(Damage::cluster, {.seed = 34, .rows = 3000, .cols = 15, .share = 0.3});
  FitOptions options{.components = 3, .threads = 1};
  const auto one = fit(rows_of(table.X), options).report.guard;
  for (const int threads : {2, 5}) {
    options.threads = threads;
    EXPECT_EQ(fit(rows_of(table.X), options).report.guard, one);
  }
}

// Rows that are left out are a group of their own where they are a cluster or lie in a plane, not where they lie
// anywhere.
TEST(RobustPreset, SaysWhereTheRowsAreTwoGroups) {
  for (const Damage damage : kDamages)
    for (const std::uint64_t seed : {21, 22, 23}) {
      const Damaged table = damaged(damage, {.seed = seed, .share = 0.4});
      const FitOptions options = robust_preset({.components = 3});
      const Model model = fit(rows_of(table.X), options);
      const auto& other = model.report.robust->other;
      const bool grouped = damage == Damage::cluster || damage == Damage::other_plane || damage == Damage::shifted;
      ASSERT_EQ(other.has_value(), grouped) << static_cast<int>(damage) << " " << seed;
      if (!grouped) continue;
      EXPECT_EQ(model.report.warnings.back().text(), in_words(*other).text());
      EXPECT_NEAR(other->share, 0.4, 0.04);
      FitOptions beside = options;
      beside.weights = weights_beside(model, rows_of(table.X));
      EXPECT_LE(beside.weights.tail(120).sum(), 6);
      const Model second = fit(rows_of(table.X), beside);
      const double angle =
          reference::largest_angle(model.linear().components.transpose(), second.linear().components.transpose());
      EXPECT_NEAR(other->angle, angle, 15);
      // Each row is near one of the two.
      const Vec first = model.distances(rows_of(table.X)).orthogonal,
                next = second.distances(rows_of(table.X)).orthogonal;
      EXPECT_GE((first.head(80).array() > next.head(80).array()).count(), 78);
      EXPECT_GE((first.tail(120).array() < next.tail(120).array()).count(), 117);
    }
}

// 70 of 200 rows hold -999 in every column.
TEST(RobustPreset, DoesNotTakeEqualRowsForAGroup) {
  Damaged table = damaged(Damage::none, {.seed = 24});
  table.X.topRows(70).setConstant(-999);
  const Model model = fit(rows_of(table.X), robust_preset({.components = 3}));
  EXPECT_FALSE(model.report.robust->other);
  EXPECT_NEAR(model.report.robust->kept, 0.65, 0.02);
}

// Rows far out along the subspace are kept beyond the cutoff, so they are not left for another fit.
TEST(RobustPreset, LeavesForTheAlternativeWhatTheFitDidNotKeep) {
  bool far = false;
  for (const std::uint64_t seed : {25, 26, 27}) {
    Damaged table = damaged(Damage::other_plane, {.seed = seed, .share = 0.3});
    const Vec center = table.X.bottomRows(140).colwise().mean();
    table.X.bottomRows(20) =
        (40 * (table.X.bottomRows(20).rowwise() - center.transpose())).rowwise() + center.transpose();
    const Model model = fit(rows_of(table.X), robust_preset({.components = 3}));
    far = far || model.report.robust->far > 0;
    const Vec left = weights_beside(model, rows_of(table.X));
    EXPECT_NEAR(static_cast<double>((left.array() == 0).count()) / 200, model.report.robust->kept, 1e-9);
  }
  EXPECT_TRUE(far);
}

TEST(RobustPreset, RefusesAnAlternativeWhereNoRowsAreLeft) {
  const Damaged table = damaged(Damage::none, {});
  const FitOptions options = robust_preset({.components = 3});
  EXPECT_THROW((void)weights_beside(fit(rows_of(table.X), options), rows_of(table.X)), DataError);
  EXPECT_THROW((void)weights_beside(fit(rows_of(table.X), {}), rows_of(table.X)), InvalidArgument);
  EXPECT_THROW((void)weights_beside(fit(rows_of(table.X), options), rows_of(table.X), Vec::Ones(5)), InvalidArgument);
}

}  // namespace
}  // namespace l21::internal::testing
