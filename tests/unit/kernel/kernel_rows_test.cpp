#include "kernel/kernel_rows.hpp"

#include "l21/error.hpp"
#include "unit/kernel/kernels.hpp"
#include "unit/message_of.hpp"
#include "unit/rows/sparse_table.hpp"

namespace l21::internal::test {
namespace {

Matrix<double> evaluate(const KernelRows& rows, const Landmarks& landmarks) {
  Matrix<double> K(rows.rows(), landmarks.count());
  rows.for_blocks(landmarks, [&](const KernelBlock& block) { K.middleRows(block.first, block.count) = block.K; });
  return K;
}

TEST(KernelRows, GiveTheValuesOfTheFormulaForDenseAndSparseRows) {
  for (const Index n : {1, 7, 300}) {
    const SparseTable data = thinned(rotated_rows(n, 13, 1), 0.5, 2);
    const std::vector<Index> some = n > 5 ? std::vector<Index>{3, 0, 5} : std::vector<Index>{0};
    RowMatrix<double> chosen(static_cast<Index>(some.size()), 13);
    for (std::size_t j = 0; j < some.size(); ++j) chosen.row(static_cast<Index>(j)) = data.dense.row(some[j]);
    for (const KernelSpec& kernel : kEveryKernel) {
      SCOPED_TRACE(static_cast<int>(kernel.function));
      const Matrix<double> expected = kernel_matrix(kernel, data.dense, chosen);
      const Vector<double> shift = data.dense.colwise().mean().transpose();
      for (const Rows& rows : {Rows(rows_of(data.dense)), Rows(data.view())}) {
        const KernelRows seen(rows, kernel, shift, 2);
        EXPECT_LE((evaluate(seen, seen.landmarks(some)) - expected).cwiseAbs().maxCoeff(), 1e-13);
        EXPECT_LE((seen.values(some, seen.landmarks(some)) - kernel_matrix(kernel, chosen, chosen)).norm(), 1e-13);
        const Vector<double> itself = seen.itself();
        for (Index i = 0; i < n; ++i)
          EXPECT_NEAR(itself(i), kernel_value(kernel, data.dense.row(i).transpose(), data.dense.row(i).transpose()),
                      1e-13);
      }
    }
  }
}

TEST(KernelRows, AreTheSameBitsForAnyNumberOfThreads) {
  const RowMatrix<double> X = rotated_rows(700, 20, 3);
  const std::vector<Index> some = {1, 699, 40, 41};
  for (const KernelSpec& kernel : kEveryKernel) {
    const KernelRows alone(rows_of(X), kernel, Vector<double>::Zero(20), 1);
    for (const int threads : kThreadCounts) {
      const KernelRows seen(rows_of(X), kernel, Vector<double>::Zero(20), threads);
      EXPECT_EQ(evaluate(seen, seen.landmarks(some)), evaluate(alone, alone.landmarks(some)));
    }
  }
}

TEST(KernelRows, DistancesSurviveALargeMean) {
  const RowMatrix<double> X = rotated_rows(50, 4, 4);
  const RowMatrix<double> far = X.array() + 1e7;
  const KernelSpec rbf{Kernel::rbf, 1, 3, 1};
  const KernelRows near_rows(rows_of(X), rbf, X.colwise().mean().transpose(), 1);
  const KernelRows far_rows(rows_of(far), rbf, far.colwise().mean().transpose(), 1);
  const auto all = all_rows(50);
  EXPECT_LE((near_rows.values(all, near_rows.landmarks(all)) - far_rows.values(all, far_rows.landmarks(all))).norm(),
            1e-6);
}

TEST(KernelRows, OneFarRowDoesNotBlurTheOthers) {
  RowMatrix<double> X = random_rows(60, 5, 6);
  const KernelSpec rbf{Kernel::rbf, 0.2, 3, 1};
  for (const double far : {1e6, 1e8, 1e12}) {
    X.row(8).setConstant(far);
    const Matrix<double> expected = kernel_matrix(rbf, X, X);
    // Whatever the rows are centered at.
    for (const double shift : {0.0, far / 60}) {
      const KernelRows rows(rows_of(X), rbf, Vector<double>::Constant(5, shift), 2);
      const auto all = all_rows(60);
      const double tolerance = shift == 0 ? 1e-12 : 1e-16 * far * 20;  // what adding the shift leaves of a row
      EXPECT_LE((evaluate(rows, rows.landmarks(all)) - expected).cwiseAbs().maxCoeff(), tolerance) << far;
    }
  }
}

TEST(KernelRows, AValueThatOverflowsNamesBothRows) {
  RowMatrix<double> X = rotated_rows(6, 3, 5);
  X.row(4) *= 1e100;
  const KernelRows seen(rows_of(X), {Kernel::polynomial, 1, 4, 0}, Vector<double>::Zero(3), 1);
  const auto message = message_of<DataError>([&] { (void)evaluate(seen, seen.landmarks(std::vector<Index>{4})); });
  EXPECT_NE(message.find("row 1 with row 5"), std::string::npos) << message;
}

}  // namespace
}  // namespace l21::internal::test
