#include "tensor/contraction.hpp"

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

std::vector<double> values_of(const RowMatrix<double>& X) {
  return {X.data(), X.data() + X.size()};
}

TEST(MultiplyModes, IsTheSumOverAllModes) {
  const Index n = 3, a = 4, b = 3, c = 5;
  const RowMatrix<double> X = random_rows(n, a * b * c, 1);
  const ModeFactors F = {random_rows(a, 2, 2), random_rows(b, 1, 3), random_rows(c, 4, 4)};
  std::vector<double> values = values_of(X), scratch;
  multiply_modes(F, Op::transpose, n, {a, b, c}, values, scratch);
  ASSERT_EQ(values.size(), 3U * 2 * 1 * 4);
  for (Index i = 0; i < n; ++i)
    for (Index p = 0; p < 2; ++p)
      for (Index r = 0; r < 4; ++r) {
        double sum = 0;
        for (Index x = 0; x < a; ++x)
          for (Index y = 0; y < b; ++y)
            for (Index z = 0; z < c; ++z) sum += X(i, (x * b + y) * c + z) * F[0](x, p) * F[1](y, 0) * F[2](z, r);
        EXPECT_NEAR(values[static_cast<std::size_t>((i * 2 + p) * 4 + r)], sum, 1e-13);
      }
}

TEST(MultiplyModes, LeavesModesWithoutAFactorAlone) {
  const RowMatrix<double> X = random_rows(2, 12, 5);
  std::vector<double> values = values_of(X), scratch;
  multiply_modes(ModeFactors(2), Op::transpose, 2, {3, 4}, values, scratch);
  EXPECT_EQ(values, values_of(X));
  const ModeFactors second = {Matrix<double>(3, 0), random_rows(4, 2, 6)};
  multiply_modes(second, Op::transpose, 2, {3, 4}, values, scratch);
  EXPECT_EQ(values.size(), 2U * 3 * 2);
  EXPECT_NEAR(values[1], X.row(0).head(4).dot(second[1].col(1)), 1e-14);
}

TEST(MultiplyModes, ThereAndBackWithSquareFactorsChangesNothing) {
  const RowMatrix<double> X = random_rows(5, 24, 7);
  const ModeFactors F = {random_orthonormal(2, 2, 1), random_orthonormal(3, 3, 2), random_orthonormal(4, 4, 3)};
  std::vector<double> values = values_of(X), scratch;
  multiply_modes(F, Op::transpose, 5, {2, 3, 4}, values, scratch);
  multiply_modes(F, Op::none, 5, {2, 3, 4}, values, scratch);
  EXPECT_LE((Eigen::Map<const RowMatrix<double>>(values.data(), 5, 24) - X).norm(), 1e-13);
}

TEST(Unfold, MakesRowsOfTheVectorsAlongAMode) {
  const RowMatrix<double> X = random_rows(2, 24, 8);
  for (std::size_t mode = 0; mode < 3; ++mode) {
    const std::vector<Index> shape = {2, 3, 4};
    std::vector<double> rows(48);
    unfold(shape, mode, 2, X.data(), rows.data());
    Index row = 0;
    for (Index i = 0; i < 2; ++i)
      for (Index before = 0; before < (mode == 0 ? 1 : mode == 1 ? 2 : 6); ++before)
        for (Index after = 0; after < (mode == 2 ? 1 : mode == 1 ? 4 : 12); ++after, ++row)
          for (Index j = 0; j < shape[mode]; ++j) {
            const Index stride = mode == 2 ? 1 : mode == 1 ? 4 : 12;
            EXPECT_EQ(rows[static_cast<std::size_t>(row * shape[mode] + j)],
                      X(i, (before * shape[mode] + j) * stride + after));
          }
  }
}

}  // namespace
}  // namespace l21::internal::test
