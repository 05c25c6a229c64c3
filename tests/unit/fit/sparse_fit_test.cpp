#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "unit/rows/sparse_table.hpp"

namespace l21::internal::test {
namespace {

constexpr Method kMethods[] = {Method::pca, Method::l21, Method::r1, Method::l1, Method::l1_greedy, Method::l2p};
constexpr Center kCenters[] = {Center::mean, Center::median, Center::geometric_median, Center::none};

FitOptions options_for(Method method, Center center, Solver solver) {
  FitOptions options;
  options.method = method, options.center = center, options.solver = solver;
  options.components = 3, options.tolerance = kFloat64Far.fit, options.max_iterations = 20000;
  options.precision = Precision::float64;
  options.p = method == Method::l2p ? 1.5 : 1.0;
  return options;
}

SparseTable table() {
  return thinned(rotated_rows(400, 60, 1), 0.3, 2);
}

double projector_distance(const Model& a, const Model& b) {
  return (a.linear().components.transpose() * a.linear().components -
          b.linear().components.transpose() * b.linear().components)
      .norm();
}

TEST(SparseFit, IsThatOfTheDenseRows) {
  const SparseTable data = table();
  for (const Method method : kMethods)
    for (const Center center : kCenters)
      for (const Solver solver : {Solver::plain, Solver::accelerated})
        for (const bool weighted : {false, true}) {
          SCOPED_TRACE(testing::Message() << static_cast<int>(method) << " " << static_cast<int>(center) << " "
                                          << static_cast<int>(solver) << (weighted ? " weighted" : ""));
          FitOptions options = options_for(method, center, solver);
          if (weighted) options.weights = random_weights(400, 5);
          const Model sparse = fit(data.view(), options), dense = fit(rows_of(data.dense), options);
          EXPECT_LE(projector_distance(sparse, dense), kFloat64Far.projector);
          EXPECT_NEAR(sparse.report.objective, dense.report.objective,
                      kFloat64Far.objective * std::abs(dense.report.objective));
          EXPECT_NEAR(sparse.report.reconstruction_error, dense.report.reconstruction_error, kFloat64Far.projector);
          EXPECT_EQ(sparse.report.zero_rows, dense.report.zero_rows);
          EXPECT_LE((sparse.linear().center - dense.linear().center).norm(), 1e-9);
          EXPECT_NEAR(sparse.orthogonal_cutoff, dense.orthogonal_cutoff, kFloat64.projector);
        }
}

TEST(SparseFit, KnowsSphereScalingColumnScalingAndTheJointCenter) {
  const SparseTable data = table();
  for (const RowScaling rows : {RowScaling::none, RowScaling::sphere})
    for (const ColumnScaling columns : {ColumnScaling::none, ColumnScaling::std}) {
      FitOptions options = options_for(Method::l21, Center::geometric_median, Solver::automatic);
      options.row_scaling = rows, options.column_scaling = columns;
      EXPECT_LE(projector_distance(fit(data.view(), options), fit(rows_of(data.dense), options)),
                kFloat64Far.projector);
    }
  FitOptions joint = options_for(Method::r1, Center::joint, Solver::automatic);
  EXPECT_LE(projector_distance(fit(data.view(), joint), fit(rows_of(data.dense), joint)), kFloat64.projector);
}

// Most rows have no residual at all.
TEST(SparseFit, FindsThePlaneThatMostRowsLieIn) {
  RowMatrix<double> X = RowMatrix<double>::Zero(300, 40);
  X.topLeftCorner(200, 3) = random_rows(200, 3, 1);
  X.bottomRows(100) = thinned(random_rows(100, 40, 2), 0.2, 3).dense;
  const SparseTable data = sparse_copy(X);
  for (const Center center : {Center::none, Center::joint}) {
    const FitOptions options = options_for(Method::r1, center, Solver::automatic);
    const Model sparse = fit(data.view(), options), dense = fit(rows_of(data.dense), options);
    EXPECT_TRUE(sparse.report.converged);
    EXPECT_NEAR(sparse.report.objective, dense.report.objective, kFloat64.objective * std::abs(dense.report.objective));
    EXPECT_LE(projector_distance(sparse, dense), kFloat64.projector);
  }
}

TEST(SparseFit, IsThatOfTheDenseRowsWhereThereAreFewerRowsThanColumns) {
  const SparseTable data = thinned(rotated_rows(60, 200, 1), 0.2, 2);
  for (const Method method : {Method::pca, Method::l21, Method::r1, Method::l2p}) {
    const FitOptions options = options_for(method, Center::mean, Solver::automatic);
    const Model sparse = fit(data.view(), options), dense = fit(rows_of(data.dense), options);
    // Where r1 nearly runs through rows their distances are rounding of squares.
    EXPECT_LE(projector_distance(sparse, dense), (method == Method::r1 ? kFloat64 : kFloat64Far).projector)
        << static_cast<int>(method);
  }
}

TEST(SparseFit, HasTheSameBitsForAnyNumberOfThreads) {
  const SparseTable data = thinned(rotated_rows(3000, 80, 1), 0.1, 2);
  FitOptions options = options_for(Method::l21, Center::mean, Solver::automatic);
  options.tolerance = 1e-6, options.threads = 1;
  const Model alone = fit(data.view(), options);
  for (const int threads : kThreadCounts) {
    options.threads = threads;
    EXPECT_TRUE(same_bits(fit(data.view(), options).linear().components, alone.linear().components));
  }
}

TEST(SparseFit, ReadsFloatsAndEigenMatrices) {
  const SparseTable data = table();
  const Eigen::SparseMatrix<double, Eigen::RowMajor> matrix = data.dense.sparseView();
  FitOptions options = options_for(Method::l21, Center::mean, Solver::automatic);
  const Model expected = fit(data.view(), options);
  EXPECT_TRUE(same_bits(fit(sparse_rows_of(matrix), options).linear().components, expected.linear().components));
  EXPECT_LE(projector_distance(fit(data.view32(), options), expected), kFloat64.rounding);
  options.precision = Precision::float32, options.tolerance = kFloat32.fit;
  EXPECT_LE(projector_distance(fit(data.view32(), options), expected), kFloat32.projector);
}

TEST(SparseFit, AModelAppliesToSparseRowsAsToDenseOnes) {
  const SparseTable data = table(), more = thinned(rotated_rows(50, 60, 8), 0.3, 9);
  const Model model = fit(data.view(), options_for(Method::l21, Center::mean, Solver::automatic));
  EXPECT_LE((model.transform(more.view()) - model.transform(rows_of(more.dense))).norm(), kFloat64.rounding);
  EXPECT_LE((model.reconstruct(more.view()) - model.reconstruct(rows_of(more.dense))).norm(), kFloat64.rounding);
  const Distances sparse = model.distances(more.view()), dense = model.distances(rows_of(more.dense));
  EXPECT_LE((sparse.score - dense.score).norm(), 1e-10);
  EXPECT_LE((sparse.orthogonal - dense.orthogonal).norm(), 1e-7);
  EXPECT_EQ(sparse.outlier, dense.outlier);
}

TEST(SparseFit, SaysWhenThereIsNothingToFind) {
  const SparseTable empty = sparse_copy(RowMatrix<double>::Zero(5, 9));
  EXPECT_THROW(static_cast<void>(fit(empty.view(), options_for(Method::l21, Center::mean, Solver::automatic))),
               DataError);
}

}  // namespace
}  // namespace l21::internal::test
