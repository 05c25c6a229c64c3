#include "l21/model.hpp"

#include <Eigen/LU>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "l21/option_table.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

constexpr Method kMethods[] = {Method::pca, Method::l21, Method::r1, Method::l1, Method::l1_greedy, Method::l2p};

RowMatrix<double> shifted_rows(Index n, Index d) {
  return (rotated_rows(n, d, 1).array() + 3).matrix();
}

Model fitted(const RowMatrix<double>& X, int components, FitOptions options = {}) {
  options.components = components;
  return fit(rows_of(X), options);
}

FitOptions scaled_columns() {
  FitOptions options;
  options.column_scaling = ColumnScaling::std;
  return options;
}

TEST(Model, TransformsCenteredAndScaledRows) {
  const RowMatrix<double> X = shifted_rows(30011, 6);  // enough to be worth threads
  for (const FitOptions& options : {FitOptions{}, scaled_columns()}) {
    const Model model = fitted(X, 3, options);
    RowMatrix<double> expected = centered(X, model.linear().center);
    if (model.linear().feature_scale.size() > 0)
      expected.array().rowwise() /= model.linear().feature_scale.transpose().array();
    expected = (expected * model.linear().components.transpose()).eval();
    EXPECT_LE((model.transform(rows_of(X)) - expected).norm(), 1e-12 * expected.norm());
    for (const int threads : kThreadCounts)
      EXPECT_TRUE(same_bits(model.transform(rows_of(X), threads), model.transform(rows_of(X), 1)));
  }
}

TEST(Model, ReconstructsWhatItsScoresSay) {
  const RowMatrix<double> X = shifted_rows(70, 6);
  for (const FitOptions& options : {FitOptions{}, scaled_columns()}) {
    const Model model = fitted(X, 3, options);
    const RowMatrix<double> scores = model.transform(rows_of(X)), back = model.inverse_transform(scores);
    EXPECT_LE((model.reconstruct(rows_of(X)) - back).norm(), 1e-12 * back.norm());
    // A reconstruction is its own reconstruction, and keeps the scores.
    EXPECT_LE((model.reconstruct(rows_of(back)) - back).norm(), 1e-11 * back.norm());
    EXPECT_LE((model.transform(rows_of(back)) - scores).norm(), 1e-11 * scores.norm());
    const RowMatrix<double> at_center = model.inverse_transform(RowMatrix<double>::Zero(1, 3));
    EXPECT_LE((at_center.row(0).transpose() - model.linear().center).norm(), 1e-13);
  }
}

TEST(Model, WithAllComponentsReconstructsTheRowsThemselves) {
  const RowMatrix<double> X = shifted_rows(70, 6);
  for (const Method method : kMethods)
    for (FitOptions options : {FitOptions{}, scaled_columns()}) {
      options.method = method;
      EXPECT_LE((fitted(X, 6, options).reconstruct(rows_of(X)) - X).norm(), 1e-11 * X.norm());
    }
}

TEST(Model, ReconstructionErrorIsTheReportsOne) {
  const RowMatrix<double> X = shifted_rows(70, 6);
  for (const Method method : kMethods) {
    FitOptions options;
    options.method = method;
    const Model model = fitted(X, 2, options);
    EXPECT_NEAR((X - model.reconstruct(rows_of(X))).rowwise().norm().mean(), model.report.reconstruction_error, 1e-12);
  }
}

TEST(Model, MeasuresDistancesInsideAndFromTheSubspace) {
  const RowMatrix<double> X = shifted_rows(300, 6);
  for (const FitOptions& options : {FitOptions{}, scaled_columns()}) {
    const Model model = fitted(X, 2, options);
    const Distances distances = model.distances(rows_of(X), 3);
    const RowMatrix<double> scores = model.transform(rows_of(X));
    RowMatrix<double> left = X - model.reconstruct(rows_of(X));
    if (model.linear().feature_scale.size() > 0)
      left.array().rowwise() /= model.linear().feature_scale.transpose().array();
    for (Index i = 0; i < 300; ++i) {
      const Vector<double> t = scores.row(i).transpose() - model.score_median;
      EXPECT_NEAR(distances.score(i), t.cwiseQuotient(model.score_scale).norm(), 1e-10);
      EXPECT_NEAR(distances.orthogonal(i), left.row(i).norm(), 1e-12);
      EXPECT_EQ(distances.outlier[static_cast<std::size_t>(i)],
                distances.score(i) > model.score_cutoff || distances.orthogonal(i) > model.orthogonal_cutoff);
    }
  }
}

// Their cutoff is rounding, too: beside it what rounding left of a row would count.
TEST(Model, CountsNoDistanceOfRowsThatLieInTheSubspace) {
  RowMatrix<double> X = random_rows(60, 2, 1) * random_rows(2, 5, 2);
  const Model model = fitted(X, 2, {.method = Method::pca});
  const Distances inside = model.distances(rows_of(X));
  EXPECT_GT(inside.orthogonal.maxCoeff(), 0);
  EXPECT_EQ(inside.combined, inside.score);
  X(7, 3) += 0.1;
  const Distances outside = model.distances(rows_of(X));
  EXPECT_GT(outside.combined(7), 1e6 * outside.score(7));
}

TEST(Model, CombinesBothDistancesAndKnowsTheDensityOfRows) {
  const Index n = 4000, d = 6, m = 2;
  RowMatrix<double> X = random_rows(n, d, 4);
  X.leftCols(m) *= Vector<double>{{5, 3}}.asDiagonal();
  for (const Method method : {Method::pca, Method::l21, Method::robust}) {
    SCOPED_TRACE(static_cast<int>(method));
    FitOptions options;
    options.method = method;
    const Model model = fitted(X, m, options);
    const Distances distances = model.distances(rows_of(X));
    EXPECT_EQ(model.noise_dimensions, d - m);
    EXPECT_NEAR(model.orthogonal_scale, std::sqrt(distances.orthogonal.cwiseAbs2().mean()),
                0.05 * model.orthogonal_scale);
    EXPECT_EQ(model.score_scatter.size(), method == Method::robust ? m * m : 0);
    Index beyond = 0;
    for (Index i = 0; i < n; ++i) {
      const double outside = distances.orthogonal(i) / model.orthogonal_scale;
      EXPECT_NEAR(distances.combined(i) * distances.combined(i),
                  distances.score(i) * distances.score(i) + (d - m) * outside * outside, 1e-9);
      beyond += distances.combined(i) > model.combined_cutoff ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(beyond) / static_cast<double>(n), 0.025, 0.01);
    // Of the normal distribution behind the rows, on average: minus half of d (1 + log 2 pi) + log det.
    const double expected =
        -0.5 * (static_cast<double>(d) * (1 + std::log(2 * std::numbers::pi)) + 2 * std::log(5.0 * 3.0));
    EXPECT_NEAR(model.log_density(rows_of(X)).mean(), expected, 0.1);
  }
  EXPECT_THROW(
      (void)fit(rows_of(X.topRows(50)), {.components = 2, .kernel = Kernel::rbf}).log_density(rows_of(X.topRows(50))),
      InvalidArgument);
}

TEST(Model, MeasuresScoresByTheirRobustScatter) {
  const RowMatrix<double> X = 1024 * shifted_rows(300, 6);  // in other units than those of the fit
  FitOptions options;
  options.method = Method::robust;
  const Model model = fitted(X, 2, options);
  const Distances distances = model.distances(rows_of(X));
  const RowMatrix<double> scores = model.transform(rows_of(X));
  const Matrix<double> inverse = model.score_scatter.inverse();
  for (Index i = 0; i < 300; ++i) {
    const Vector<double> t = scores.row(i).transpose() - model.score_center;
    EXPECT_NEAR(distances.score(i), std::sqrt(t.dot(inverse * t)), 1e-8);
  }
}

// Both cutoffs are 97.5 % quantiles of normal data; the orthogonal one by an approximation.
TEST(Model, CutsOffOneInFortyOfGaussianRowsOnEitherDistance) {
  const Index n = 20000;
  RowMatrix<double> X = random_rows(n, 12, 1);
  X.leftCols(3) *= Vector<double>{{4, 3, 2}}.asDiagonal();  // and nine columns of noise
  for (const Method method : {Method::pca, Method::l21, Method::r1}) {
    FitOptions options;
    options.method = method;
    const Model model = fitted(X, 3, options);
    const Distances distances = model.distances(rows_of(X));
    const double beyond_score = static_cast<double>((distances.score.array() > model.score_cutoff).count());
    const double beyond_orthogonal =
        static_cast<double>((distances.orthogonal.array() > model.orthogonal_cutoff).count());
    EXPECT_NEAR(beyond_score / static_cast<double>(n), 0.025, 0.006) << static_cast<int>(method);
    EXPECT_NEAR(beyond_orthogonal / static_cast<double>(n), 0.025, 0.01) << static_cast<int>(method);
  }
}

TEST(Model, FlagsAnOutlierInsideAndOneOutsideTheSubspace) {
  const RowMatrix<double> X = decaying_rows(500, 6, 1);
  const Model model = fitted(X, 2);
  RowMatrix<double> odd = RowMatrix<double>::Zero(3, 6);
  odd.row(0) = 50 * model.linear().components.row(0);
  odd.row(1) = 50 * random_orthonormal(6, 6, 1).col(0).transpose();
  const Distances distances = model.distances(rows_of(odd));
  EXPECT_TRUE(distances.outlier[0] && distances.outlier[1]);
  EXPECT_FALSE(distances.outlier[2]);
  EXPECT_GT(distances.score(0), model.score_cutoff);
  EXPECT_LE(distances.orthogonal(0), model.orthogonal_cutoff);
  EXPECT_GT(distances.orthogonal(1), model.orthogonal_cutoff);
}

TEST(Model, WithAllComponentsHasNoOrthogonalOutliersByRounding) {
  for (const Precision precision : {Precision::float64, Precision::float32})
    for (const double offset : {0.0, 1e6}) {
      const RowMatrix<double> X = (rotated_rows(400, 5, 1).array() + offset).matrix();
      FitOptions options;
      options.precision = precision;
      options.tolerance = 1e-5;
      const Model model = fitted(X, 5, options);
      EXPECT_LE(model.distances(rows_of(X)).orthogonal.maxCoeff(), model.orthogonal_cutoff);
    }
}

// The rows span a plane: distances from it are rounding.
TEST(Model, OfRowsInsideTheSubspaceHasNoOrthogonalOutliersByRounding) {
  const RowMatrix<double> X = random_rows(200, 2, 1) * random_rows(2, 9, 2);
  for (const Method method : kMethods) {
    FitOptions options;
    options.method = method;
    const Model model = fitted(X, 2, options);
    EXPECT_LE(model.distances(rows_of(X)).orthogonal.maxCoeff(), model.orthogonal_cutoff) << static_cast<int>(method);
  }
}

// In float32 too, where r1's residuals of such rows are rounding: a fit that is exact must not run to its limit.
TEST(Model, OfRowsInsideTheSubspaceConverges) {
  const RowMatrix<double> X = random_rows(200, 2, 1) * random_rows(2, 9, 2);
  for (const Method method : kMethods)
    for (const Precision precision : {Precision::float64, Precision::float32}) {
      FitOptions options;
      options.method = method, options.precision = precision, options.tolerance = 1e-5;
      const FitReport report = fitted(X, 2, options).report;
      EXPECT_TRUE(report.converged) << to_string(report.method) << ", " << to_string(report.precision_used) << ": "
                                    << report.message.text();
    }
}

TEST(Model, UnderstandsEveryStorageOfTheRowsItIsAppliedTo) {
  const RowMatrix<double> X = (10 * shifted_rows(60, 4).array()).round().matrix();
  const Model model = fitted(X, 2);
  const Eigen::Matrix<std::int16_t, Eigen::Dynamic, Eigen::Dynamic> stored = X.cast<std::int16_t>();
  EXPECT_LE((model.transform(rows_of(stored)) - model.transform(rows_of(X))).norm(), 1e-12 * X.norm());
}

TEST(Model, RefusesRowsOfAnotherWidth) {
  const Model model = fitted(shifted_rows(30, 6), 2);
  const RowMatrix<double> narrow = random_rows(4, 5, 1);
  for (const auto& call : {std::function<void()>([&] { (void)model.transform(rows_of(narrow)); }),
                           std::function<void()>([&] { (void)model.reconstruct(rows_of(narrow)); }),
                           std::function<void()>([&] { (void)model.distances(rows_of(narrow)); })}) {
    try {
      call();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string(error.what()).find("6 columns"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("got 5"), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW((void)model.inverse_transform(RowMatrix<double>(4, 3)), InvalidArgument);
}

TEST(Model, RefusesValuesThatAreNotFinite) {
  const Model model = fitted(shifted_rows(30, 6), 2);
  RowMatrix<double> bad = random_rows(4, 6, 1);
  bad(2, 3) = std::numeric_limits<double>::infinity();
  EXPECT_THROW((void)model.transform(rows_of(bad)), DataError);
  EXPECT_THROW((void)model.distances(rows_of(bad)), DataError);
}

TEST(Model, AppliesToNoRows) {
  const Model model = fitted(shifted_rows(30, 6), 2);
  const RowMatrix<double> none(0, 6);
  EXPECT_EQ(model.transform(rows_of(none)).rows(), 0);
  EXPECT_EQ(model.reconstruct(rows_of(none)).rows(), 0);
  EXPECT_TRUE(model.distances(rows_of(none)).outlier.empty());
}

// 2^scale_exponent must itself be a number wherever the data are.
TEST(Model, AppliesToRowsAtEitherEndOfTheRangeOfDoubles) {
  RowMatrix<double> X = rotated_rows(40, 4, 1);
  X /= X.rowwise().norm().maxCoeff();
  X(0, 0) = 1, X.row(0).tail(3).setZero();
  const Model plain = fitted(X, 2);
  const RowMatrix<double> scores = plain.transform(rows_of(X));
  for (const double unit : {1e300, 1e-300, 1e308}) {
    const RowMatrix<double> scaled = X * unit;
    const Model model = fitted(scaled, 2);
    const RowMatrix<double> transformed = model.transform(rows_of(scaled));
    EXPECT_LE((transformed / unit - scores).norm(), 1e-9 * scores.norm()) << unit;
    EXPECT_LE((model.reconstruct(rows_of(scaled)) / unit - plain.reconstruct(rows_of(X))).norm(), 1e-9) << unit;
    const Distances distances = model.distances(rows_of(scaled)), expected = plain.distances(rows_of(X));
    EXPECT_LE((distances.score - expected.score).norm(), 1e-8) << unit;
    EXPECT_LE((distances.orthogonal / unit - expected.orthogonal).norm(), 1e-9) << unit;
  }
}

}  // namespace
}  // namespace l21::internal::test
