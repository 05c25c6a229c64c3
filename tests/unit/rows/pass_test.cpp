#include "rows/pass.hpp"

#include "rows/dense_rows.hpp"
#include "unit/rows/stored_table.hpp"

namespace l21::internal::test {
namespace {

template <class T>
class PassTest : public testing::Test {};
TYPED_TEST_SUITE(PassTest, BothPrecisions);

struct Shape {
  Index n, d, m;
};
// One row, one column, m = d, and a block boundary (252 rows of few columns) minus and plus one; and rows so long that
// threads share their columns.
constexpr Shape kShapes[] = {{1, 1, 1},    {1, 37, 3},   {41, 1, 1},     {9, 6, 6},    {251, 11, 4},
                             {252, 11, 4}, {253, 11, 4}, {505, 23, 9},   {4097, 5, 2}, {1201, 70, 7},
                             {1, 8192, 1}, {3, 8195, 4}, {101, 10001, 7}};

template <class T>
struct Passed {
  RowMatrix<double> t;
  Vector<double> squared_norm;
  Matrix<double> M;
};

// Slopes w_i t_i with w_i = 1 + i mod 3, so that rows cannot be confused.
template <class T>
Passed<T> pass_over(const RowSource<T>& source, const Matrix<double>& W, SquaredNorms rest, int threads) {
  Passed<T> passed{RowMatrix<double>(source.rows(), W.cols()), Vector<double>::Zero(source.rows()), {}};
  Pass<T> pass(source, W.cols(), threads);
  pass.moment(
      W, rest,
      [&](const ProjectedBlock<T>& block) {
        Eigen::Map<RowMatrix<T>> t(block.t, block.count, block.components);
        passed.t.middleRows(block.first, block.count) = t.template cast<double>();
        for (Index i = 0; i < block.count; ++i) {
          if (rest != SquaredNorms::none) passed.squared_norm(block.first + i) = block.squared_norm[i];
          t.row(i) *= static_cast<T>(1 + (block.first + i) % 3);
        }
      },
      passed.M);
  return passed;
}

TYPED_TEST(PassTest, ProjectsAndSumsAsTheNaiveFormulasDo) {
  using T = TypeParam;
  for (const auto& [n, d, m] : kShapes)
    for (const SquaredNorms rest : {SquaredNorms::none, SquaredNorms::of_rows, SquaredNorms::of_residuals}) {
      SCOPED_TRACE(testing::Message() << n << " x " << d << " x " << m << ", rest " << int(rest));
      const RowMatrix<double> X = random_rows(n, d, 4);
      const Matrix<double> W = random_orthonormal(d, m, 5);
      const DenseRows<T> source(rows_of(X), RowPreparation::identity(d));
      const Passed<T> passed = pass_over<T>(source, W, rest, 2);

      const RowMatrix<double> t = X * W,
                              left = rest == SquaredNorms::of_residuals ? RowMatrix<double>(X - t * W.transpose()) : X;
      Vector<double> w(n);
      for (Index i = 0; i < n; ++i) w(i) = static_cast<double>(1 + i % 3);
      const Matrix<double> M = left.transpose() * w.asDiagonal() * t;
      const double tolerance = Tolerance<T>::rounding * (1 + X.norm());
      EXPECT_LE((passed.t - t).norm(), tolerance);
      EXPECT_LE((passed.M - M).norm(), tolerance * (1 + t.norm()));
      if (rest != SquaredNorms::none) {
        EXPECT_LE((passed.squared_norm.cwiseSqrt() - left.rowwise().norm()).norm(), tolerance);
      }
    }
}

TYPED_TEST(PassTest, GivesTheSameBitsForAnyNumberOfThreads) {
  using T = TypeParam;
  for (const auto& [n, d, m] :
       {Shape{257, 11, 4}, Shape{3001, 37, 5}, Shape{1200, 700, 33}, Shape{97, 9001, 3}, Shape{201, 8192, 9}}) {
    const RowMatrix<double> X = random_rows(n, d, 4);
    const Matrix<double> W = random_orthonormal(d, m, 5);
    const DenseRows<T> source(rows_of(X), RowPreparation::identity(d));
    for (const SquaredNorms rest : {SquaredNorms::none, SquaredNorms::of_residuals}) {
      const Passed<T> alone = pass_over<T>(source, W, rest, 1);
      for (const int threads : kThreadCounts) {
        const Passed<T> passed = pass_over<T>(source, W, rest, threads);
        EXPECT_TRUE(same_bits(passed.t, alone.t)) << threads;
        EXPECT_TRUE(same_bits(passed.squared_norm, alone.squared_norm)) << threads;
        EXPECT_TRUE(same_bits(passed.M, alone.M)) << threads;
      }
    }
  }
}

TYPED_TEST(PassTest, CanBeRepeatedAndUsedWithFewerColumns) {
  using T = TypeParam;
  const RowMatrix<double> X = random_rows(300, 9, 4);
  const DenseRows<T> source(rows_of(X), RowPreparation::identity(9));
  Pass<T> pass(source, 5, 2);
  const auto nothing = [](const ProjectedBlock<T>&) {};
  for (const Index m : {5, 2, 5}) {
    const Matrix<double> W = random_orthonormal(9, m, 5);
    Matrix<double> M;
    pass.moment(W, SquaredNorms::none, nothing, M);
    const Matrix<double> expected = X.transpose() * X * W;
    ASSERT_EQ(M.cols(), m);
    EXPECT_LE((M - expected).norm(), Tolerance<T>::rounding * expected.norm());
  }
}

// Blocks of at most 256 float rows are summed in float, everything beyond in double (DESIGN 5.11): many equal rows must
// not lose digits, as a float sum over all of them would (1e-3 here).
TEST(PassInFloat, AddsBlocksInDouble) {
  const RowMatrix<double> X = RowMatrix<double>::Constant(200000, 1, 0.1F);
  const DenseRows<float> source(rows_of(X), RowPreparation::identity(1));
  Pass<float> pass(source, 1, 1);
  Matrix<double> M;
  pass.moment(
      Matrix<double>::Ones(1, 1), SquaredNorms::none,
      [](const ProjectedBlock<float>& block) { std::fill(block.t, block.t + block.count, 1.0F); }, M);
  EXPECT_NEAR(M(0, 0) / (200000.0 * 0.1F), 1, 1e-5);
}

TYPED_TEST(PassTest, CombinesRowsWithCoefficients) {
  using T = TypeParam;
  for (const auto& [n, d, m] : kShapes) {
    const RowMatrix<double> X = random_rows(n, d, 4), C = random_rows(n, m, 6);
    const DenseRows<T> source(rows_of(X), RowPreparation::identity(d));
    const RowMatrix<T> coefficients = C.cast<T>();
    const Matrix<double> expected = X.transpose() * C, alone = combine_rows(source, coefficients, 1);
    EXPECT_LE((alone - expected).norm(), 10 * Tolerance<T>::rounding * (1 + expected.norm()));
    for (const int threads : {2, 3, 16}) EXPECT_TRUE(same_bits(combine_rows(source, coefficients, threads), alone));
  }
}

// Rows long enough to be multiplied while they arrive, of every storage and layout; 49 and 97 rows leave one over.
TYPED_TEST(PassTest, PreparesAndMultipliesEveryStorageAndLayout) {
  using T = TypeParam;
  for (const Storage storage : kStorages)
    for (const Layout layout : kLayouts)
      for (const auto& [n, d, m] : {Shape{49, 1000, 3}, Shape{97, 1025, 13}, Shape{5, 2049, 1}}) {
        SCOPED_TRACE(testing::Message() << int(storage) << " " << int(layout) << " " << n << " x " << d << " x " << m);
        const StoredTable table = stored_table(storage, layout, n, d);
        const RowPreparation preparation{0.02 * random_weights(d, 1), random_rows(d, 1, 2), random_weights(n, 3)};
        RowMatrix<double> X = table.values * preparation.factor.asDiagonal();
        X = preparation.row_factor.asDiagonal() * centered(X, preparation.center);
        const DenseRows<T> source(table.view, preparation);
        const Matrix<double> W = random_orthonormal(d, m, 5);
        const Passed<T> alone = pass_over<T>(source, W, SquaredNorms::none, 1);
        EXPECT_LE((alone.t - X * W).norm(), 10 * Tolerance<T>::rounding * X.norm());
        Vector<double> w(n);
        for (Index i = 0; i < n; ++i) w(i) = static_cast<double>(1 + i % 3);
        const Matrix<double> M = X.transpose() * w.asDiagonal() * (X * W);
        EXPECT_LE((alone.M - M).norm(), 10 * Tolerance<T>::rounding * X.squaredNorm());
        for (const int threads : {2, 3, 16})
          EXPECT_TRUE(same_bits(pass_over<T>(source, W, SquaredNorms::none, threads).M, alone.M));
      }
}

// Rows of rank 0 have no principal directions to combine; BLAS must not be called with nothing, for it prints.
TEST(CombineRows, OfNoCoefficientsIsEmptyAndSilent) {
  const RowMatrix<double> X = random_rows(40, 7, 4);
  const DenseRows<double> source(rows_of(X), RowPreparation::identity(7));
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const Matrix<double> M = combine_rows(source, RowMatrix<double>(40, 0), 2);
  EXPECT_EQ(testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(M.rows(), 7);
  EXPECT_EQ(M.cols(), 0);
}

}  // namespace
}  // namespace l21::internal::test
