// Rows with missing cells: every method that takes them, from every home of rows, against the reference.
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "conformance/random_data.hpp"
#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "unit/message_of.hpp"

namespace l21::internal::testing {
namespace {

using test::message_of;

constexpr double kHole = std::numeric_limits<double>::quiet_NaN();

// A share of the cells, at random; a row and a column keep all of theirs.
Mat with_holes(Mat X, double share, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> uniform;
  for (Index i = 1; i < X.rows(); ++i)
    for (Index j = 1; j < X.cols(); ++j)
      if (uniform(engine) < share) X(i, j) = kHole;
  return X;
}

struct MethodCase {
  Method method;
  double p;
};
constexpr std::array kMethodCases = {MethodCase{Method::pca, 2}, MethodCase{Method::l21, 1},
                                     MethodCase{Method::l2p, 1.5}, MethodCase{Method::l2p, 0.7},
                                     MethodCase{Method::r1, 1}};

double reference_objective(const MethodCase& c, const Mat& X, const Vec& w, const Mat& W) {
  if (c.method == Method::r1) return reference::known_r1(X, w, W);
  return reference::known_l2p(X, w, W, c.p) / (c.method == Method::pca ? 2 : 1);
}

FitOptions with_missing(const MethodCase& c, int components) {
  FitOptions options{.components = components, .method = c.method, .tolerance = 1e-8};
  if (c.method == Method::l2p) options.p = c.p;
  options.missing = Missing::fit;
  return options;
}

Mat directions_of(const Model& model) {
  return model.linear().components.transpose();
}

class MissingCells : public ::testing::TestWithParam<MethodCase> {};

TEST_P(MissingCells, RaiseTheObjectiveOfTheReferenceAtEveryStepToAPointWhereItIsLevel) {
  for (const auto& [n, d, m] : {std::array<Index, 3>{60, 7, 2}, {41, 13, 3}, {19, 30, 2}, {9, 4, 1}})
    for (const Solver solver : {Solver::plain, Solver::automatic}) {
      const auto seed = static_cast<std::uint64_t>(n + d);
      const Mat X = with_holes(random_rows({.seed = seed, .rows = n, .cols = d}), 0.2, seed);
      FitOptions options = with_missing(GetParam(), static_cast<int>(m));
      options.solver = solver, options.weights = random_weights(seed, n), options.max_iterations = 20000;
      const Model model = fit(rows_of(X), options);
      const Mat W = directions_of(model), Z = reference::centered(X, model.linear().center);
      // The mean of the rows as the model fills them.
      const Mat filled = model.impute(rows_of(X));
      EXPECT_LE((model.linear().center - reference::mean(filled, options.weights)).norm(), 1e-4);
      const double here = reference_objective(GetParam(), Z, options.weights, W), size = std::abs(here);
      EXPECT_NEAR(model.report.objective, here, 1e-7 * size);
      EXPECT_GT(model.report.missing_cells, 0);
      const auto& trace = model.report.trace;
      for (std::size_t k = 1; k < trace.size(); ++k)
        if (trace[k].round == trace[k - 1].round) {
          EXPECT_GE(trace[k].objective, trace[k - 1].objective - Tolerance<double>::falls * size) << n << " " << k;
        }
      EXPECT_TRUE(model.report.converged) << model.report.message.text();
      // No direction leads upwards, but for what the tolerance allows; r1 may have a peak there.
      std::mt19937_64 engine(seed);
      std::normal_distribution<double> normal;
      for (int direction = 0; direction < 10; ++direction) {
        const Mat D = Mat::NullaryExpr(d, m, [&] { return normal(engine); });
        const double step = 1e-5;
        const Mat up = reference::polar(W + step * D), down = reference::polar(W - step * D);
        const double highest = std::max(reference_objective(GetParam(), Z, options.weights, up),
                                        reference_objective(GetParam(), Z, options.weights, down));
        EXPECT_LE((highest - here) / step, 1e-3 * size) << n << " " << d;
      }
    }
}

TEST_P(MissingCells, ThatAreNoneChangeNothing) {
  const Mat X = random_rows({.seed = 3, .rows = 50, .cols = 8});
  FitOptions options = with_missing(GetParam(), 3);
  const Model with = fit(rows_of(X), options);
  options.missing = Missing::error;
  const Model without = fit(rows_of(X), options);
  EXPECT_EQ(with.linear().components, without.linear().components);
  EXPECT_EQ(with.report.missing_cells, 0);
  EXPECT_EQ(with.transform(rows_of(X)), without.transform(rows_of(X)));
}

TEST_P(MissingCells, GiveTheSameBitsForAnyNumberOfThreadsAndTheSameFitFromEveryHome) {
  const Mat X = with_holes(random_rows({.seed = 4, .rows = 700, .cols = 11}), 0.15, 4);
  FitOptions options = with_missing(GetParam(), 2);
  options.threads = 1;
  const Model one = fit(rows_of(X), options);
  for (const int threads : {2, 5}) {
    options.threads = threads;
    EXPECT_EQ(fit(rows_of(X), options).linear().components, one.linear().components);
  }
  // Row by row in float32; sparse rows hold the holes as entries.
  const RowMatrix<float> narrow = X.cast<float>();
  options.tolerance = 1e-4;
  const Model in_float = fit(rows_of(narrow), options);
  EXPECT_EQ(in_float.report.precision_used, Precision::float32);
  EXPECT_NEAR(in_float.report.objective, one.report.objective, 1e-4 * std::abs(one.report.objective));
  Eigen::SparseMatrix<double, Eigen::RowMajor> sparse(X.rows(), X.cols());
  for (Index i = 0; i < X.rows(); ++i)
    for (Index j = 0; j < X.cols(); ++j) sparse.insert(i, j) = X(i, j);
  sparse.makeCompressed();
  options.tolerance = 1e-8;
  const Model from_sparse = fit(sparse_rows_of(sparse), options);
  EXPECT_NEAR(from_sparse.report.objective, one.report.objective, 1e-6 * std::abs(one.report.objective));
  EXPECT_LE(reference::largest_angle(directions_of(from_sparse), directions_of(one)), 0.02);
  EXPECT_LE((from_sparse.transform(sparse_rows_of(sparse)) - from_sparse.transform(rows_of(X))).norm(),
            1e-8 * X.rows());
}

INSTANTIATE_TEST_SUITE_P(Methods, MissingCells, ::testing::ValuesIn(kMethodCases));

// What nobody knows of rows in a subspace follows from the rest.
TEST(Missing, CellsOfRowsInASubspaceAreFound) {
  const Mat full = random_rows({.seed = 5, .rows = 80, .cols = 3, .outlier_share = 0}) *
                   random_rows({.seed = 6, .rows = 3, .cols = 20, .outlier_share = 0});
  const Mat X = with_holes(full, 0.3, 7);
  for (const MethodCase& c : kMethodCases) {
    const Model model = fit(rows_of(X), with_missing(c, 3));
    const Mat filled = model.impute(rows_of(X));
    double squares = 0, of_holes = 0;
    for (Index i = 0; i < X.rows(); ++i)
      for (Index j = 0; j < X.cols(); ++j) {
        if (!std::isnan(X(i, j))) {
          EXPECT_EQ(filled(i, j), X(i, j));
          continue;
        }
        squares += std::pow(filled(i, j) - full(i, j), 2);
        of_holes += std::pow(full(i, j) - full.col(j).mean(), 2);
      }
    EXPECT_LE(std::sqrt(squares / of_holes), 0.1) << int(c.method) << " " << c.p;
    EXPECT_FALSE(filled.hasNaN());
  }
}

TEST(Missing, CellsAreFilledAboutAsWellAsByExpectationAndMaximization) {
  const Mat full = random_rows({.seed = 8, .rows = 200, .cols = 25, .outlier_share = 0});
  const Mat X = with_holes(full, 0.2, 9);
  const Model model = fit(rows_of(X), with_missing({Method::pca, 2}, 4));
  const Mat W = reference::em_pca(reference::centered(X, model.linear().center), 4, 300);
  EXPECT_LE(reference::largest_angle(directions_of(model), W), 2.0);
}

TEST(Missing, RowsAreTransformedByTheirKnownCells) {
  const Mat X = with_holes(random_rows({.seed = 10, .rows = 70, .cols = 9}), 0.2, 11);
  const Model model = fit(rows_of(X), with_missing({Method::l21, 1}, 3));
  const auto expected = reference::known_cells(reference::centered(X, model.linear().center), directions_of(model));
  EXPECT_LE((model.transform(rows_of(X)) - expected.scores).norm(), 1e-9 * X.rows());
  const Distances distances = model.distances(rows_of(X));
  // Holes, which count for next to nothing in the reference, do not count at all.
  EXPECT_TRUE((distances.orthogonal.array().square() <= expected.residual.array() + 1e-9).all());
  EXPECT_LE((distances.orthogonal.array().square() - expected.residual.array()).abs().mean(), 0.02);
  EXPECT_FALSE(model.reconstruct(rows_of(X)).hasNaN());
  // A row of which nothing is known is at the center.
  const Mat nothing = Mat::Constant(1, 9, kHole);
  EXPECT_EQ(model.transform(rows_of(nothing)).norm(), 0);
  EXPECT_LE((model.impute(rows_of(nothing)).row(0).transpose() - model.linear().center).norm(), 1e-12);
}

TEST(Missing, CellsDoNotStopTheRobustFit) {
  Mat full = random_rows({.seed = 12, .rows = 200, .cols = 2, .outlier_share = 0}) *
             random_rows({.seed = 13, .rows = 2, .cols = 10, .outlier_share = 0});
  full += 0.01 * random_rows({.seed = 14, .rows = 200, .cols = 10});
  const Mat truth = directions_of(fit(rows_of(full), {.components = 2, .method = Method::pca}));
  full.topRows(40).setConstant(30);
  full.topRows(40) += 0.1 * random_rows({.seed = 15, .rows = 40, .cols = 10});
  const Mat X = with_holes(full, 0.15, 16);
  FitOptions options = robust_preset({.components = 2});
  options.missing = Missing::fit;
  EXPECT_LE(reference::largest_angle(directions_of(fit(rows_of(X), options)), truth), 3.0);
}

TEST(Missing, CellsDoNotHideHowManyComponentsThereAre) {
  Mat full = random_rows({.seed = 21, .rows = 300, .cols = 3, .outlier_share = 0}) *
             random_rows({.seed = 22, .rows = 3, .cols = 15, .outlier_share = 0});
  full += 0.1 * random_rows({.seed = 23, .rows = 300, .cols = 15, .outlier_share = 0});
  FitOptions options = with_missing({Method::l21, 1}, 0);
  const Mat X = with_holes(full, 0.1, 24);
  EXPECT_EQ(fit(rows_of(X), options).size(), 3);
  options.components = 2, options.share = 0.9;
  EXPECT_GE(fit(rows_of(X), options).size(), 2);
}

TEST(Missing, CellsAreRefusedByDefaultWithTheirPlaceAndTheOption) {
  Mat X = random_rows({.seed = 17, .rows = 20, .cols = 4});
  X(6, 2) = kHole;
  const std::string message = message_of<DataError>([&] { (void)fit(rows_of(X), {.components = 2}); });
  EXPECT_NE(message.find("row 7, column 3"), std::string::npos) << message;
  EXPECT_NE(message.find("Missing::fit"), std::string::npos) << message;
}

TEST(Missing, InfiniteValuesAndColumnsWithoutAnyAreRefused) {
  Mat X = random_rows({.seed = 18, .rows = 20, .cols = 4});
  X(6, 2) = kHole;
  X(9, 1) = std::numeric_limits<double>::infinity();
  const FitOptions options = with_missing({Method::l21, 1}, 2);
  EXPECT_NE(message_of<DataError>([&] { (void)fit(rows_of(X), options); }).find("row 10, column 2"), std::string::npos);
  X(9, 1) = 0;
  X.col(3).setConstant(kHole);
  EXPECT_NE(message_of<DataError>([&] { (void)fit(rows_of(X), options); }).find("column 4"), std::string::npos);
}

TEST(Missing, CellsBelongToMethodsOfLinearSubspaces) {
  const Mat X = random_rows({.seed = 19, .rows = 20, .cols = 4});
  FitOptions options{.components = 2, .method = Method::l1};
  options.missing = Missing::fit;
  EXPECT_THROW((void)fit(rows_of(X), options), InvalidArgument);
  options.method = Method::l21, options.row_scaling = RowScaling::sphere;
  EXPECT_THROW((void)fit(rows_of(X), options), InvalidArgument);
  options.row_scaling = RowScaling::none, options.kernel = Kernel::rbf;
  EXPECT_THROW((void)fit(rows_of(X), options), InvalidArgument);
}

// Column scales and centers are those of the known cells.
TEST(Missing, CellsDoNotCountInScalesAndCenters) {
  Mat X = random_rows({.seed = 20, .rows = 60, .cols = 5});
  Mat half = X;
  for (Index i = 30; i < 60; ++i) half(i, 2) = kHole;
  FitOptions options = with_missing({Method::l21, 1}, 2);
  options.column_scaling = ColumnScaling::mad, options.center = Center::median;
  const LinearSubspace found = fit(rows_of(half), options).linear();
  const Mat top = X.topRows(30);
  const LinearSubspace expected = fit(rows_of(top), options).linear();
  EXPECT_NEAR(found.feature_scale(2), expected.feature_scale(2), 1e-12);
  EXPECT_NEAR(found.center(2), expected.center(2), 1e-12);
}

}  // namespace
}  // namespace l21::internal::testing
