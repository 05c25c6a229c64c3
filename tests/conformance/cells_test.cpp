// Damaged cells: found, left out, and reported.
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "conformance/random_data.hpp"
#include "l21/error.hpp"
#include "l21/fit.hpp"

namespace l21::internal::testing {
namespace {

struct CellTable {
  Mat full, X, W;
  Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> bad;
};

// Rows near a subspace, a share of their cells far away, each by itself.
CellTable damaged_table(std::uint64_t seed, Index n, Index d, Index m, double share, double size = 20) {
  CellTable table;
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const auto gaussian = [&](Index rows, Index cols) {
    return Mat::NullaryExpr(rows, cols, [&] { return normal(engine); }).eval();
  };
  table.W = Eigen::HouseholderQR<Mat>(gaussian(d, m)).householderQ() * Mat::Identity(d, m);
  Mat scores = gaussian(n, m);
  for (Index k = 0; k < m; ++k)
    scores.col(k) *= std::sqrt(static_cast<double>(d)) / (1.0 + 0.2 * static_cast<double>(k));
  table.full = scores * table.W.transpose() + 0.2 * gaussian(n, d);
  table.full.rowwise() += 3 * gaussian(1, d).row(0);
  table.X = table.full;
  table.bad.setConstant(n, d, false);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < d; ++j)
      if (uniform(engine) < share) table.bad(i, j) = true, table.X(i, j) += (uniform(engine) < 0.5 ? -1 : 1) * size;
  return table;
}

FitOptions cells(int components) {
  return cells_preset({.components = components, .tolerance = 1e-5});
}

Mat directions_of(const Model& model) {
  return model.linear().components.transpose();
}

TEST(Cells, ThatAreDamagedAreFoundAndTheOthersGiveTheSubspace) {
  for (const auto& [n, d, m] :
       {std::array<Index, 3>{200, 20, 2}, {150, 41, 3}, {300, 15, 1}, {60, 100, 2}, {300, 50, 5}})
    for (const double share : {0.02, 0.08}) {
      const CellTable table = damaged_table(static_cast<std::uint64_t>(n + d), n, d, m, share);
      const Model model = fit(rows_of(table.X), cells(static_cast<int>(m)));
      const Mat pca = directions_of(fit(rows_of(table.X), {.components = static_cast<int>(m), .method = Method::pca}));
      const Mat clean =
          directions_of(fit(rows_of(table.full), {.components = static_cast<int>(m), .method = Method::pca}));
      EXPECT_LE(reference::largest_angle(directions_of(model), clean), 2.0) << n << " " << d << " " << share;
      EXPECT_GE(reference::largest_angle(pca, clean), 2.5) << n << " " << d << " " << share;
      ASSERT_TRUE(model.report.cells);
      EXPECT_EQ(model.report.cells->verdict, CellVerdict::left_out);
      const Mat weights = model.cell_weights(rows_of(table.X));
      Index found = 0, wrong = 0;
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < d; ++j)
          if (weights(i, j) < 0.5) ++(table.bad(i, j) ? found : wrong);
      EXPECT_GE(static_cast<double>(found), 0.97 * static_cast<double>(table.bad.count()));
      EXPECT_LE(static_cast<double>(wrong), 0.01 * static_cast<double>(n * d));
      // Reconstructions are those of the rows before.
      const double error = (model.reconstruct(rows_of(table.X)) - table.full).rowwise().norm().mean();
      const double noise = 0.2 * std::sqrt(static_cast<double>(d));
      EXPECT_LE(error, 1.3 * noise);
    }
}

TEST(Cells, OfCleanRowsAreKept) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const CellTable table = damaged_table(seed, 200, 20, 3, 0);
    const Model model = fit(rows_of(table.X), cells(3));
    const Mat clean = directions_of(fit(rows_of(table.X), {.components = 3, .method = Method::pca}));
    EXPECT_LE(reference::largest_angle(directions_of(model), clean), 1.0);
    EXPECT_LE(model.report.cells->damaged, 40);  // of 4000
  }
}

TEST(Cells, MayBeMissingToo) {
  CellTable table = damaged_table(7, 200, 20, 2, 0.05);
  for (Index i = 0; i < 200; ++i) table.X(i, (3 * i) % 20) = std::numeric_limits<double>::quiet_NaN();
  const Model model = fit(rows_of(table.X), cells(2));
  EXPECT_EQ(model.report.missing_cells, 200);
  EXPECT_LE(reference::largest_angle(directions_of(model), table.W), 3.0);
  EXPECT_FALSE(model.transform(rows_of(table.X)).hasNaN());
  const Mat whole = model.impute(rows_of(table.X));
  double error = 0;
  for (Index i = 0; i < 200; ++i)
    for (Index j = 0; j < 20; ++j)
      if (j != (3 * i) % 20) {
        EXPECT_EQ(whole(i, j), table.X(i, j));
      } else {
        error += std::pow(whole(i, j) - table.full(i, j), 2) / 200;
      }
  EXPECT_LE(std::sqrt(error), 0.3);  // the noise is 0.2
  // A damaged cell says nothing of a missing one.
  Mat row = table.full.row(3);
  row(0, 2) = std::numeric_limits<double>::quiet_NaN();
  row(0, 7) = 1e6;
  const Mat filled = model.impute(rows_of(row));
  EXPECT_EQ(filled(0, 7), 1e6);
  EXPECT_NEAR(filled(0, 2), table.full(3, 2), 1);
}

// One sensor, far from 0 and from the others, or one value that stands for nothing, does not hide what is damaged.
TEST(Cells, AreFoundBesideOffsetsAndSentinels) {
  for (const double offset : {0.0, 1e5, 1e8}) {
    CellTable table = damaged_table(31, 200, 20, 2, 0.05);
    const Mat clean = directions_of(fit(rows_of(table.full), {.components = 2, .method = Method::pca}));
    const Index damaged = table.bad.count();
    table.X.array() += offset;
    table.X(17, 3) = 999999999;
    const Model model = fit(rows_of(table.X), cells(2));
    ASSERT_EQ(model.report.cells->verdict, CellVerdict::left_out) << offset;
    EXPECT_LE(reference::largest_angle(directions_of(model), clean), 2.0) << offset;
    EXPECT_GE(model.report.cells->damaged, damaged * 9 / 10) << offset;
  }
}

// What is left out is not counted as variance either.
TEST(Cells, ThatAreLeftOutAddNoVariance) {
  CellTable table = damaged_table(32, 300, 20, 2, 0);
  const double total = fit(rows_of(table.X), {.components = 2, .method = Method::pca}).report.total_variance;
  for (Index i = 0; i < 300; ++i) table.X(i, (7 * i) % 20) += 1e4;  // all to one side
  const Model model = fit(rows_of(table.X), cells(2));
  ASSERT_EQ(model.report.cells->verdict, CellVerdict::left_out);
  EXPECT_NEAR(model.report.total_variance, total, 0.1 * total);
  EXPECT_GE(model.report.total_variance, model.explained_variance.sum());
}

// One of a few quiet columns is judged by its own noise; one of which most is 0 is not damaged where it is not.
TEST(Cells, OfColumnsThatAreUnlikeTheOthers) {
  CellTable table = damaged_table(33, 400, 20, 2, 0);
  std::mt19937_64 engine(5);
  std::normal_distribution<double> normal;
  for (Index i = 0; i < 400; ++i) {
    table.X(i, 4) = 0.002 * normal(engine);
    table.X(i, 9) = i % 5 < 3 ? 0.0 : normal(engine);
  }
  for (Index i = 0; i < 10; ++i) table.X(13 * i, 4) = 0.2;
  const Model model = fit(rows_of(table.X), cells(2));
  const Mat weights = model.cell_weights(rows_of(table.X));
  for (Index i = 0; i < 10; ++i) EXPECT_LT(weights(13 * i, 4), 0.5) << i;
  EXPECT_LE((weights.col(4).array() < 0.5).count(), 20);
  EXPECT_LE((weights.col(9).array() < 0.5).count(), 20);
}

TEST(Cells, OfSparseRowsAreNotJudgedByModelsEither) {
  const CellTable table = damaged_table(34, 100, 12, 2, 0.05);
  const Model model = fit(rows_of(table.X), cells(2));
  const Eigen::SparseMatrix<double, Eigen::RowMajor> sparse = table.X.sparseView();
  EXPECT_THROW((void)model.transform(sparse_rows_of(sparse)), InvalidArgument);
  EXPECT_THROW((void)model.cell_weights(sparse_rows_of(sparse)), InvalidArgument);
  EXPECT_THROW((void)model.damaged_cells(sparse_rows_of(sparse)), InvalidArgument);
  EXPECT_THROW((void)model.impute(sparse_rows_of(sparse)), InvalidArgument);
  Mat X = table.X;
  X(3, 2) = std::numeric_limits<double>::infinity();
  EXPECT_THROW((void)model.cell_weights(rows_of(X)), DataError);
}

// Rows of which most is missing are not damaged for that.
TEST(Cells, ThatAreMissingAreNotDamaged) {
  CellTable table = damaged_table(13, 200, 20, 2, 0.02);
  for (Index i = 0; i < 40; ++i) table.X.row(i).tail(12).setConstant(std::numeric_limits<double>::quiet_NaN());
  const Model model = fit(rows_of(table.X), cells(2));
  EXPECT_EQ(model.report.cells->rows, 0);
  EXPECT_EQ(model.report.missing_cells, 480);
  EXPECT_LE(model.report.cells->damaged, 150);
}

// Some rows lie together, far from the others, besides.
TEST(Cells, AreFoundBesideForeignRows) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    CellTable table = damaged_table(seed, 200, 20, 2, 0.05);
    const Mat clean = directions_of(fit(rows_of(table.full.bottomRows(180)), {.components = 2, .method = Method::pca}));
    const Mat elsewhere = Eigen::HouseholderQR<Mat>(clean).householderQ() * Mat::Identity(20, 20).col(7);
    for (Index i = 0; i < 20; ++i) table.X.row(i) += 60 * elsewhere.transpose();
    const Model model = fit(rows_of(table.X), cells(2));
    EXPECT_LE(reference::largest_angle(directions_of(model), clean), 4.0) << seed;
    EXPECT_GE(
        reference::largest_angle(directions_of(fit(rows_of(table.X), {.components = 2, .method = Method::pca})), clean),
        30)
        << seed;
  }
}

// Nothing of it lies outside the range of its column: only columns that go together tell.
TEST(Cells, ThatContradictTheirNeighboursAreFoundBesideForeignRows) {
  constexpr Index kRows = 200, kCols = 20;
  constexpr double kGamma = 2, kCorrelation = -0.9;
  double worst = 0;
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    Mat full(kRows, kCols);
    for (Index i = 0; i < kRows; ++i)
      for (Index j = 0; j < kCols; ++j)
        full(i, j) = j == 0
                         ? normal(engine)
                         : kCorrelation * full(i, j - 1) + std::sqrt(1 - kCorrelation * kCorrelation) * normal(engine);
    Mat S(kCols, kCols);
    for (Index i = 0; i < kCols; ++i)
      for (Index j = 0; j < kCols; ++j) S(i, j) = std::pow(kCorrelation, std::abs(static_cast<double>(i - j)));
    const Mat axes = Eigen::SelfAdjointEigenSolver<Mat>(S).eigenvectors();
    Mat X = full;
    for (Index i = 0; i < kRows; ++i)
      for (Index j = 0; j < kCols; ++j) {
        if (uniform(engine) < 0.1) X(i, j) = kGamma;
        if (i < kRows / 10) X(i, j) = kGamma * std::sqrt(kCols) * axes(j, 0) + 0.1 * normal(engine);
      }
    const Mat directions = directions_of(fit(rows_of(X), cells(3)));
    worst = std::max(worst, reference::largest_angle(directions, axes.rightCols(3)));
  }
  EXPECT_LE(worst, 30);
}

// Large tables are searched in a part of their rows.
TEST(Cells, OfManyRowsAreFoundInAllOfThem) {
  CellTable table = damaged_table(21, 9001, 12, 2, 0.04);
  table.X(9000, 3) = std::numeric_limits<double>::quiet_NaN();
  FitOptions options = cells(2);
  options.weights = Eigen::VectorXd::Ones(9001);
  options.weights(17) = 0;
  const Model model = fit(rows_of(table.X), options);
  ASSERT_EQ(model.report.cells->verdict, CellVerdict::left_out);
  EXPECT_LE(reference::largest_angle(directions_of(model), table.W), 0.5);
  EXPECT_NEAR(static_cast<double>(model.report.cells->damaged), static_cast<double>(table.bad.count()),
              0.3 * static_cast<double>(table.bad.count()));
  EXPECT_EQ(model.report.missing_cells, 1);
}

// What is filled in is no whole number.
TEST(Cells, OfWholeNumbersAreThoseOfTheSameValuesInFloat) {
  const CellTable table = damaged_table(4, 120, 16, 2, 0.04);
  const auto whole = (8 * table.X.array() + 128).round().cwiseMax(0).cwiseMin(255).matrix().eval();
  const RowMatrix<std::uint8_t> bytes = whole.cast<std::uint8_t>();
  const RowMatrix<std::int16_t> shorts = whole.cast<std::int16_t>();
  const RowMatrix<float> floats = whole.cast<float>();
  const Model expected = fit(rows_of(floats), cells(2));
  ASSERT_EQ(expected.report.cells->verdict, CellVerdict::left_out);
  for (const Rows& rows : {Rows(rows_of(bytes)), Rows(rows_of(shorts))}) {
    const Model model = fit(rows, cells(2));
    EXPECT_EQ(model.report.cells, expected.report.cells);
    EXPECT_LE(reference::projector_difference(directions_of(model), directions_of(expected)), 1e-6);
    EXPECT_EQ(model.reconstruct(rows).hasNaN(), false);
  }
}

TEST(Cells, OfRowsWithoutWeightChangeNothing) {
  CellTable table = damaged_table(9, 200, 15, 2, 0.05);
  FitOptions options = cells(2);
  options.weights = Eigen::VectorXd::Ones(200);
  options.weights.tail(30).setZero();
  table.X.bottomRows(30) *= 50;
  const Model model = fit(rows_of(table.X), options), alone = fit(rows_of(table.X.topRows(170)), cells(2));
  EXPECT_LE(reference::projector_difference(directions_of(model), directions_of(alone)), 1e-4);
  EXPECT_EQ(model.report.cells->damaged, alone.report.cells->damaged);
  EXPECT_LE((model.linear().cells->scale - alone.linear().cells->scale).norm(),
            1e-4 * alone.linear().cells->scale.norm());
  EXPECT_EQ(model.linear().cells->tails, alone.linear().cells->tails);
}

// Neither every other row nor the unit of weights is special.
TEST(Cells, OfManyRowsAreThoseOfTheRowsThatCount) {
  CellTable table = damaged_table(35, 8000, 12, 2, 0.04);
  for (Index i = 0; i < 8000; i += 2) table.X(i, 5) = std::numeric_limits<double>::quiet_NaN();
  const Model every = fit(rows_of(table.X), cells(2));
  EXPECT_LE(reference::largest_angle(directions_of(every), table.W), 1);
  for (const double unit : {1e-60, 1.0, 1e60}) {
    FitOptions options = cells(2);
    options.weights = Eigen::VectorXd::Constant(8000, unit);
    for (Index i = 0; i < 8000; i += 2) options.weights(i) = 0;
    const Model model = fit(rows_of(table.X), options);
    ASSERT_EQ(model.report.cells->verdict, CellVerdict::left_out) << unit;
    EXPECT_LE(reference::largest_angle(directions_of(model), table.W), 1) << unit;
  }
}

TEST(Cells, AreJudgedAlikeByAnyNumberOfThreads) {
  const CellTable tables[] = {damaged_table(8, 300, 17, 2, 0.05), damaged_table(8, 5001, 9, 2, 0.05),
                              damaged_table(8, 130, 320, 4, 0.05)};
  for (const CellTable& table : tables)
    for (const Precision precision : {Precision::float64, Precision::float32}) {
      FitOptions options = cells(2);
      options.precision = precision;
      if (table.X.cols() == 320) options.sample_shape = {16, 20};
      options.threads = 1;
      const Model one = fit(rows_of(table.X), options);
      for (const int threads : {2, 5}) {
        options.threads = threads;
        const Model model = fit(rows_of(table.X), options);
        EXPECT_EQ(model.linear().components, one.linear().components);
        EXPECT_EQ(model.report.cells, one.report.cells);
        EXPECT_EQ(model.cell_weights(rows_of(table.X), threads), one.cell_weights(rows_of(table.X), 1));
      }
    }
}

// Squares that cover part of smooth images.
TEST(Cells, OfImagesAreDamagedTogether) {
  constexpr Index kSide = 16, kImages = 120;
  std::mt19937_64 engine(9);
  std::normal_distribution<double> normal;
  Mat shapes(4, kSide * kSide);
  for (Index y = 0; y < kSide; ++y)
    for (Index x = 0; x < kSide; ++x)
      for (Index k = 0; k < 4; ++k)
        shapes(k, y * kSide + x) = std::cos(0.2 * static_cast<double>((k + 1) * x) + 0.3 * static_cast<double>(k * y));
  Mat full = 20 * Mat::NullaryExpr(kImages, 4, [&] { return normal(engine); }) * shapes;
  full += 3 * Mat::NullaryExpr(kImages, kSide * kSide, [&] { return normal(engine); });
  full.array() += 100;
  Mat X = full;
  for (Index i = 0; i < 30; ++i)
    for (Index y = 0; y < 6; ++y) X.row(i).segment(((i + y) % 10 + y % 2) * kSide + i % 10, 6).setZero();
  FitOptions options = cells(4);
  options.sample_shape = {kSide, kSide};
  const Model model = fit(rows_of(X), options);
  EXPECT_EQ(model.report.cells->verdict, CellVerdict::left_out);
  const double error = (model.reconstruct(rows_of(X)) - full).rowwise().norm().mean();
  const Model pca = fit(rows_of(X), {.components = 4, .method = Method::pca});
  EXPECT_LE(error, 0.6 * (pca.reconstruct(rows_of(X)) - full).rowwise().norm().mean());
}

// Where most of a table would be damage, it is taken as it is, by l21.
TEST(Cells, ThatAreTooManyAreKeptAndTheReportSaysSo) {
  const CellTable table = damaged_table(10, 150, 12, 1, 0.35);
  const Model model = fit(rows_of(table.X), cells(1));
  ASSERT_TRUE(model.report.cells);
  ASSERT_EQ(model.report.cells->verdict, CellVerdict::too_many);
  EXPECT_EQ(model.report.method, Method::l21);
  EXPECT_NE(in_words(*model.report.cells).find("l21"), std::string::npos);
}

TEST(Cells, OfOddTablesDoNoHarm) {
  for (const auto& [n, d, m] : {std::array<Index, 3>{2, 3, 1}, {5, 1, 1}, {4, 4, 4}, {30, 2, 2}, {3, 50, 2}}) {
    Mat X = random_rows({.seed = static_cast<std::uint64_t>(n * d), .rows = n, .cols = d});
    const Model model = fit(rows_of(X), cells(static_cast<int>(m)));
    EXPECT_TRUE(model.linear().components.allFinite());
    EXPECT_TRUE(model.transform(rows_of(X)).allFinite());
    X.col(0).setConstant(4);
    if (d > 1) {
      EXPECT_TRUE(fit(rows_of(X), cells(static_cast<int>(m))).reconstruct(rows_of(X)).allFinite());
    }
  }
  const CellTable table = damaged_table(11, 80, 10, 2, 0.05);
  for (const double unit : {1e-200, 1e200}) {
    const Mat scaled = unit * table.X;
    const Model model = fit(rows_of(scaled), cells(2));
    EXPECT_EQ(model.report.cells->verdict, CellVerdict::left_out) << in_words(*model.report.cells);
    EXPECT_LE(reference::largest_angle(directions_of(model), table.W), 3.0);
    EXPECT_TRUE(model.linear().cells->spread.allFinite());
    EXPECT_GE((model.cell_weights(rows_of(scaled)).array() < 0.5).count(), table.bad.count() * 9 / 10);
  }
}

TEST(Cells, BelongToDenseRowsAndMethodsOfLinearSubspaces) {
  const CellTable table = damaged_table(12, 50, 8, 2, 0.05);
  const Eigen::SparseMatrix<double, Eigen::RowMajor> sparse = table.X.sparseView();
  EXPECT_THROW((void)fit(sparse_rows_of(sparse), cells(2)), InvalidArgument);
  FitOptions options = cells(2);
  options.method = Method::robust;
  EXPECT_THROW((void)fit(rows_of(table.X), options), InvalidArgument);
  options = cells(0);
  EXPECT_THROW((void)fit(rows_of(table.X), options), InvalidArgument);
}

}  // namespace
}  // namespace l21::internal::testing
