#include "rows/sparse_rows.hpp"

#include <map>

#include "data/column_statistics.hpp"
#include "data/scan.hpp"
#include "l21/error.hpp"
#include "linalg/statistics.hpp"
#include "rows/pass.hpp"
#include "unit/rows/preparation.hpp"
#include "unit/rows/sparse_table.hpp"

namespace l21::internal::test {
namespace {

template <class T>
class SparseRowsTest : public testing::Test {};
TYPED_TEST_SUITE(SparseRowsTest, BothPrecisions);

TYPED_TEST(SparseRowsTest, CopyAsANaiveLoopDoes) {
  using T = TypeParam;
  const SparseTable table = thinned(random_rows(23, 40, 1), 0.2, 2);
  for (const bool scaled : {false, true})
    for (const SparseView& view : {table.view(), table.view32()}) {
      const RowPreparation preparation = some_preparation(23, 40, scaled);
      const SparseRows<T> source(view, preparation);
      const RowMatrix<double> X = prepared_naively(table.dense, preparation);
      RowMatrix<T> rows(20, 40), part(20, 11);
      source.copy_rows(3, 20, rows.data());
      source.copy_columns(3, 20, 7, 11, part.data());
      EXPECT_LE((rows.template cast<double>() - X.bottomRows(20)).norm(), Tolerance<T>::rounding * (1 + X.norm()));
      EXPECT_TRUE(same_bits(part.template cast<double>(), rows.middleCols(7, 11).template cast<double>()));
    }
}

TYPED_TEST(SparseRowsTest, ChosenOnesArePreparedAsTheyWere) {
  using T = TypeParam;
  const SparseTable table = thinned(random_rows(23, 40, 1), 0.2, 2);
  for (const bool scaled : {false, true})
    for (const SparseView& view : {table.view(), table.view32()}) {
      const SparseRows<T> source(view, some_preparation(23, 40, scaled));
      const std::vector<Index> some = {0, 6, 7, 22, 3};
      const auto chosen = source.chosen(some);
      ASSERT_EQ(chosen->rows(), 5);
      RowMatrix<T> copy(5, 40), original(1, 40);
      chosen->copy_rows(0, 5, copy.data());
      for (Index k = 0; k < 5; ++k) {
        source.copy_rows(some[static_cast<std::size_t>(k)], 1, original.data());
        EXPECT_TRUE(same_bits(copy.row(k).template cast<double>(), original.template cast<double>()));
      }
    }
}

// All that a pass gives: projections, norms, residuals, moments.
TYPED_TEST(SparseRowsTest, PassesAreThoseOfTheDenseRows) {
  using T = TypeParam;
  for (const auto& [n, d] : {std::pair<Index, Index>{1, 140}, {300, 150}, {777, 133}})
    for (const Index m : {1, 2, 7, 8, 9, 16, 17, 31, 64, 65, 130})
      for (const bool scaled : {false, true}) {
        SCOPED_TRACE(testing::Message() << n << " x " << d << " x " << m << (scaled ? ", scaled" : ""));
        const SparseTable table = thinned(random_rows(n, d, 1), 0.1, 2);
        const RowPreparation preparation = some_preparation(n, d, scaled);
        const RowMatrix<double> X = prepared_naively(table.dense, preparation);
        const Matrix<double> W = random_orthonormal(d, m, 5);
        const RowMatrix<double> t = X * W, rest = X - t * W.transpose();
        for (const SparseView& view : {table.view(), table.view32()})
          for (const SquaredNorms kind : {SquaredNorms::none, SquaredNorms::of_rows, SquaredNorms::of_residuals}) {
            const SparseRows<T> source(view, preparation);
            const RowMatrix<double>& expected = kind == SquaredNorms::of_residuals ? rest : X;
            Pass<T> pass(source, m, 2);
            RowMatrix<double> seen(n, m);
            Vector<double> norms = Vector<double>::Zero(n);
            Matrix<double> M;
            pass.moment(
                W, kind,
                [&](const ProjectedBlock<T>& block) {
                  seen.middleRows(block.first, block.count) =
                      Eigen::Map<const RowMatrix<T>>(block.t, block.count, m).template cast<double>();
                  if (kind != SquaredNorms::none)
                    norms.segment(block.first, block.count) =
                        Eigen::Map<const Vector<double>>(block.squared_norm, block.count);
                },
                M);
            EXPECT_LE((seen - t).norm(), Tolerance<T>::rounding * (1 + t.norm()));
            EXPECT_LE((M - expected.transpose() * t).norm(), 10 * Tolerance<T>::rounding * (1 + X.squaredNorm()));
            if (kind != SquaredNorms::none) {
              EXPECT_LE((norms - expected.rowwise().squaredNorm()).cwiseAbs().maxCoeff(),
                        Tolerance<T>::rounding * (1 + X.rowwise().squaredNorm().maxCoeff()));
            }
          }
      }
}

// A difference of squares would be off by sqrt(eps) of the row's length.
TYPED_TEST(SparseRowsTest, ResidualsOfRowsThatHardlyHaveOneAreExact) {
  using T = TypeParam;
  constexpr Index n = 60, d = 37, m = 3;
  const Matrix<double> W = random_orthonormal(d, m, 3);
  RowMatrix<double> X = random_rows(n, m, 1) * W.transpose();
  const RowMatrix<double> noise = random_rows(n, d, 2);
  for (Index i = 0; i < n; ++i) X.row(i) += std::pow(10.0, -0.2 * static_cast<double>(i)) * noise.row(i);
  const SparseTable table = sparse_copy(X);
  const RowPreparation preparation = some_preparation(n, d, true);
  const SparseRows<T> source(table.view(), preparation);
  RowMatrix<T> prepared(n, d);
  source.copy_rows(0, n, prepared.data());
  const RowMatrix<double> rows = prepared.template cast<double>(), rest = rows - rows * W * W.transpose();
  Pass<T> pass(source, m, 2);
  pass.project(W, SquaredNorms::of_residuals, [&](const ProjectedBlock<T>& block) {
    for (Index i = 0; i < block.count; ++i) {
      const Index row = block.first + i;
      EXPECT_NEAR(std::sqrt(block.squared_norm[i]), rest.row(row).norm(),
                  30 * std::numeric_limits<T>::epsilon() * rows.row(row).norm() + 1e-3 * rest.row(row).norm());
    }
  });
}

// A column far from 0 is subtracted from what was multiplied with the same, rounded, W.
TYPED_TEST(SparseRowsTest, ProjectionsDoNotLoseWhatTheCenterIs) {
  using T = TypeParam;
  constexpr Index kRows = 120, kCols = 90;
  RowMatrix<double> values = thinned(random_rows(kRows, kCols, 1), 0.2, 2).dense;
  values.col(7).setConstant(1048576);
  const SparseTable table = sparse_copy(values);
  RowPreparation preparation = RowPreparation::identity(kCols);
  preparation.center = table.dense.colwise().mean().transpose();
  const RowMatrix<double> X = prepared_naively(table.dense, preparation);
  const Matrix<double> W = random_orthonormal(kCols, 3, 5);
  const SparseRows<T> source(table.view(), preparation);
  Pass<T> pass(source, 3, 2);
  RowMatrix<double> seen(kRows, 3);
  pass.project(W, SquaredNorms::none, [&](const ProjectedBlock<T>& block) {
    seen.middleRows(block.first, block.count) =
        Eigen::Map<const RowMatrix<T>>(block.t, block.count, 3).template cast<double>();
  });
  EXPECT_LE((seen - X * W).norm(), Tolerance<T>::rounding * X.norm() + 1e-15 * values.norm());
}

TYPED_TEST(SparseRowsTest, SumsHaveTheSameBitsForAnyNumberOfThreads) {
  using T = TypeParam;
  const SparseTable table = thinned(random_rows(6000, 100, 1), 0.05, 2);
  const SparseRows<T> source(table.view(), some_preparation(6000, 100, true));
  const Matrix<double> W = random_orthonormal(100, 5, 3);
  const auto moment = [&](int threads) {
    Matrix<double> M;
    Pass<T>(source, 5, threads)
        .moment(
            W, SquaredNorms::none, [](const ProjectedBlock<T>&) {}, M);
    return M;
  };
  const Matrix<double> alone = moment(1);
  for (const int threads : kThreadCounts) EXPECT_TRUE(same_bits(moment(threads), alone));
}

// Half of the entries are in the first tenth of the rows.
TYPED_TEST(SparseRowsTest, SlotsHoldAboutAsManyEntriesEach) {
  using T = TypeParam;
  RowMatrix<double> X = RowMatrix<double>::Zero(40960, 40);
  X.leftCols(2).setOnes();
  X.topRows(4096).leftCols(20).setOnes();
  const SparseTable table = sparse_copy(X);
  const SparseRows<T> source(table.view(), RowPreparation::identity(40));
  BlockLoop<T> loop(source, 1);
  std::map<int, double> held;
  loop.run([&](const typename BlockLoop<T>::Block& block) {
    held[block.slot] += source.values_before(block.first + block.count) - source.values_before(block.first);
  });
  ASSERT_EQ(static_cast<int>(held.size()), loop.slots());
  for (const auto& [slot, values] : held) EXPECT_LE(values, 1.5 * source.values() / loop.slots()) << slot;
}

TEST(SparseScan, KnowsMeanAndLargestValueOfTheDenseRows) {
  const SparseTable table = thinned(random_rows(500, 30, 1), 0.2, 2);
  for (const Vector<double>& w : {Vector<double>(), random_weights(500, 4)})
    for (const SparseView& view : {table.view(), table.view32()}) {
      const RawStatistics sparse = scan_rows(view, w, 2), dense = scan_rows(rows_of(table.dense), w, 2);
      EXPECT_EQ(sparse.max_abs, dense.max_abs);
      EXPECT_LE((sparse.mean - dense.mean).norm(), 1e-14);
    }
}

TEST(SparseScan, ColumnsHaveTheMediansOfTheDenseOnes) {
  for (const double share : {0.02, 0.4, 0.7, 1.0}) {
    const SparseTable table = thinned(random_rows(201, 30, 1), share, 2);
    for (const Vector<double>& w : {Vector<double>(), random_weights(201, 4)}) {
      const Vector<double> factor = random_weights(30, 3);
      const Vector<double> sparse = column_medians(table.view(), factor, w, 2);
      const Vector<double> dense = column_medians(rows_of(table.dense), factor, w, 2);
      EXPECT_LE((sparse - dense).norm(), 1e-14) << share;
    }
  }
}

std::string complaint(const SparseView& view) {
  try {
    static_cast<void>(scan_rows(view, {}, 2));
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

TEST(SparseScan, RefusesRowsThatAreNotWhatTheyClaim) {
  const SparseTable good = sparse_copy(random_rows(4, 6, 1));
  ASSERT_EQ(complaint(good.view()), "");
  const auto with = [&](auto change) {
    SparseTable bad = good;
    change(bad);
    return complaint(bad.view());
  };
  EXPECT_EQ(with([](SparseTable& t) { t.columns[8] = 6; }), "row 2: an entry in column 7, but there are 6 columns");
  EXPECT_EQ(with([](SparseTable& t) { t.columns[8] = -1; }), "row 2: an entry in column 0, but there are 6 columns");
  EXPECT_EQ(with([](SparseTable& t) { t.columns[8] = 1; }), "row 2, column 2: two entries; add them up first");
  EXPECT_EQ(with([](SparseTable& t) { std::swap(t.columns[7], t.columns[8]); }),
            "row 2: column 2 comes after column 3; sort the entries of every row first");
  EXPECT_EQ(with([](SparseTable& t) { t.starts[2] = 3; }),
            "row 2 begins at entry 6 and ends at entry 3: row pointers must not fall");
  EXPECT_EQ(with([](SparseTable& t) { t.starts[0] = -1; }), "the first row begins at entry -1; it must be 0 or more");
  EXPECT_EQ(with([](SparseTable& t) { t.values[13] = std::nan(""); }),
            "row 3, column 2: not a finite number: nan; remove or fill such rows first, or fit with missing = "
            "Missing::fit");
}

}  // namespace
}  // namespace l21::internal::test
