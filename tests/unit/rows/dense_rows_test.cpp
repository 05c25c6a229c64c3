#include "rows/dense_rows.hpp"

#include "linalg/parallel.hpp"
#include "unit/rows/preparation.hpp"
#include "unit/rows/stored_table.hpp"

namespace l21::internal::test {
namespace {

template <class T>
class DenseRowsTest : public testing::Test {};
TYPED_TEST_SUITE(DenseRowsTest, BothPrecisions);

TYPED_TEST(DenseRowsTest, CopyEveryStorageAndLayoutAsANaiveLoopDoes) {
  using T = TypeParam;
  for (const Storage storage : kStorages)
    for (const Layout layout : kLayouts)
      for (const auto& [n, d] : {std::pair<Index, Index>{1, 1}, {1, 19}, {7, 1}, {9, 17}, {35, 33}}) {
        SCOPED_TRACE(testing::Message() << int(storage) << " " << int(layout) << " " << n << " x " << d);
        const StoredTable table = stored_table(storage, layout, n, d);
        const RowPreparation preparation = some_preparation(n, d);
        const DenseRows<T> source(table.view, preparation);
        const Index first = n / 3, count = n - first;
        RowMatrix<T> out(count, d);
        source.copy_rows(first, count, out.data());
        const RowMatrix<double> expected = prepared_naively(table.values, preparation).bottomRows(count);
        EXPECT_LE((out.template cast<double>() - expected).norm(), Tolerance<T>::rounding * (1 + expected.norm()));
      }
}

TYPED_TEST(DenseRowsTest, KeepStoredValuesExactlyUnderTheIdentity) {
  using T = TypeParam;
  for (const Storage storage : {Storage::float32, Storage::uint8, Storage::int16}) {
    const StoredTable table = stored_table(storage, Layout::column_major, 21, 18);
    RowMatrix<T> out(21, 18);
    DenseRows<T>(table.view, RowPreparation::identity(18)).copy_rows(0, 21, out.data());
    EXPECT_TRUE(same_bits(out.template cast<double>(), table.values));
  }
}

// Wider than any stretch that a block cuts its products into: 130 columns of W make those short.
TYPED_TEST(DenseRowsTest, BlocksMultiplyAsNaiveProductsDo) {
  using T = TypeParam;
  for (const Index m : {1, 2, 4, 5, 8, 9, 32, 33, 130})
    for (const auto& [n, d] : {std::pair<Index, Index>{1, 1}, {1, 201}, {33, 1}, {45, 777}, {43, 8209}}) {
      SCOPED_TRACE(testing::Message() << n << " x " << d << " x " << m);
      const StoredTable table = stored_table(Storage::float64, Layout::row_major, n, d);
      RowPreparation preparation = RowPreparation::identity(d);
      preparation.factor *= 0.02;
      const DenseRows<T> source(table.view, preparation);
      const RowMatrix<double> X = 0.02 * table.values;
      const Index first = n > 40 ? 2 : 0, count = std::min(n - first, source.block_rows(m));
      const auto block = source.make_block(count);
      block->load(first, count);
      const RowMatrix<double> Xb = X.middleRows(first, count);
      const Matrix<double> W = random_rows(d, m, 5) / std::sqrt(static_cast<double>(d));
      RowMatrix<T> P = RowMatrix<T>::Constant(count, m, std::numeric_limits<T>::quiet_NaN());
      const auto directions = source.make_directions();
      source.pack(W, *directions);
      block->project(*directions, P.data());
      const RowMatrix<double> expected = Xb * W;
      EXPECT_LE((P.template cast<double>() - expected).norm(), Tolerance<T>::rounding * (1 + expected.norm()));

      Matrix<double> M = Matrix<double>::Ones(d, m);
      block->accumulate(P.data(), m, M);
      const Matrix<double> moment = Matrix<double>::Ones(d, m) + Xb.transpose() * expected;
      EXPECT_LE((M - moment).norm(), Tolerance<T>::rounding * (1 + moment.norm()));

      Vector<double> norms(count);
      block->squared_norms(norms.data());
      EXPECT_LE((norms - Xb.rowwise().squaredNorm()).norm(), Tolerance<T>::rounding * (1 + norms.norm()));
      EXPECT_NEAR(block->max_abs(), Xb.cwiseAbs().maxCoeff(), Tolerance<T>::rounding * 10);

      block->subtract_projection(*directions, P.data());
      block->squared_norms(norms.data());
      const RowMatrix<double> rest = Xb - expected * W.transpose();
      EXPECT_LE((norms.cwiseSqrt() - rest.rowwise().norm()).norm(), 10 * Tolerance<T>::rounding * (1 + rest.norm()));
    }
}

TYPED_TEST(DenseRowsTest, BlocksReportValuesThatAreNotFinite) {
  using T = TypeParam;
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity()})
    for (Index place = 0; place < 3 * 11; ++place) {
      RowMatrix<double> X = random_rows(3, 11, 2);
      X.data()[place] = bad;
      const DenseRows<T> source(rows_of(X), RowPreparation::identity(11));
      const auto block = source.make_block(3);
      block->load(0, 3);
      EXPECT_TRUE(std::isnan(block->max_abs())) << bad << " at " << place;
    }
}

// Rows so long that threads share their columns: at the first one, the last one and between.
TYPED_TEST(DenseRowsTest, LongBlocksReportValuesThatAreNotFinite) {
  using T = TypeParam;
  for (const Index column : {0, 2047, 2048, 9000}) {
    RowMatrix<double> X = random_rows(2, 9001, 2);
    X(1, column) = std::numeric_limits<double>::quiet_NaN();
    const DenseRows<T> source(rows_of(X), RowPreparation::identity(9001));
    ASSERT_TRUE(source.shares_columns());
    const ProductTeam team(3);
    const auto block = source.make_block(2);
    block->load(0, 2);
    EXPECT_TRUE(std::isnan(block->max_abs())) << column;
  }
}

TYPED_TEST(DenseRowsTest, BlockRowsStayWithinTheirBoundsForEveryShape) {
  using T = TypeParam;
  for (const Index n : {1, 31, 32, 33, 255, 256, 257, 100000})
    for (const Index d : {1, 511, 512, 4096, 100000}) {
      const DenseRows<T> source({nullptr, Storage::float64, n, d, d, 1}, RowPreparation::identity(d));
      for (const Index m : {1, 4, 5, 300}) {
        EXPECT_GE(source.block_rows(m), 1);
        EXPECT_LE(source.block_rows(m), std::min<Index>(n, 256));
      }
    }
}

TEST(RowsView, CutsAndTransposesWithoutCopying) {
  const StoredTable table = stored_table(Storage::int16, Layout::strided, 6, 5);
  const auto read = [](const RowsView& view) {
    RowMatrix<double> out(view.rows, view.cols);
    DenseRows<double>(view, RowPreparation::identity(view.cols)).copy_rows(0, view.rows, out.data());
    return out;
  };
  EXPECT_TRUE(same_bits(read(table.view.transposed()), table.values.transpose()));
  EXPECT_TRUE(same_bits(read(table.view.row_range(2, 3)), table.values.middleRows(2, 3)));
  EXPECT_TRUE(same_bits(read(table.view.column_range(1, 2)), table.values.middleCols(1, 2)));
}

TEST(RowsView, BorrowsEigenMatricesOfEitherOrderAndTheirBlocks) {
  const Matrix<double> A = random_rows(5, 4, 1);
  const RowMatrix<double> B = A;
  for (const RowsView& view : {rows_of(A), rows_of(B), row_major(B.data(), 5, 4)}) {
    RowMatrix<double> out(5, 4);
    DenseRows<double>(view, RowPreparation::identity(4)).copy_rows(0, 5, out.data());
    EXPECT_TRUE(same_bits(out, A));
  }
  const auto part = A.block(1, 1, 3, 2);
  RowMatrix<double> out(3, 2);
  DenseRows<double>(rows_of(part), RowPreparation::identity(2)).copy_rows(0, 3, out.data());
  EXPECT_TRUE(same_bits(out, part));
}

}  // namespace
}  // namespace l21::internal::test
