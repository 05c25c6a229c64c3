#include "fit/kernel_fit.hpp"

#include "fit/build_model.hpp"
#include "fit/kernel_gram.hpp"
#include "l21/error.hpp"
#include "l21/fit.hpp"
#include "reference/reference.hpp"
#include "unit/kernel/kernels.hpp"
#include "unit/message_of.hpp"
#include "unit/rows/sparse_table.hpp"

namespace l21::internal::test {
namespace {

FitOptions tight(Kernel kernel, Method method = Method::l21) {
  FitOptions options;
  options.kernel = kernel, options.method = method;
  options.components = 3, options.tolerance = 1e-11, options.max_iterations = 20000;
  options.p = 1.5;
  return options;
}

// Up to the sign of every column.
double score_difference(RowMatrix<double> a, const RowMatrix<double>& b) {
  for (Index j = 0; j < a.cols(); ++j)
    if (a.col(j).dot(b.col(j)) < 0) a.col(j) *= -1;
  return (a - b).cwiseAbs().maxCoeff();
}

TEST(KernelFit, WithTheLinearKernelIsThatOfTheRows) {
  const RowMatrix<double> X = rotated_rows(150, 8, 1);
  const RowMatrix<double> fresh = rotated_rows(20, 8, 9);
  for (const Method method : {Method::pca, Method::l21, Method::r1, Method::l1, Method::l1_greedy, Method::l2p})
    for (const Center center : {Center::mean, Center::geometric_median, Center::none})
      for (const RowScaling scaling : {RowScaling::none, RowScaling::sphere}) {
        SCOPED_TRACE(testing::Message() << static_cast<int>(method) << " " << static_cast<int>(center));
        FitOptions options = tight(Kernel::linear, method);
        options.center = center, options.row_scaling = scaling;
        options.weights = random_weights(150, 3);
        FitOptions rows = options;
        rows.kernel = Kernel::none;
        const Model kernel = fit(rows_of(X), options), linear = fit(rows_of(X), rows);
        EXPECT_LE(score_difference(kernel.transform(rows_of(X)), linear.transform(rows_of(X))), 1e-7);
        EXPECT_LE(score_difference(kernel.transform(rows_of(fresh)), linear.transform(rows_of(fresh))), 1e-7);
        EXPECT_NEAR(kernel.report.objective, linear.report.objective, 1e-9 * std::abs(linear.report.objective));
        EXPECT_NEAR(kernel.report.reconstruction_error, linear.report.reconstruction_error, 1e-8);
        EXPECT_NEAR(kernel.orthogonal_cutoff, linear.orthogonal_cutoff, 1e-6);
        EXPECT_LE((kernel.distances(rows_of(fresh)).orthogonal - linear.distances(rows_of(fresh)).orthogonal)
                      .cwiseAbs()
                      .maxCoeff(),
                  1e-6);
        EXPECT_EQ(*kernel.report.kernel_rank, 8);
      }
}

TEST(KernelFit, IsTheIterationOfThePaperInCoordinatesOfTheCenteredKernelMatrix) {
  const RowMatrix<double> X = rotated_rows(90, 5, 2);
  const reference::Vec ones = reference::Vec::Ones(90);
  for (const KernelSpec& kernel : kEveryKernel) {
    if (!is_semidefinite(kernel) || kernel.function == Kernel::linear) continue;
    FitOptions options = tight(kernel.function);
    options.gamma = kernel.gamma, options.degree = kernel.degree, options.coef0 = kernel.coef0;
    const Model fitted = fit(rows_of(X), options);
    const reference::Mat Z = reference::kernel_coordinates(kernel_matrix(kernel, X, X));
    const auto expected = reference::l21(Z, ones, reference::principal(Z, ones, 3), {.tol = 1e-10});
    EXPECT_NEAR(fitted.report.objective, expected.objective, 1e-9 * expected.objective);
    const RowMatrix<double> scores = fitted.transform(rows_of(X));
    const reference::Mat other = Z * expected.W;
    // Scores differ by a rotation.
    EXPECT_LE((scores * scores.transpose() - other * other.transpose()).cwiseAbs().maxCoeff(), 1e-7);
  }
}

TEST(KernelFit, OnTheKernelMatrixIsThatInCoordinates) {
  const RowMatrix<double> X = rotated_rows(220, 5, 3);
  for (const Method method : {Method::pca, Method::l21, Method::l1, Method::l2p})
    for (const Center center : {Center::mean, Center::none})
      for (const RowScaling scaling : {RowScaling::none, RowScaling::sphere})
        for (const bool weighted : {false, true}) {
          SCOPED_TRACE(testing::Message() << static_cast<int>(method) << " " << static_cast<int>(center) << weighted);
          FitOptions options = tight(Kernel::rbf, method);
          options.gamma = 0.5, options.center = center, options.row_scaling = scaling;
          if (weighted) options.weights = random_weights(220, 4);
          ASSERT_TRUE(gram_serves_kernel(options));
          const KernelRows rows(rows_of(X), kernel_spec(options, 5), Vector<double>::Zero(5), 2);
          auto found = fit_on_kernel_matrix(rows, options, {});
          ASSERT_TRUE(found);
          const Model model = build_model(found->expansion, found->statistics, options, found->report);
          const Model coordinates = fit(rows_of(X), options);
          if (method == Method::l1) {  // many local maxima
            EXPECT_NEAR(model.report.objective, coordinates.report.objective, 0.05 * coordinates.report.objective);
            continue;
          }
          EXPECT_NEAR(model.report.objective, coordinates.report.objective, 1e-9 * coordinates.report.objective);
          EXPECT_LE(score_difference(model.transform(rows_of(X)), coordinates.transform(rows_of(X))), 1e-6);
          EXPECT_NEAR(model.report.reconstruction_error, coordinates.report.reconstruction_error, 1e-7);
          EXPECT_NEAR(model.report.l21_ratio, coordinates.report.l21_ratio, 1e-8);
          EXPECT_LE((model.explained_variance - coordinates.explained_variance).norm(), 1e-8);
          EXPECT_NEAR(model.orthogonal_cutoff, coordinates.orthogonal_cutoff, 1e-6);
          ASSERT_TRUE(model.report.certificate.upper_bound && coordinates.report.certificate.upper_bound);
          EXPECT_GE(*model.report.certificate.upper_bound, coordinates.report.objective * (1 - 1e-9));
          EXPECT_GE(*model.report.certificate.upper_bound, *coordinates.report.certificate.upper_bound * (1 - 1e-9));
          if (method == Method::pca) {
            EXPECT_EQ(model.report.certificate.kind, CertificateKind::proven);
            EXPECT_TRUE(*model.report.certificate.certified());
          }
        }
}

TEST(KernelFit, TakesTheKernelMatrixWhereTheRankIsHigh) {
  const RowMatrix<double> X = random_rows(1100, 12, 5);
  FitOptions options = tight(Kernel::rbf);
  options.components = 2, options.tolerance = 1e-4;
  const Model fitted = fit(rows_of(X), options);
  EXPECT_EQ(fitted.report.solver_used, (SolverUsed{Solver::accelerated, Engine::gram}));
  EXPECT_EQ(fitted.report.status, Status::converged);
  EXPECT_EQ(fitted.transform(rows_of(X)).rows(), 1100);
  // Products with the kernel matrix bound what a factorization of it proves.
  EXPECT_EQ(fitted.report.certificate.kind, CertificateKind::probable);
  options.certify = Certify::on;
  const FitReport proven = fit(rows_of(X), options).report;
  EXPECT_EQ(proven.certificate.kind, CertificateKind::proven);
  EXPECT_GE(*fitted.report.certificate.upper_bound, *proven.certificate.upper_bound * (1 - 1e-9));
  EXPECT_GE(*proven.certificate.upper_bound, proven.objective);
}

TEST(KernelFit, AnInterruptedCertificateProvesNothingTooMuch) {
  const RowMatrix<double> X = random_rows(1100, 12, 5);
  FitOptions options = tight(Kernel::rbf);
  options.components = 2, options.tolerance = 1e-4;
  const FitReport whole = fit(rows_of(X), options).report;
  for (const int last : {1, 2, 5}) {
    int steps = 0;
    const FitReport report = fit(rows_of(X), options, [&](const Progress& progress) {
                               steps += progress.stage == Stage::certificate ? 1 : 0;
                               return steps >= last ? Signal::stop : Signal::go_on;
                             }).report;
    EXPECT_TRUE(std::isfinite(*report.certificate.upper_bound));
    EXPECT_GE(*report.certificate.upper_bound, *whole.certificate.upper_bound * (1 - 1e-12));
    EXPECT_EQ(*report.certificate.certified(), *report.certificate.gap <= 1e-6);
  }
}

// Rows that are rounding beside the longest one are not in the coordinates, but in the bound.
TEST(KernelFit, ItsBoundCountsWhatTheCoordinatesLeaveOut) {
  RowMatrix<double> X = RowMatrix<double>::Zero(1000, 3);
  X(0, 0) = 1, X(1, 1) = 1e-6;
  X.col(2).tail(998).setConstant(4e-7);
  FitOptions options = tight(Kernel::linear);
  options.components = 2, options.center = Center::none;
  options.certify = Certify::on;
  const double best = 1 + 998 * 4e-7;
  EXPECT_GE(*fit(rows_of(X), options).report.certificate.upper_bound, best);
}

TEST(KernelFit, OfAPrecomputedMatrixIsThatOfItsKernel) {
  const RowMatrix<double> X = rotated_rows(100, 4, 6), fresh = rotated_rows(9, 4, 7);
  const KernelSpec rbf{Kernel::rbf, 0.5, 3, 1};
  FitOptions options = tight(Kernel::rbf);
  options.gamma = 0.5;
  const Model direct = fit(rows_of(X), options);
  const RowMatrix<double> K = kernel_matrix(rbf, X, X), K_fresh = kernel_matrix(rbf, fresh, X);
  const Model given = fit(rows_of(K), tight(Kernel::precomputed));
  EXPECT_LE(score_difference(given.transform(rows_of(K_fresh)), direct.transform(rows_of(fresh))), 1e-7);
  EXPECT_NE(message_of<InvalidArgument>([&] { (void)given.distances(rows_of(K_fresh)); }).find("precomputed"),
            std::string::npos);
}

TEST(KernelFit, WithAllRowsAsLandmarksIsExact) {
  const RowMatrix<double> X = rotated_rows(120, 4, 8);
  FitOptions options = tight(Kernel::rbf);
  options.gamma = 0.1;
  const Model exact = fit(rows_of(X), options);
  for (const LandmarkChoice choice : {LandmarkChoice::random, LandmarkChoice::kmeans}) {
    options.landmark_choice = choice;
    options.landmarks = 120;
    EXPECT_LE(score_difference(fit(rows_of(X), options).transform(rows_of(X)), exact.transform(rows_of(X))), 1e-6);
    options.landmarks = 60;
    const Model approximate = fit(rows_of(X), options);
    EXPECT_LE(score_difference(approximate.transform(rows_of(X)), exact.transform(rows_of(X))), 0.01);
    EXPECT_EQ(static_cast<Index>(approximate.kernel().rows.size()), *approximate.report.kernel_rank);
  }
}

TEST(KernelFit, FlagsARowThatNoLandmarkKnows) {
  const RowMatrix<double> X = 0.3 * rotated_rows(300, 3, 9);
  FitOptions options = tight(Kernel::rbf);
  options.gamma = 1, options.landmarks = 40;
  const Model model = fit(rows_of(X), options);
  const RowMatrix<double> far{{50.0, 50.0, 50.0}};
  EXPECT_TRUE(model.distances(rows_of(far)).outlier[0]);
}

TEST(KernelFit, OfSparseRowsIsThatOfDenseOnes) {
  const SparseTable data = thinned(rotated_rows(130, 9, 10), 0.4, 2);
  for (const Kernel kernel : {Kernel::rbf, Kernel::cosine, Kernel::laplacian}) {
    const FitOptions options = tight(kernel);
    const Model dense = fit(rows_of(data.dense), options), sparse = fit(data.view(), options);
    EXPECT_LE(score_difference(sparse.transform(data.view()), dense.transform(rows_of(data.dense))), 1e-7);
  }
}

TEST(KernelFit, ReportsTheShareOfAnIndefiniteKernelThatIsCutOff) {
  const RowMatrix<double> X = rotated_rows(60, 4, 11);
  FitOptions options = tight(Kernel::sigmoid);
  options.gamma = 0.8, options.coef0 = -0.5;
  const Model fitted = fit(rows_of(X), options);
  EXPECT_GT(*fitted.report.kernel_clipped, 0.01);
  ASSERT_FALSE(fitted.report.warnings.empty());
  EXPECT_NE(fitted.report.warnings.front().text().find("negative"), std::string::npos);
  const Distances distances = fitted.distances(rows_of(X));
  EXPECT_NEAR(distances.orthogonal.mean(), fitted.report.reconstruction_error, 1e-6);
}

TEST(KernelFit, OnTheSphereWithTheJointCenterWorks) {
  const RowMatrix<double> X = rotated_rows(80, 4, 12);
  FitOptions options{.components = 2, .method = Method::r1, .center = Center::joint, .row_scaling = RowScaling::sphere};
  options.kernel = Kernel::rbf, options.init = Init::spherical;
  EXPECT_EQ(fit(rows_of(X), options).report.status, Status::converged);
}

TEST(KernelFit, HasTheSameBitsForAnyNumberOfThreads) {
  const RowMatrix<double> X = rotated_rows(400, 6, 13);
  FitOptions options = tight(Kernel::rbf);
  options.tolerance = 1e-6, options.threads = 1;
  const Model alone = fit(rows_of(X), options);
  for (const int threads : kThreadCounts) {
    options.threads = threads;
    EXPECT_EQ(fit(rows_of(X), options).kernel().coefficients, alone.kernel().coefficients);
  }
}

TEST(KernelFit, RefusesWhatMakesNoSense) {
  const RowMatrix<double> X = rotated_rows(30, 4, 14);
  const auto refused = [&](const auto& change) {
    FitOptions options = tight(Kernel::rbf);
    change(options);
    return message_of<InvalidArgument>([&] { (void)fit(rows_of(X), options); });
  };
  EXPECT_NE(refused([](FitOptions& o) { o.gamma = 0; }).find("gamma must be finite and > 0, got 0"), std::string::npos);
  EXPECT_NE(refused([](FitOptions& o) { o.gamma = -1; }).find("got -1"), std::string::npos);
  EXPECT_NE(refused([](FitOptions& o) { o.landmarks = 31; }).find("<= 30 (rows), got 31"), std::string::npos);
  EXPECT_NE(refused([](FitOptions& o) { o.degree = 0; }).find("degree"), std::string::npos);
  EXPECT_NE(refused([](FitOptions& o) { o.center = Center::median; }).find("center"), std::string::npos);
  EXPECT_NE(refused([](FitOptions& o) { o.column_scaling = ColumnScaling::mad; }).find("scale"), std::string::npos);
  EXPECT_NE(refused([](FitOptions& o) { o.components = 31; }).find("<= 30 (rows), got 31"), std::string::npos);
  EXPECT_NE(refused([](FitOptions& o) { o.kernel = Kernel::linear, o.components = 5; }).find("rank of the kernel"),
            std::string::npos);
  EXPECT_NE(refused([](FitOptions& o) { o.kernel = Kernel::none, o.landmarks = 5; }).find("belong to a kernel"),
            std::string::npos);
  EXPECT_NE(refused([](FitOptions& o) { o.method = Method::r1, o.memory = 2000; }).find("more than memory holds"),
            std::string::npos);
  const Model model = fit(rows_of(X), tight(Kernel::rbf));
  EXPECT_NE(message_of<InvalidArgument>([&] { (void)model.reconstruct(rows_of(X)); }).find("cannot reconstruct"),
            std::string::npos);
}

}  // namespace
}  // namespace l21::internal::test
