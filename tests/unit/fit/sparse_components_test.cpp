#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "reference/reference.hpp"
#include "unit/message_of.hpp"
#include "unit/rows/sparse_table.hpp"

namespace l21::internal::test {
namespace {

constexpr Method kSparseMethods[] = {Method::truncated_power, Method::sparse_l21};

FitOptions options_for(Method method, Index cardinality, int components = 3) {
  FitOptions options;
  options.method = method, options.cardinality = cardinality, options.components = components;
  options.tolerance = 1e-12, options.max_iterations = 10000;
  return options;
}

TEST(SparseComponents, AreThoseOfThePublishedRecursion) {
  for (const bool weighted : {false, true})
    for (const Index s : {1, 4, 15}) {
      const RowMatrix<double> X = rotated_rows(90, 15, 1);
      FitOptions options = options_for(Method::truncated_power, s);
      if (weighted) options.weights = random_weights(90, 2);
      const reference::Vec w = weighted ? reference::Vec(options.weights) : reference::Vec::Ones(90);
      options.init = Init::given;
      options.given_start = random_orthonormal(15, 3, 3);
      const Model model = fit(rows_of(X), options);
      const reference::Mat expected =
          reference::truncated_power(centered(X, reference::mean(X, w)), w, options.given_start, static_cast<int>(s));
      for (Index k = 0; k < 3; ++k) {
        const double sign = model.linear().components.row(k).dot(expected.col(k)) < 0 ? -1 : 1;
        EXPECT_LE((model.linear().components.row(k).transpose() - sign * expected.col(k)).norm(), 1e-8)
            << "component " << k;
      }
    }
}

TEST(SparseComponents, HaveAtMostSoManyNonZerosAndNormOne) {
  const RowMatrix<double> X = rotated_rows(70, 20, 4);
  for (const Method method : kSparseMethods)
    for (const Precision precision : {Precision::float32, Precision::float64}) {
      FitOptions options = options_for(method, 5);
      options.precision = precision, options.tolerance = 1e-6;
      const Model fitted = fit(rows_of(X), options);
      EXPECT_EQ(fitted.report.status, Status::converged);
      for (Index k = 0; k < 3; ++k) {
        EXPECT_EQ((fitted.linear().components.row(k).array() != 0).count(), 5);
        EXPECT_NEAR(fitted.linear().components.row(k).norm(), 1, 1e-12);
      }
      EXPECT_NEAR(fitted.objective_share.sum(), 1, 1e-12);
    }
}

TEST(SparseComponents, NeverLoseObjective) {
  const RowMatrix<double> X = slowly_decaying_rows(120, 30, 5);
  for (const Method method : kSparseMethods)
    for (const Index s : {2, 9, 30}) {
      const FitReport report = fit(rows_of(X), options_for(method, s)).report;
      for (std::size_t i = 1; i < report.trace.size(); ++i)
        EXPECT_GE(report.trace[i].objective, report.trace[i - 1].objective * (1 - 1e-12));
    }
}

TEST(SparseComponents, OfAllColumnsAreThoseOfTheDenseMethods) {
  const RowMatrix<double> X = rotated_rows(80, 8, 6);
  FitOptions pca, l1;
  pca.method = Method::pca, pca.components = 3, pca.tolerance = 1e-12;
  const Model sparse = fit(rows_of(X), options_for(Method::truncated_power, 8)), dense = fit(rows_of(X), pca);
  EXPECT_LE((sparse.linear().components - dense.linear().components).norm(), 1e-6);
  l1.method = Method::l1_greedy, l1.components = 1;
  EXPECT_NEAR(fit(rows_of(X), options_for(Method::sparse_l21, 8, 1)).report.objective,
              fit(rows_of(X), l1).report.objective, 1e-9);
}

TEST(SparseComponents, BeyondTheRankAreArbitraryAndDoNotKeepTheFitFromConverging) {
  const RowMatrix<double> X = random_rows(50, 2, 13) * random_rows(2, 6, 14);
  for (const Method method : kSparseMethods)
    for (const Index s : {2, 6}) {
      const Model fitted = fit(rows_of(X), options_for(method, s, 6));
      EXPECT_EQ(fitted.report.status, Status::converged) << fitted.report.message.text();
      const RowMatrix<double> t = centered(X) * fitted.linear().components.transpose();
      const Vector<double> size = method == Method::sparse_l21 ? Vector<double>(t.cwiseAbs().colwise().sum())
                                                               : Vector<double>(t.cwiseAbs2().colwise().sum());
      EXPECT_LE((fitted.objective_share - size / size.sum()).norm(), 1e-10);
    }
}

TEST(SparseComponents, FindThePlantedSupports) {
  // Three groups of columns that vary together, and noise.
  const RowMatrix<double> scores = random_rows(200, 3, 7);
  RowMatrix<double> X = 0.1 * random_rows(200, 24, 8);
  for (Index j = 0; j < 15; ++j) X.col(j) += scores.col(j / 5) * (3.0 - static_cast<double>(j / 5));
  for (const Method method : kSparseMethods) {
    const Model model = fit(rows_of(X), options_for(method, 5));
    for (Index k = 0; k < 3; ++k)
      for (Index j = 0; j < 24; ++j) EXPECT_EQ(model.linear().components(k, j) != 0, j / 5 == k) << k << " " << j;
  }
}

TEST(SparseComponents, ProjectAndReconstructByTheirSpan) {
  const RowMatrix<double> X = rotated_rows(60, 10, 9), fresh = rotated_rows(12, 10, 10);
  for (const Method method : kSparseMethods) {
    FitOptions options = options_for(method, 4);
    options.column_scaling = ColumnScaling::std, options.row_scaling = RowScaling::sphere;
    const Model fitted = fit(rows_of(X), options);
    const Model& model = fitted;
    const auto prepared = [&](const RowMatrix<double>& rows) -> RowMatrix<double> {
      return centered(rows, model.linear().center).array().rowwise() / model.linear().feature_scale.transpose().array();
    };
    const Matrix<double> W = model.linear().components.transpose();
    const Matrix<double> P = W * W.completeOrthogonalDecomposition().pseudoInverse();
    EXPECT_GT((W.transpose() * W - Matrix<double>::Identity(3, 3)).norm(), 1e-6);
    EXPECT_LE((model.transform(rows_of(fresh)) - prepared(fresh) * W).norm(), 1e-12);
    const RowMatrix<double> back =
        (prepared(fresh) * P).array().rowwise() * model.linear().feature_scale.transpose().array();
    EXPECT_LE((model.reconstruct(rows_of(fresh)) - (back.rowwise() + model.linear().center.transpose())).norm(), 1e-11);
    const RowMatrix<double> rest = prepared(X) - prepared(X) * P;
    const Distances distances = model.distances(rows_of(X));
    EXPECT_LE((distances.orthogonal - rest.rowwise().norm()).norm(), 1e-11);
    EXPECT_NEAR(fitted.report.reconstruction_error, rest.rowwise().norm().mean(), 1e-11);
    const Vector<double> t = prepared(X) * W.col(1);
    EXPECT_NEAR(model.explained_variance(1), (t.array() - t.mean()).square().sum() / 59, 1e-11);
  }
}

TEST(SparseComponents, OfSparseRowsAreThoseOfDenseOnes) {
  const SparseTable data = thinned(rotated_rows(90, 14, 11), 0.4, 2);
  for (const Method method : kSparseMethods) {
    const FitOptions options = options_for(method, 4);
    EXPECT_LE(
        (fit(data.view(), options).linear().components - fit(rows_of(data.dense), options).linear().components).norm(),
        1e-8);
  }
}

TEST(SparseComponents, AreRefusedWhereTheyMakeNoSense) {
  const RowMatrix<double> X = rotated_rows(30, 6, 12);
  const auto refused = [&](FitOptions options) {
    return message_of<InvalidArgument>([&] { (void)fit(rows_of(X), options); });
  };
  EXPECT_NE(refused(options_for(Method::truncated_power, 0)).find("1 <= cardinality <= 6 (columns), got 0"),
            std::string::npos);
  EXPECT_NE(refused(options_for(Method::sparse_l21, 7)).find("got 7"), std::string::npos);
  EXPECT_NE(refused(options_for(Method::l21, 3)).find("belongs to"), std::string::npos);
  FitOptions kernel = options_for(Method::sparse_l21, 3);
  kernel.kernel = Kernel::rbf;
  EXPECT_NE(refused(kernel).find("no columns"), std::string::npos);
}

}  // namespace
}  // namespace l21::internal::test
