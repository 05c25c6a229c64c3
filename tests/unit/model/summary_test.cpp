#include "model/summary.hpp"

#include <string>

#include "linalg/statistics.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

constexpr Method kMethods[] = {Method::pca, Method::l21, Method::r1, Method::l1, Method::l1_greedy, Method::l2p};

struct Described : ScoreStatistics {
  RowMatrix<double> components;
  FitReport report;
};

template <class T>
Described summary_of(const RowMatrix<double>& X, const Matrix<double>& W, Method method, const Vector<double>& w = {},
                     const Vector<double>& row_factor = {}, int threads = 2) {
  const auto rows = prepared<T>(X, w, threads);
  const LinkSpec link{method, 1.5, X.cols()};
  FitReport report;
  Summary summary = summarize<T>(rows, row_factor, link, W, {}, report);
  return {std::move(summary.statistics), std::move(summary.components), std::move(report)};
}

template <class T>
class Summarize : public testing::Test {};
TYPED_TEST_SUITE(Summarize, BothPrecisions);

TYPED_TEST(Summarize, KeepsTheSubspaceInOrthonormalRows) {
  const RowMatrix<double> X = rotated_rows(90, 7, 1);
  const Matrix<double> W = random_orthonormal(7, 3, 2);
  for (const Method method : kMethods) {
    const Described model = summary_of<TypeParam>(X, W, method);
    EXPECT_LE(departure_from_orthonormal(model.components.transpose()), Tolerance<double>::orthonormal);
    EXPECT_LE(projector_difference(model.components.transpose(), W), 1e-12);
  }
}

TYPED_TEST(Summarize, DescribesTheScores) {
  using T = TypeParam;
  for (const Index n : {2, 31, 300})
    for (const bool weighted : {false, true}) {
      RowMatrix<double> X = rotated_rows(n, 5, 1);
      X.rowwise() += RowMatrix<double>::Constant(1, 5, 0.5).row(0);  // the center need not be the mean
      const Vector<double> w = weighted ? random_weights(n, 3) : Vector<double>(Vector<double>::Ones(n));
      const Described model =
          summary_of<T>(X, random_orthonormal(5, 2, 2), Method::l21, weighted ? w : Vector<double>());
      const RowMatrix<double> t = X * model.components.transpose(), rest = X - t * model.components;
      const double total = w.sum(), divisor = total - w.squaredNorm() / total, slack = 10 * Tolerance<T>::rounding;
      for (Index k = 0; k < 2; ++k) {
        const double mean = w.dot(t.col(k)) / total;
        EXPECT_NEAR(model.explained_variance(k), w.dot((t.col(k).array() - mean).square().matrix()) / divisor, slack);
        Vector<double> scores = t.col(k);
        const std::span<double> span(scores.data(), static_cast<std::size_t>(n));
        const std::span<const double> weights(w.data(), static_cast<std::size_t>(n));
        EXPECT_NEAR(model.score_median(k), median(span, weights), slack);
        scores = t.col(k);
        EXPECT_NEAR(model.score_scale(k), scaled_mad(span, weights, model.score_median(k)), slack);
      }
      EXPECT_NEAR(model.report.reconstruction_error, w.dot(rest.rowwise().norm()) / total, slack);
      EXPECT_NEAR(model.report.total_norm, w.dot(X.rowwise().norm()), slack * total);
      EXPECT_NEAR(model.report.l21_ratio, w.dot(t.rowwise().norm()) / w.dot(X.rowwise().norm()), slack);
      if (n > 2) {  // of two rows one may hold the median alone: no spread
        EXPECT_NEAR(model.score_cutoff, std::sqrt(chi_square_quantile(0.975, 2)), 1e-12);
      }
    }
}

// DESIGN 5.5: the diagonal of W^T M over its trace.
TYPED_TEST(Summarize, SharesTheObjectiveAmongTheComponents) {
  using T = TypeParam;
  const RowMatrix<double> X = rotated_rows(90, 7, 1);
  const Vector<double> w = random_weights(90, 4);
  for (const Method method : kMethods) {
    const Described model = summary_of<T>(X, random_orthonormal(7, 3, 2), method, w);
    EXPECT_NEAR(model.objective_share.sum(), 1, 1e-6);
    EXPECT_GE(model.objective_share.minCoeff(), 0);
  }
  const Described l21 = summary_of<T>(X, random_orthonormal(7, 3, 2), Method::l21, w);
  const RowMatrix<double> t = X * l21.components.transpose();
  const Vector<double> norm = t.rowwise().norm();
  for (Index k = 0; k < 3; ++k)
    EXPECT_NEAR(l21.objective_share(k), w.dot(t.col(k).cwiseAbs2().cwiseQuotient(norm)) / w.dot(norm),
                10 * Tolerance<T>::rounding);
  const Described l1 = summary_of<T>(X, random_orthonormal(7, 3, 2), Method::l1, w);
  for (Index k = 1; k < 3; ++k) EXPECT_GE(l1.objective_share(k - 1), l1.objective_share(k));
}

TYPED_TEST(Summarize, TakesSharesFromTheRowsAsTheyWereFitted) {
  using T = TypeParam;
  RowMatrix<double> X = rotated_rows(90, 7, 1);
  X.row(5) *= 1e5;
  const Vector<double> factor = X.rowwise().norm().cwiseInverse();
  const RowMatrix<double> unit = X.rowwise().normalized();
  const Matrix<double> W = random_orthonormal(7, 3, 2);
  for (const Method method : {Method::l1, Method::r1, Method::l1_greedy}) {
    const Described scaled = summary_of<T>(X, W, method, {}, factor), plain = summary_of<T>(unit, W, method);
    if (method != Method::r1) {
      EXPECT_LE((scaled.objective_share - plain.objective_share).norm(), 1e-4);
    }
    EXPECT_NEAR(scaled.objective_share.sum(), 1, 1e-6);
  }
}

TYPED_TEST(Summarize, CountsTheRankAndGivesEmptyComponentsNoVariance) {
  const RowMatrix<double> X = random_rows(40, 2, 1) * random_rows(2, 6, 2);
  for (const Method method : {Method::pca, Method::l21, Method::r1}) {
    const Matrix<double> W = random_orthonormal(6, 6, 3);  // everything: four components have no rows
    const Described model = summary_of<TypeParam>(X, W, method);
    EXPECT_LE(model.explained_variance.tail(4).maxCoeff(), 1e-10 * model.explained_variance(0));
    EXPECT_GT(model.explained_variance(1), 1e-4 * model.explained_variance(0));
    if (std::is_same_v<TypeParam, double>) {
      EXPECT_EQ(model.report.rank, 2);
      EXPECT_EQ((model.score_scale.array() > 0).count(), 2);
      EXPECT_NEAR(model.score_cutoff, std::sqrt(chi_square_quantile(0.975, 2)), 1e-12);
    }
  }
}

// Rows orthogonal to the subspace have t = 0 up to rounding (DESIGN 5.2). Divided by their own norm, those leftovers
// would be directions of full weight.
TYPED_TEST(Summarize, RowsWithoutProjectionDoNotTurnTheAxes) {
  using T = TypeParam;
  const Matrix<double> Q = random_orthonormal(12, 12, 3);
  RowMatrix<double> inside = random_rows(60, 2, 1);
  inside.col(1) *= 0.2;
  RowMatrix<double> X(260, 12);
  X.topRows(60) = inside * Q.leftCols(2).transpose();
  X.bottomRows(200) = random_rows(200, 10, 2) * Q.rightCols(10).transpose();
  const RowMatrix<double> alone = X.topRows(60);
  for (const Method method : {Method::r1, Method::l21}) {
    const Described all = summary_of<T>(X, Q.leftCols(2), method), some = summary_of<T>(alone, Q.leftCols(2), method);
    EXPECT_NEAR(std::abs(all.components.row(0).dot(some.components.row(0))), 1, 1e-6) << static_cast<int>(method);
  }
}

TYPED_TEST(Summarize, HasTheSameBitsForAnyNumberOfThreads) {
  const RowMatrix<double> X = rotated_rows(30011, 7, 1);
  const Matrix<double> W = random_orthonormal(7, 3, 2);
  const Described alone = summary_of<TypeParam>(X, W, Method::l21, {}, {}, 1);
  for (const int threads : kThreadCounts) {
    const Described model = summary_of<TypeParam>(X, W, Method::l21, {}, {}, threads);
    EXPECT_TRUE(same_bits(model.components, alone.components));
    EXPECT_TRUE(same_bits(model.explained_variance, alone.explained_variance));
    EXPECT_TRUE(same_bits(model.objective_share, alone.objective_share));
    EXPECT_EQ(model.orthogonal_cutoff, alone.orthogonal_cutoff);
    EXPECT_EQ(model.report.reconstruction_error, alone.report.reconstruction_error);
  }
}

TYPED_TEST(Summarize, WarnsWhenAFewRowsCarryMostOfTheNorm) {
  RowMatrix<double> X = rotated_rows(100, 4, 1);
  const Matrix<double> W = random_orthonormal(4, 2, 2);
  EXPECT_TRUE(summary_of<TypeParam>(X, W, Method::l21).report.warnings.empty());
  X.topRows(2) *= 1e3;
  const Described model = summary_of<TypeParam>(X, W, Method::l21);
  ASSERT_EQ(model.report.warnings.size(), 1U);
  EXPECT_NE(model.report.warnings[0].text(Vocabulary::flag).find("--preset robust"), std::string::npos);
}

// Far more scores than fit in a twentieth of the data: the components are described in groups.
TEST(SummarizeInGroups, DescribesManyScoresOfALongTable) {
  constexpr Index kRows = 3000000;
  RowMatrix<double> X(kRows, 4);
  for (Index i = 0; i < kRows; ++i)
    X.row(i) << static_cast<double>(i % 7) - 3, static_cast<double>(i % 11) - 5, static_cast<double>(i % 5) - 2,
        static_cast<double>(i % 3) - 1;
  const Described model = summary_of<double>(X, Matrix<double>::Identity(4, 4), Method::l1_greedy);
  EXPECT_NEAR(model.explained_variance(0), 4, 1e-4);
  EXPECT_NEAR(model.explained_variance(1), 10, 1e-4);
  EXPECT_NEAR(model.explained_variance(2), 2, 1e-4);
  EXPECT_NEAR(model.explained_variance(3), 2.0 / 3, 1e-4);
}

}  // namespace
}  // namespace l21::internal::test
