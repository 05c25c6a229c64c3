#include "linalg/blas.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

constexpr double kRounding = Tolerance<double>::rounding;

Matrix<double> random_symmetric(Index n, std::uint64_t seed) {
  const Matrix<double> A = random_rows(n, n, seed);
  return (A + A.transpose()) / 2;
}

template <class T>
class Gemm : public testing::Test {};
TYPED_TEST_SUITE(Gemm, BothPrecisions);

TYPED_TEST(Gemm, MultipliesAnyOrientationWithLeadingDimensions) {
  using T = TypeParam;
  const Matrix<T> A = random_rows(9, 9, 1).cast<T>(), B = random_rows(9, 9, 2).cast<T>();
  const Matrix<T> start = random_rows(9, 9, 3).cast<T>();
  for (const Op a : {Op::none, Op::transpose})
    for (const Op b : {Op::none, Op::transpose}) {
      const Matrix<T> left = a == Op::none ? Matrix<T>(A.topLeftCorner(5, 7)) : Matrix<T>(A.topLeftCorner(7, 5));
      const Matrix<T> right = b == Op::none ? Matrix<T>(B.topLeftCorner(7, 3)) : Matrix<T>(B.topLeftCorner(3, 7));
      const Matrix<T> opposed = a == Op::none ? left : Matrix<T>(left.transpose());
      Matrix<T> expected = start;
      expected.topLeftCorner(5, 3) =
          T(2) * opposed * (b == Op::none ? right : Matrix<T>(right.transpose())) + T(3) * start.topLeftCorner(5, 3);
      Matrix<T> C = start;
      gemm(a, b, 5, 3, 7, T(2), A.data(), 9, B.data(), 9, T(3), C.data(), 9);
      EXPECT_LE((C - expected).norm(), Tolerance<T>::rounding * expected.norm());
    }
}

TEST(Product, AgreesWithEigenAndHandlesEmptySides) {
  const Matrix<double> A = random_rows(7, 4, 1), B = random_rows(4, 5, 2);
  EXPECT_LE((product(A, B) - A * B).norm(), kRounding);
  EXPECT_LE((product(Op::transpose, A, Op::none, A) - A.transpose() * A).norm(), kRounding);
  EXPECT_LE((product(Op::none, A, Op::transpose, A) - A * A.transpose()).norm(), kRounding);
  EXPECT_TRUE(product(Matrix<double>(3, 0), Matrix<double>(0, 2)).isZero(0));
  EXPECT_EQ(product(Matrix<double>(0, 3), Matrix<double>::Zero(3, 2)).rows(), 0);
}

TEST(LargestEigenpairs, AgreeWithEigensSolverForSubsetsAndAll) {
  for (const Index n : {1, 2, 3, 17, 60})
    for (const Index count : {Index{1}, (n + 1) / 2, n, n + 5}) {
      const Matrix<double> A = random_symmetric(n, 5);
      const Index k = std::min(n, count);
      const auto eigen = largest_eigenpairs(Matrix<double>(A), count);
      const Vector<double> expected = Eigen::SelfAdjointEigenSolver<Matrix<double>>(A).eigenvalues().reverse();
      ASSERT_EQ(eigen.values.size(), k);
      ASSERT_EQ(eigen.vectors.cols(), k);
      EXPECT_LE((eigen.values - expected.head(k)).norm(), 1e-11);
      EXPECT_LE(departure_from_orthonormal(eigen.vectors), 1e-11);
      EXPECT_LE((A * eigen.vectors - eigen.vectors * eigen.values.asDiagonal()).norm(), 1e-11);
    }
}

TEST(LargestEigenpairs, AreOrthonormalForRepeatedEigenvalues) {
  const Matrix<double> Q = random_orthonormal(40, 40, 4);
  Vector<double> values = Vector<double>::Ones(40);
  values.tail(25).setConstant(1e-3);
  const Matrix<double> A = Q * values.asDiagonal() * Q.transpose();
  for (const Index count : {3, 15, 20, 40}) {
    const auto eigen = largest_eigenpairs(Matrix<double>(A), count);
    EXPECT_LE(departure_from_orthonormal(eigen.vectors), 1e-11) << count;
    EXPECT_LE((eigen.values - values.head(count)).norm(), 1e-12) << count;
  }
}

// LAPACK may find fewer than asked for where all are equal but for rounding, and above 1e77 those are wrong.
TEST(LargestEigenpairs, AreAllThereWhereTheyAreEqualButForRounding) {
  for (const double size : {1.0, 1e90})
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const Index n = 20 + static_cast<Index>(seed);
      const Matrix<double> Q = random_orthonormal(2 * n, n, seed);
      Matrix<double> A = size * (Q.transpose() * Q);
      const auto eigen = largest_eigenpairs(std::move(A), 2);
      EXPECT_NEAR(eigen.values(0) / size, 1, 1e-12) << n;
      EXPECT_NEAR(eigen.values(1) / size, 1, 1e-12) << n;
      EXPECT_LE((eigen.vectors.transpose() * eigen.vectors - Matrix<double>::Identity(2, 2)).norm(), 1e-12) << n;
    }
}

TEST(IsPositiveDefinite, IsNothingThatHasNoNumbers) {
  for (const Index n : {5, 300})
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
      for (const auto& [i, j] : {std::pair<Index, Index>{n / 2, n / 2}, {1, n - 2}}) {
        Matrix<double> A = 10 * Matrix<double>::Identity(n, n);
        EXPECT_TRUE(is_positive_definite(Matrix<double>(A)));
        A(i, j) = bad;
        EXPECT_FALSE(is_positive_definite(std::move(A))) << n << " " << bad << " " << i << " " << j;
      }
}

TEST(LargestEigenpairs, OfZeroAndOfNothingAreDefined) {
  const auto eigen = largest_eigenpairs(Matrix<double>::Zero(5, 5), 2);
  EXPECT_TRUE(eigen.values.isZero(0));
  EXPECT_LE(departure_from_orthonormal(eigen.vectors), kRounding);
  EXPECT_EQ(largest_eigenpairs(Matrix<double>(4, 4), 0).vectors.cols(), 0);
  EXPECT_EQ(largest_eigenpairs(Matrix<double>(0, 0), 3).values.size(), 0);
}

TEST(LargestEigenpairs, ReadOnlyTheUpperTriangle) {
  Matrix<double> A = random_symmetric(6, 1), B = A;
  B.triangularView<Eigen::StrictlyLower>().setConstant(77);
  EXPECT_TRUE(same_bits(largest_eigenpairs(std::move(A), 6).values, largest_eigenpairs(std::move(B), 6).values));
}

TEST(ThinQr, ReproducesTheMatrixWithOrthonormalQAndUpperR) {
  for (const auto& [n, m] : {std::pair<Index, Index>{1, 1}, {5, 5}, {40, 7}, {130, 65}}) {
    const Matrix<double> A = random_rows(n, m, 3);
    Matrix<double> R;
    const Matrix<double> Q = thin_qr(A, &R);
    EXPECT_LE(departure_from_orthonormal(Q), 1e-12);
    EXPECT_LE((Q * R - A).norm(), 1e-12 * A.norm());
    EXPECT_TRUE(R.isUpperTriangular(0));
  }
}

TEST(ThinQr, IsOrthonormalWhateverTheRank) {
  const Matrix<double> A = random_rows(20, 2, 3) * random_rows(2, 6, 4);
  EXPECT_LE(departure_from_orthonormal(thin_qr(A)), 1e-12);
  EXPECT_LE(departure_from_orthonormal(thin_qr(Matrix<double>::Zero(7, 3))), 1e-12);
  EXPECT_EQ(thin_qr(Matrix<double>(7, 0)).cols(), 0);
}

TEST(ThinSvd, AgreesWithEigenForTallWideAndLowRank) {
  for (const auto& [n, d] : {std::pair<Index, Index>{1, 1}, {1, 9}, {9, 1}, {30, 7}, {7, 30}, {12, 12}}) {
    const Matrix<double> A = random_rows(n, d, 6);
    const Svd svd = thin_svd(A);
    EXPECT_LE((svd.U * svd.values.asDiagonal() * svd.V.transpose() - A).norm(), 1e-12 * A.norm());
    EXPECT_LE(departure_from_orthonormal(svd.U), 1e-12);
    EXPECT_LE(departure_from_orthonormal(svd.V), 1e-12);
    EXPECT_LE((svd.values - Eigen::JacobiSVD<Matrix<double>>(A).singularValues()).norm(), 1e-12 * A.norm());
  }
  const Matrix<double> low = random_rows(11, 2, 3) * random_rows(2, 8, 4);
  EXPECT_LE(departure_from_orthonormal(thin_svd(low).V), 1e-12);
  EXPECT_LE(thin_svd(low).values(2), 1e-12 * low.norm());
  EXPECT_EQ(thin_svd(Matrix<double>(4, 0)).values.size(), 0);
}

}  // namespace
}  // namespace l21::internal::test
