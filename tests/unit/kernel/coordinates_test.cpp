#include "kernel/coordinates.hpp"

#include "unit/kernel/kernels.hpp"

namespace l21::internal::test {
namespace {

const CoordinateLimits kNoLimits{.least_rank = 1, .most_rank = 100000, .give_up = GiveUp::when_reached};

TEST(PivotedCoordinates, HaveTheKernelAsInnerProduct) {
  for (const Index n : {1, 2, 127, 129, 300}) {
    RowMatrix<double> X = rotated_rows(n, 4, 1);
    if (n > 2) X.row(1) = X.row(0);  // a duplicate row
    for (const KernelSpec& kernel : kEveryKernel) {
      if (!is_semidefinite(kernel)) continue;
      SCOPED_TRACE(testing::Message() << static_cast<int>(kernel.function) << " n " << n);
      const KernelRows rows(rows_of(X), kernel, Vector<double>::Zero(4), 2);
      const auto found = pivoted_coordinates(rows, all_rows(n), kNoLimits, {});
      ASSERT_TRUE(found);
      const Matrix<double> K = kernel_matrix(kernel, X, X);
      EXPECT_LE((found->Z * found->Z.transpose() - K).cwiseAbs().maxCoeff(), 1e-11 * K.diagonal().maxCoeff());
      EXPECT_LE(found->left_out.maxCoeff(), 1e-11 * K.diagonal().maxCoeff());
      if (n == 300 && kernel.function == Kernel::linear) {
        EXPECT_EQ(found->Z.cols(), 4);
      }
    }
  }
}

TEST(PivotedCoordinates, EndWhereRowsDifferByRounding) {
  RowMatrix<double> X = random_rows(5, 3, 20);
  X.row(3) = X.row(0);
  X.row(4) = X.row(1).array() + 1e-8;
  for (const KernelSpec& kernel : {KernelSpec{Kernel::cosine, 1, 3, 1}, KernelSpec{Kernel::rbf, 1e-3, 3, 1},
                                   KernelSpec{Kernel::rbf, 1e17, 3, 1}, KernelSpec{Kernel::linear, 1, 3, 1}})
    for (const double scale : {1e-60, 1.0, 1e60}) {
      const RowMatrix<double> scaled = scale * X;
      const KernelRows rows(rows_of(scaled), kernel, Vector<double>::Zero(3), 1);
      const auto found = pivoted_coordinates(rows, all_rows(5), kNoLimits, {});
      ASSERT_TRUE(found);
      EXPECT_LE(found->Z.cols(), 5);
    }
}

TEST(PivotedCoordinates, OfAnyRowFollowFromTheLandmarks) {
  const RowMatrix<double> X = rotated_rows(200, 3, 2);
  for (const KernelSpec& kernel : kEveryKernel) {
    const KernelRows rows(rows_of(X), kernel, Vector<double>::Zero(3), 2);
    const std::vector<Index> few = {1, 5, 9, 60, 61, 150, 7};
    const auto found =
        is_semidefinite(kernel) ? *pivoted_coordinates(rows, few, kNoLimits, {}) : clipped_coordinates(rows, few);
    const Matrix<double> directions = random_rows(found.Z.cols(), 2, 3);
    RowMatrix<double> landmarks(static_cast<Index>(found.landmarks.size()), 3);
    for (std::size_t l = 0; l < found.landmarks.size(); ++l)
      landmarks.row(static_cast<Index>(l)) = X.row(found.landmarks[l]);
    const Matrix<double> scores = kernel_matrix(kernel, X, landmarks) * found.over_landmarks(directions);
    EXPECT_LE((scores - found.Z * directions).cwiseAbs().maxCoeff(), 1e-9) << static_cast<int>(kernel.function);
  }
}

TEST(PivotedCoordinates, LeaveOutWhatLandmarksCannotReach) {
  const RowMatrix<double> X = rotated_rows(60, 5, 4);
  const KernelSpec rbf{Kernel::rbf, 0.5, 3, 1};
  const KernelRows rows(rows_of(X), rbf, Vector<double>::Zero(5), 1);
  const std::vector<Index> few = {3, 20, 40};
  const auto found = pivoted_coordinates(rows, few, kNoLimits, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->Z.cols(), 3);
  for (Index i = 0; i < 60; ++i) EXPECT_NEAR(found->left_out(i) + found->Z.row(i).squaredNorm(), 1.0, 1e-12);
  for (const Index l : few) EXPECT_LE(found->left_out(l), 1e-12);
}

TEST(PivotedCoordinates, GiveUpWhereTheRankIsTooLarge) {
  const RowMatrix<double> X = random_rows(600, 10, 5);
  const KernelRows rows(rows_of(X), {Kernel::rbf, 1, 3, 1}, Vector<double>::Zero(10), 2);
  EXPECT_FALSE(pivoted_coordinates(rows, all_rows(600), {.least_rank = 1, .most_rank = 100}, {}));
  EXPECT_FALSE(pivoted_coordinates(rows, all_rows(600),
                                   {.least_rank = 1, .most_rank = 500, .give_up = GiveUp::when_foreseen}, {}));
}

TEST(PivotedCoordinates, StopEarlyWhenAskedToButNotBeforeTheLeastRank) {
  const RowMatrix<double> X = random_rows(600, 10, 6);
  const KernelRows rows(rows_of(X), {Kernel::rbf, 1, 3, 1}, Vector<double>::Zero(10), 2);
  const auto found = pivoted_coordinates(rows, all_rows(600), {.least_rank = 200, .most_rank = 1000},
                                         [](const Progress&) { return Signal::stop; });
  ASSERT_TRUE(found);
  EXPECT_GE(found->Z.cols(), 200);
  EXPECT_LT(found->Z.cols(), 600);
}

TEST(ClippedCoordinates, HaveThePositivePartAsInnerProduct) {
  const RowMatrix<double> X = rotated_rows(80, 4, 7);
  const KernelSpec sigmoid{Kernel::sigmoid, 0.8, 3, -0.5};
  const KernelRows rows(rows_of(X), sigmoid, Vector<double>::Zero(4), 2);
  const auto found = clipped_coordinates(rows, all_rows(80));
  const Eigen::SelfAdjointEigenSolver<Matrix<double>> eigen(kernel_matrix(sigmoid, X, X));
  const Vector<double> positive = eigen.eigenvalues().cwiseMax(0.0);
  const Matrix<double> part = eigen.eigenvectors() * positive.asDiagonal() * eigen.eigenvectors().transpose();
  EXPECT_LE((found.Z * found.Z.transpose() - part).norm(), 1e-10 * part.norm());
  EXPECT_NEAR(found.clipped_share, -eigen.eigenvalues().cwiseMin(0.0).sum() / eigen.eigenvalues().cwiseAbs().sum(),
              1e-10);
  EXPECT_GT(found.clipped_share, 0.01);
}

}  // namespace
}  // namespace l21::internal::test
