#include "linalg/polar.hpp"

#include <Eigen/SVD>

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

// d x m with singular values that fall from 1 to 1 / condition.
Matrix<double> matrix_of_condition(Index d, Index m, double condition, std::uint64_t seed) {
  Vector<double> values(m);
  for (Index k = 0; k < m; ++k)
    values(k) = std::pow(condition, -static_cast<double>(k) / static_cast<double>(std::max<Index>(1, m - 1)));
  return random_orthonormal(d, m, seed) * values.asDiagonal() * random_orthonormal(m, m, seed + 1).transpose();
}

double trace_of(const Matrix<double>& W, const Matrix<double>& M) {
  return W.cwiseProduct(M).sum();
}

void expect_best_on_stiefel(const Matrix<double>& M) {
  const Matrix<double> W = polar_factor(M);
  EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal);
  const double best = trace_of(W, M), slack = Tolerance<double>::rounding * M.norm();
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    EXPECT_GE(best + slack, trace_of(random_orthonormal(M.rows(), M.cols(), seed), M));
  // Neighbours of W too: they would find a wrong direction of small singular value.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Matrix<double> nearby = W + 0.1 * random_rows(M.rows(), M.cols(), seed);
    EXPECT_GE(best + slack, trace_of(polar_factor(nearby), M));
  }
}

TEST(PolarFactor, MaximizesTheTraceForEveryShape) {
  for (const auto& [d, m] : {std::pair<Index, Index>{1, 1}, {2, 1}, {7, 1}, {5, 5}, {17, 3}, {64, 31}, {101, 9}}) {
    SCOPED_TRACE(testing::Message() << d << " x " << m);
    expect_best_on_stiefel(random_rows(d, m, 3));
  }
}

TEST(PolarFactor, MaximizesTheTraceForEveryCondition) {
  for (const double condition : {1.0, 9e2, 1.1e3, 1e6, 1e12, 1e15}) {
    SCOPED_TRACE(condition);
    expect_best_on_stiefel(matrix_of_condition(23, 5, condition, 1));
  }
}

TEST(PolarFactor, MakesWTransposedMSymmetricAndNonNegative) {
  for (const double condition : {10.0, 1e5, 1e12}) {
    const Matrix<double> M = matrix_of_condition(19, 4, condition, 5), S = polar_factor(M).transpose() * M;
    EXPECT_LE((S - S.transpose()).norm(), 1e-10 * M.norm());
    EXPECT_NEAR(S.trace(), Eigen::JacobiSVD<Matrix<double>>(M).singularValues().sum(), 1e-11 * M.norm());
  }
}

TEST(PolarFactor, IsOrthonormalAndOptimalWhenTheMatrixHasLowerRank) {
  const Matrix<double> M = random_rows(13, 2, 1) * random_rows(2, 5, 2);
  expect_best_on_stiefel(M);
  EXPECT_TRUE(same_bits(polar_factor(M), polar_factor(M)));
}

TEST(PolarFactor, IsOrthonormalForRepeatedAndZeroColumns) {
  Matrix<double> M = Matrix<double>::Zero(9, 4);
  M.col(1) = M.col(2) = Vector<double>::LinSpaced(9, 1, 2);
  expect_best_on_stiefel(M);
}

TEST(PolarFactor, OfZeroIsAnOrthonormalCompletion) {
  for (const auto& [d, m] : {std::pair<Index, Index>{1, 1}, {6, 6}, {11, 3}})
    EXPECT_LE(departure_from_orthonormal(polar_factor(Matrix<double>::Zero(d, m))), Tolerance<double>::orthonormal);
}

TEST(PolarFactor, DoesNotDependOnTheScaleOfItsArgument) {
  const Matrix<double> M = random_rows(15, 4, 8);
  const Matrix<double> W = polar_factor(M);
  for (const int exponent : {1000, -1000, 500, -500})
    EXPECT_TRUE(same_bits(polar_factor(M * std::ldexp(1.0, exponent)), W)) << exponent;
  for (const double factor : {1e300, 1e-300}) EXPECT_LE((polar_factor(M * factor) - W).norm(), 1e-12) << factor;
}

TEST(PolarFactor, IsOrthonormalForSubnormalEntries) {
  const Matrix<double> W = polar_factor(random_rows(7, 2, 4) * 1e-310);
  EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal);
}

// Where many W are optimal the nearest one to the guide is taken: a column that nothing pulls stays.
TEST(PolarFactor, FollowsTheGuideWhereTheMatrixLeavesAChoice) {
  const Matrix<double> guide = random_orthonormal(13, 4, 5);
  EXPECT_TRUE(same_bits(polar_factor(Matrix<double>::Zero(13, 4), &guide), guide));
  const Matrix<double> low = guide.leftCols(2) * random_rows(2, 4, 3), free = polar_factor(low);
  const Matrix<double> guided = polar_factor(low, &guide);
  EXPECT_LE(departure_from_orthonormal(guided), Tolerance<double>::orthonormal);
  EXPECT_NEAR(trace_of(guided, low), trace_of(free, low), 1e-12 * low.norm());
  EXPECT_GE(trace_of(guided, guide), trace_of(free, guide) - 1e-12);
  // Turn the completion inside the null space of M: no other optimal W is nearer.
  const Eigen::JacobiSVD<Matrix<double>> svd(low, Eigen::ComputeThinU | Eigen::ComputeFullV);
  const Matrix<double> kept = svd.matrixU().leftCols(2) * svd.matrixV().leftCols(2).transpose();
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Matrix<double> N = random_rows(13, 2, seed);
    N -= svd.matrixU().leftCols(2) * (svd.matrixU().leftCols(2).transpose() * N);
    const Matrix<double> other = kept + polar_factor(N) * svd.matrixV().rightCols(2).transpose();
    EXPECT_LE(trace_of(other, guide), trace_of(guided, guide) + 1e-11);
  }
}

TEST(PolarFactor, IgnoresTheGuideWhereTheMatrixHasFullRank) {
  for (const double condition : {10.0, 1e8}) {
    const Matrix<double> M = matrix_of_condition(13, 4, condition, 2), guide = random_orthonormal(13, 4, 5);
    EXPECT_TRUE(same_bits(polar_factor(M, &guide), polar_factor(M)));
  }
}

// The guide lies in what M has taken already: nothing of it is left to follow.
TEST(PolarFactor, IsOrthonormalWhenTheGuideIsOfNoUse) {
  const Matrix<double> guide = Matrix<double>::Identity(6, 3);
  Matrix<double> M = Matrix<double>::Zero(6, 3);
  M(0, 2) = 1, M(1, 1) = 1;
  EXPECT_LE(departure_from_orthonormal(polar_factor(M, &guide)), Tolerance<double>::orthonormal);
  M(1, 1) = 0;
  EXPECT_LE(departure_from_orthonormal(polar_factor(M, &guide)), Tolerance<double>::orthonormal);
}

TEST(PolarFactor, LeavesAnOrthonormalMatrixAsItIs) {
  const Matrix<double> W = random_orthonormal(31, 7, 12);
  EXPECT_LE((polar_factor(W) - W).norm(), Tolerance<double>::orthonormal);
}

TEST(CompleteBasis, KeepsTheFirstColumnsAndAddsOrthonormalOnes) {
  for (const Index rank : {0, 1, 3, 6}) {
    Matrix<double> W = random_orthonormal(6, 6, 2);
    const Matrix<double> kept = W.leftCols(rank);
    complete_basis(W, rank);
    EXPECT_TRUE(same_bits(W.leftCols(rank), kept));
    EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal);
  }
}

TEST(CompleteBasis, IgnoresWhatStoodInTheOtherColumns) {
  Matrix<double> A = random_orthonormal(9, 4, 2), B = A;
  B.rightCols(2).setConstant(std::numeric_limits<double>::quiet_NaN());
  complete_basis(A, 2);
  complete_basis(B, 2);
  EXPECT_TRUE(same_bits(A, B));
}

TEST(OrthonormalizeColumn, KeepsTheDirectionOutsideTheSpan) {
  Matrix<double> W = random_orthonormal(8, 3, 2);
  const Vector<double> outside = random_orthonormal(8, 4, 2).col(3);
  W.col(2) = 3 * outside + 5 * W.col(0) - 2 * W.col(1);
  const double sign = random_orthonormal(8, 3, 2).leftCols(2).isApprox(W.leftCols(2)) ? 1.0 : -1.0;
  orthonormalize_column(W, 2);
  EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal);
  EXPECT_NEAR(sign * W.col(2).dot(outside), 1.0, 1e-12);
}

TEST(OrthonormalizeColumn, ReplacesADependentColumn) {
  for (const double noise : {0.0, 1e-17, 1e-12, 1e-9}) {
    Matrix<double> W = random_orthonormal(8, 3, 2);
    W.col(2) = W.col(0) - W.col(1) + noise * Vector<double>::Ones(8);
    orthonormalize_column(W, 2);
    EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal) << noise;
  }
}

TEST(OrthonormalizeColumn, CompletesASquareBasis) {
  Matrix<double> W = Matrix<double>::Identity(4, 4);
  W.col(3) = W.col(0);
  orthonormalize_column(W, 3);
  EXPECT_TRUE(same_bits(W, Matrix<double>::Identity(4, 4)));
}

}  // namespace
}  // namespace l21::internal::test
