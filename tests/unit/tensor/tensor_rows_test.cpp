#include "tensor/tensor_rows.hpp"

#include "rows/pass.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

const std::vector<Index> kShape = {4, 3, 5};

ModeFactors factors() {
  return {random_orthonormal(4, 2, 1), random_orthonormal(3, 3, 2), random_orthonormal(5, 2, 3)};
}

TEST(TensorRows, PassOverTheRowsThatCopyRowsGives) {
  for (const Index n : {1, 21, 150, 1500}) {
    const RowMatrix<double> X = random_rows(n, 60, 4);
    const DenseRows<double> samples(rows_of(X), RowPreparation::identity(60));
    for (std::size_t k = 0; k < 3; ++k) {
      ModeFactors others = factors();
      others[k].resize(kShape[k], 0);
      const TensorRows rows(samples, kShape, others, k);
      EXPECT_EQ(rows.cols(), kShape[k]);
      EXPECT_EQ(rows.rows() % n, 0);
      RowMatrix<double> Y(rows.rows(), rows.cols());
      rows.copy_rows(0, rows.rows(), Y.data());
      const Matrix<double> W = random_orthonormal(kShape[k], 2, 5);
      const RowMatrix<double> A = random_rows(rows.rows(), 2, 6);
      for (const int threads : kThreadCounts) {
        Matrix<double> P(rows.rows(), 2);
        project_rows(rows, W, threads, P);
        EXPECT_LE((P - Y * W).norm(), 1e-12 * Y.norm());
        EXPECT_LE((combine_rows(rows, A, threads) - Y.transpose() * A).norm(), 1e-12 * Y.norm() * A.norm());
      }
      // Rows from the middle of one sample to the middle of another.
      if (rows.rows() < 12) continue;
      RowMatrix<double> some(7, rows.cols());
      rows.copy_rows(3, 7, some.data());
      EXPECT_EQ(some, Y.middleRows(3, 7));
    }
  }
}

TEST(TensorRows, WithoutAModeARowIsAProjectedSample) {
  const RowMatrix<double> X = random_rows(40, 60, 7);
  const DenseRows<double> samples(rows_of(X), RowPreparation::identity(60));
  const TensorRows rows(samples, kShape, factors(), std::nullopt);
  EXPECT_EQ(rows.rows(), 40);
  EXPECT_EQ(rows.cols(), 12);
  std::vector<double> values(X.data(), X.data() + X.size()), scratch;
  multiply_modes(factors(), Op::transpose, 40, kShape, values, scratch);
  RowMatrix<double> core(40, 12);
  rows.copy_rows(0, 40, core.data());
  EXPECT_LE((core - Eigen::Map<const RowMatrix<double>>(values.data(), 40, 12)).norm(), 1e-12);
  // Pythagoras.
  const Vector<double> rest = squared_rest(samples, kShape, factors(), 2);
  EXPECT_LE((rest + core.rowwise().squaredNorm() - X.rowwise().squaredNorm()).norm(), 1e-10);
}

}  // namespace
}  // namespace l21::internal::test
