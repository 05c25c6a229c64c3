#include "solver/oracle.hpp"

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

TEST(StiefelOracle, IsOptimalAgainstRandomFeasiblePoints) {
  for (const auto& [d, m] : {std::pair<Index, Index>{1, 1}, {9, 1}, {9, 4}, {6, 6}}) {
    const Matrix<double> M = random_rows(d, m, 2);
    Matrix<double> next;
    Stiefel().argmax(M, random_orthonormal(d, m, 3), next);
    EXPECT_LE(departure_from_orthonormal(next), Tolerance<double>::orthonormal);
    for (std::uint64_t seed = 0; seed < 100; ++seed)
      EXPECT_GE(M.cwiseProduct(next).sum() + 1e-12, M.cwiseProduct(random_orthonormal(d, m, seed)).sum());
  }
}

TEST(StiefelOracle, StaysWhereItIsWhenNothingPulls) {
  const Matrix<double> W = random_orthonormal(7, 3, 1);
  Matrix<double> next;
  Stiefel().argmax(Matrix<double>::Zero(7, 3), W, next);
  EXPECT_TRUE(same_bits(next, W));
}

TEST(SphereOracle, IsOptimalAmongUnitVectorsOrthogonalToTheEarlierOnes) {
  for (const Index taken : {0, 1, 4}) {
    const Matrix<double> earlier = random_orthonormal(6, taken, 1);
    const Sphere sphere(earlier);
    const Matrix<double> original = random_rows(6, 1, 2);
    Matrix<double> M = original, next;
    sphere.restrict(M);
    sphere.argmax(M, original, next);
    EXPECT_NEAR(next.norm(), 1, 1e-14);
    EXPECT_LE((earlier.transpose() * next).norm(), 1e-14);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Matrix<double> other = random_rows(6, 1, seed);
      other -= earlier * (earlier.transpose() * other);
      EXPECT_GE(original.cwiseProduct(next).sum() + 1e-12, original.cwiseProduct(other.normalized()).sum());
    }
  }
}

// What is left after deflation may be rounding of what was taken; it must be orthogonal all the same.
TEST(SphereOracle, StaysOrthogonalWhereAlmostNothingIsLeft) {
  const Matrix<double> earlier = random_orthonormal(30, 5, 1);
  Matrix<double> M = 1e6 * earlier.col(2) + 1e-12 * random_rows(30, 1, 4), next;
  const Sphere sphere(earlier);
  sphere.restrict(M);
  sphere.argmax(M, earlier.col(0), next);
  EXPECT_LE((earlier.transpose() * next).norm(), 1e-12);
}

TEST(SphereOracle, NormalizesHugeAndTinyMoments) {
  const Sphere sphere(Matrix<double>(4, 0));
  const Matrix<double> M = random_rows(4, 1, 4);
  Matrix<double> next;
  for (const double unit : {1e300, 1e-300}) {
    sphere.argmax(M * unit, M, next);
    EXPECT_LE((next - M.normalized()).norm(), 1e-14);
  }
  sphere.argmax(Matrix<double>::Zero(4, 1), M.normalized(), next);
  EXPECT_TRUE(same_bits(next, M.normalized()));
}

}  // namespace
}  // namespace l21::internal::test
