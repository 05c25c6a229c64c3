#include "fit/tensor_fit.hpp"

#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "methods/modes.hpp"
#include "reference/reference.hpp"
#include "unit/message_of.hpp"
#include "unit/rows/sparse_table.hpp"

namespace l21::internal::test {
namespace {

FitOptions options_for(std::vector<Index> shape, std::vector<Index> modes) {
  FitOptions options;
  options.sample_shape = std::move(shape), options.modes = std::move(modes);
  options.tolerance = 1e-9, options.max_iterations = 20000;
  return options;
}

// Samples with decaying spectra in every mode, and some that are something else.
RowMatrix<double> samples(Index n, const std::vector<Index>& shape, std::uint64_t seed) {
  Index d = 1;
  for (const Index size : shape) d *= size;
  RowMatrix<double> X = random_rows(n, d, seed);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < d; ++j) {
      Index rest = j;
      for (std::size_t k = shape.size(); k-- > 0;) {
        X(i, j) /= i % 9 == 8 ? 1.0 : static_cast<double>(1 + rest % shape[k]);
        rest /= shape[k];
      }
    }
  return X;
}

TEST(TensorFit, IsTheAlternationOfThePaperOnImages) {
  const RowMatrix<double> X = samples(60, {7, 6}, 1);
  for (const bool weighted : {false, true})
    for (const Solver solver : {Solver::plain, Solver::automatic}) {
      FitOptions options = options_for({7, 6}, {3, 2});
      options.solver = solver;
      if (weighted) options.weights = random_weights(60, 2);
      const reference::Vec w = weighted ? reference::Vec(options.weights) : reference::Vec::Ones(60);
      const Model fitted = fit(rows_of(X), options);
      const auto expected = reference::tensor_l21(centered(X, reference::mean(X, w)), w, 7, 6, 3, 2, {.tol = 1e-9});
      EXPECT_EQ(fitted.report.status, Status::converged);
      EXPECT_NEAR(fitted.report.objective, expected.objective, 1e-9 * expected.objective);
      EXPECT_LE(reference::projector_difference(fitted.tensor().modes[0].transpose(), expected.U), 1e-5);
      EXPECT_LE(reference::projector_difference(fitted.tensor().modes[1].transpose(), expected.V), 1e-5);
      EXPECT_GT(fitted.report.objective, fitted.report.objective_start);
    }
}

TEST(TensorFit, NeverFallsOverModesForAnyMethodCenterAndNumberOfAxes) {
  const std::vector<std::pair<std::vector<Index>, std::vector<Index>>> cases = {
      {{5, 4}, {2, 3}}, {{5, 4}, {5, 4}}, {{1, 6}, {1, 2}}, {{4, 3, 5}, {2, 2, 2}}, {{2, 3, 2, 3}, {1, 2, 2, 1}}};
  for (const auto& [shape, modes] : cases)
    for (const Method method : {Method::pca, Method::l21, Method::r1, Method::l2p})
      for (const Center center : {Center::mean, Center::geometric_median, Center::none})
        for (const RowScaling scaling : {RowScaling::none, RowScaling::sphere}) {
          SCOPED_TRACE(testing::Message() << shape.size() << " axes, method " << static_cast<int>(method));
          FitOptions options = options_for(shape, modes);
          options.method = method, options.center = center, options.row_scaling = scaling, options.p = 1.5;
          options.tolerance = 1e-5;
          const auto X = samples(45, shape, 3);
          const Model fitted = fit(rows_of(X), options);
          EXPECT_EQ(fitted.report.status, Status::converged);
          for (std::size_t i = 1; i < fitted.report.trace.size(); ++i) {
            const double before = fitted.report.trace[i - 1].objective, now = fitted.report.trace[i].objective;
            EXPECT_GE(now, before - 1e-12 * std::abs(before));
          }
          for (const auto& mode : fitted.tensor().modes)
            EXPECT_LE((mode * mode.transpose() - RowMatrix<double>::Identity(mode.rows(), mode.rows())).norm(), 1e-12);
        }
}

TEST(TensorFit, OfOneAxisIsExactlyTheFitOfTheRows) {
  const RowMatrix<double> X = rotated_rows(50, 9, 4);
  FitOptions tensor = options_for({9}, {3}), rows;
  rows.components = 3, rows.tolerance = 1e-9, rows.max_iterations = 20000;
  const Model one = fit(rows_of(X), tensor), other = fit(rows_of(X), rows);
  EXPECT_EQ(one.linear().components, other.linear().components);
  EXPECT_EQ(one.report.objective, other.report.objective);
}

TEST(TensorFit, TransformsAndReconstructsByItsModes) {
  const RowMatrix<double> X = samples(40, {4, 3, 5}, 5), fresh = samples(7, {4, 3, 5}, 6);
  FitOptions options = options_for({4, 3, 5}, {2, 2, 3});
  options.center = Center::median, options.column_scaling = ColumnScaling::mad;
  const Model model = fit(rows_of(X), options);
  const RowMatrix<double> scores = model.transform(rows_of(fresh));
  ASSERT_EQ(scores.cols(), 12);
  // One large matrix does the same.
  Matrix<double> W = Matrix<double>::Ones(1, 1);
  for (const auto& mode : model.tensor().modes) {
    Matrix<double> next(W.rows() * mode.cols(), W.cols() * mode.rows());
    for (Index i = 0; i < W.rows(); ++i)
      for (Index j = 0; j < W.cols(); ++j)
        next.block(i * mode.cols(), j * mode.rows(), mode.cols(), mode.rows()) = W(i, j) * mode.transpose();
    W = next;
  }
  const RowMatrix<double> prepared =
      (centered(fresh, model.tensor().center).array().rowwise() / model.tensor().feature_scale.transpose().array())
          .matrix();
  EXPECT_LE((scores - prepared * W).norm(), 1e-11 * scores.norm());
  const RowMatrix<double> back =
      ((prepared * W * W.transpose()).array().rowwise() * model.tensor().feature_scale.transpose().array()).matrix();
  EXPECT_LE((model.reconstruct(rows_of(fresh)) - (back.rowwise() + model.tensor().center.transpose())).norm(), 1e-11);
  const Vector<double> distance = (prepared - prepared * W * W.transpose()).rowwise().norm();
  EXPECT_LE((model.distances(rows_of(fresh)).orthogonal - distance).norm(), 1e-10);
}

TEST(TensorFit, StartsAtTheTruncatedHosvd) {
  const RowMatrix<double> X = centered(samples(40, {4, 6}, 7));
  const auto rows = prepare_rows<double>(rows_of(X), {Vector<double>::Ones(24), Vector<double>::Zero(24)}, {}, 2);
  const ModeFactors found = higher_order_svd({rows, {4, 6}}, {2, 3});
  Matrix<double> S = Matrix<double>::Zero(4, 4);
  for (Index i = 0; i < 40; ++i) {
    const RowMatrix<double> image = Eigen::Map<const RowMatrix<double>>(X.row(i).data(), 4, 6);
    S += image * image.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Matrix<double>> eigen(S);
  EXPECT_LE(reference::projector_difference(found[0], eigen.eigenvectors().rightCols(2)), 1e-10);
}

TEST(TensorFit, OfSparseRowsIsThatOfDenseOnes) {
  const SparseTable data = thinned(samples(50, {5, 4}, 8), 0.5, 2);
  const FitOptions options = options_for({5, 4}, {2, 2});
  const Model sparse = fit(data.view(), options), dense = fit(rows_of(data.dense), options);
  EXPECT_NEAR(sparse.report.objective, dense.report.objective, 1e-9 * dense.report.objective);
}

TEST(TensorFit, WorksAtAnyScaleAndHasTheSameBitsForAnyNumberOfThreads) {
  const RowMatrix<double> X = samples(300, {6, 5}, 9);
  FitOptions options = options_for({6, 5}, {2, 2});
  options.threads = 1, options.tolerance = 1e-6;
  const Model alone = fit(rows_of(X), options);
  for (const int threads : kThreadCounts) {
    options.threads = threads;
    EXPECT_EQ(fit(rows_of(X), options).tensor().modes[0], alone.tensor().modes[0]);
  }
  const RowMatrix<double> huge = X * std::ldexp(1.0, 900);
  EXPECT_LE((fit(rows_of(huge), options).tensor().modes[1] - alone.tensor().modes[1]).norm(), 1e-9);
}

TEST(TensorFit, RefusesModesThatDoNotFit) {
  const RowMatrix<double> X = samples(20, {4, 5}, 10);
  const auto refused = [&](std::vector<Index> shape, std::vector<Index> modes, const auto& change) {
    FitOptions options = options_for(std::move(shape), std::move(modes));
    change(options);
    return message_of<InvalidArgument>([&] { (void)fit(rows_of(X), options); });
  };
  const auto nothing = [](FitOptions&) {};
  EXPECT_NE(refused({4, 5}, {2}, nothing).find("must be 2, one for each size of a row (4x5), got 1: 2"),
            std::string::npos);
  EXPECT_NE(refused({4, 5}, {2, 6}, nothing).find("modes[2] <= 5"), std::string::npos);
  EXPECT_NE(refused({4, 5}, {0, 3}, nothing).find("got 0"), std::string::npos);
  EXPECT_NE(refused({4, 4}, {2, 2}, nothing).find("16 values, got 20 columns"), std::string::npos);
  EXPECT_NE(refused({}, {2, 2}, nothing).find("with a shape"), std::string::npos);
  EXPECT_NE(refused({4, 5}, {2, 2}, [](FitOptions& o) { o.method = Method::l1; }).find("method"), std::string::npos);
  EXPECT_NE(refused({4, 5}, {2, 2}, [](FitOptions& o) { o.kernel = Kernel::rbf; }).find("exclude"), std::string::npos);
}

}  // namespace
}  // namespace l21::internal::test
