#include "data/gram.hpp"

#include <iterator>
#include <utility>
#include <vector>

#include "rows/dense_rows.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

constexpr double kRounding = Tolerance<double>::rounding;

// Around the tiles: 256 rows or columns; panels of 1024 rows.
constexpr std::pair<Index, Index> kShapes[] = {{1, 1},   {1, 300}, {255, 3}, {256, 3},   {257, 3},
                                               {3, 255}, {3, 256}, {3, 257}, {1025, 17}, {130, 530}};

TEST(GramMatrix, IsXTimesItsTransposeWithTheSameBitsForAnyThreads) {
  for (const auto& [n, d] : kShapes) {
    SCOPED_TRACE(testing::Message() << n << " x " << d);
    const RowMatrix<double> X = random_rows(n, d, 3);
    const DenseRows<double> source(rows_of(X), RowPreparation::identity(d));
    const Matrix<double> alone = gram_matrix(source, 1), expected = X * X.transpose();
    EXPECT_LE((alone - expected).norm(), kRounding * expected.norm());
    EXPECT_TRUE(same_bits(alone, alone.transpose()));
    for (const int threads : kThreadCounts) EXPECT_TRUE(same_bits(gram_matrix(source, threads), alone));
  }
}

TEST(ScatterMatrix, IsTheWeightedSumOfOuterProductsWithTheSameBitsForAnyThreads) {
  std::vector<std::pair<Index, Index>> shapes(std::begin(kShapes), std::end(kShapes));
  shapes.insert(shapes.end(), {{8191, 7}, {9001, 5}, {12289, 70}});  // of which threads share the rows
  for (const auto& [n, d] : shapes)
    for (const bool weighted : {false, true}) {
      SCOPED_TRACE(testing::Message() << n << " x " << d);
      const RowMatrix<double> X = random_rows(n, d, 3);
      Vector<double> w = random_weights(n, 4);
      w(0) = 0;
      const DenseRows<double> source(rows_of(X), RowPreparation::identity(d));
      const Vector<double> given = weighted ? w : Vector<double>();
      if (!weighted) w.setOnes();
      const Matrix<double> alone = scatter_matrix(source, given, 1), expected = X.transpose() * w.asDiagonal() * X;
      EXPECT_LE((alone - expected).norm(), kRounding * (1 + expected.norm()));
      EXPECT_TRUE(same_bits(alone, alone.transpose()));
      for (const int threads : kThreadCounts) EXPECT_TRUE(same_bits(scatter_matrix(source, given, threads), alone));
    }
}

TEST(MultiplySymmetric, IsTheProductWithTheSameBitsForAnyThreads) {
  for (const Index n : {1, 127, 128, 129, 400})
    for (const Index m : {1, 5}) {
      const Matrix<double> X = random_rows(n, 30, 3), G = X * X.transpose(), A = random_rows(n, m, 4);
      Matrix<double> alone, GA = Matrix<double>::Ones(2, 2);
      multiply_symmetric(G, A, alone, 1);
      EXPECT_LE((alone - G * A).norm(), kRounding * (G * A).norm());
      for (const int threads : kThreadCounts) {
        multiply_symmetric(G, A, GA, threads);
        EXPECT_TRUE(same_bits(GA, alone));
      }
    }
}

}  // namespace
}  // namespace l21::internal::test
