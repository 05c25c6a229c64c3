#include "linalg/subspace.hpp"

#include "linalg/parallel.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

Matrix<double> nothing(Index rows) {
  return Matrix<double>(rows, 0);
}

TEST(Outside, IsAnOrthonormalBasisOfWhatTheOtherLacks) {
  for (const Index d : {5, 40, 301})
    for (const Index q : {0, 1, 3}) {
      const Matrix<double> Q = q == 0 ? nothing(d) : random_orthonormal(d, q, 1), A = random_rows(d, 2, 2);
      const Matrix<double> D = new_directions(A, Q, 1e-12);
      ASSERT_EQ(D.cols(), 2);
      EXPECT_LE(departure_from_orthonormal(D), 1e-13);
      EXPECT_LE((Q.transpose() * D).norm(), 1e-14);
      const Matrix<double> rest = A - Q * (Q.transpose() * A);
      EXPECT_LE((rest - D * (D.transpose() * rest)).norm(), 1e-13 * A.norm());
    }
}

TEST(Outside, FindsDirectionsOfVeryUnlikeSizeAndDropsRounding) {
  const Matrix<double> U = random_orthonormal(60, 5, 1);
  const Vector<double> sizes = (Vector<double>(5) << 1, 1e-4, 1e-9, 1e-11, 1e-17).finished();
  const Matrix<double> A = U * sizes.asDiagonal() * random_orthonormal(5, 5, 2).transpose();
  const Matrix<double> D = new_directions(A, nothing(60), 1e-13);
  ASSERT_EQ(D.cols(), 4);
  EXPECT_LE(departure_from_orthonormal(D), 1e-13);
  EXPECT_LE(projector_difference(D.leftCols(3), U.leftCols(3)), 1e-5);
  EXPECT_EQ(new_directions(A, nothing(60), 1e-6).cols(), 2);
}

TEST(Outside, IsEmptyWhereThereIsNothing) {
  const Matrix<double> Q = random_orthonormal(30, 4, 1);
  EXPECT_EQ(new_directions(Q * random_rows(4, 3, 2), Q, 1e-12).cols(), 0);
  EXPECT_EQ(new_directions(Matrix<double>::Zero(30, 3), Q, 1e-12).cols(), 0);
}

TEST(Product, IsTheSameForAnyTeam) {
  const Matrix<double> tall = random_rows(5000, 41, 1), small = random_rows(41, 37, 2),
                       other = random_rows(5000, 33, 3);
  Matrix<double> alone[2];
  for (const int threads : {1, 2, 3, 7}) {
    const ProductTeam team(threads);
    const Matrix<double> wide = product(tall, small), gram = product(Op::transpose, tall, Op::none, other);
    EXPECT_LE((wide - tall * small).norm(), 1e-13 * wide.norm());
    EXPECT_LE((gram - tall.transpose() * other).norm(), 1e-12 * gram.norm());
    if (threads == 1) alone[0] = wide, alone[1] = gram;
    EXPECT_TRUE(same_bits(wide, alone[0]) && same_bits(gram, alone[1])) << threads;
  }
}

TEST(Product, TakesColumnsOfALargerMatrix) {
  const Matrix<double> A = random_rows(300, 20, 1), B = random_rows(300, 10, 2);
  EXPECT_LE((product(Op::transpose, A.middleCols(3, 7), Op::none, B.leftCols(4)) -
             A.middleCols(3, 7).transpose() * B.leftCols(4))
                .norm(),
            1e-11);
}

TEST(ProductTeam, EndsInsideParallelLoops) {
  const ProductTeam team(3);
  EXPECT_EQ(ProductTeam::size(), 3);
  parallel_for(2, 4, [](Index, int) { EXPECT_EQ(ProductTeam::size(), 1); });
  EXPECT_EQ(ProductTeam::size(), 3);
}

}  // namespace
}  // namespace l21::internal::test
