#include "methods/starts.hpp"

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

Start<double> start_of(const RowMatrix<double>& X, const FitOptions& options, const Route& route = {}) {
  const auto rows = prepared<double>(X, options.weights, 2, options.row_scaling);
  const auto sphere = [&] { return prepared<double>(X, options.weights, 2, RowScaling::sphere); };
  return make_start<double>({rows, [&]() -> const PreparedRows<double>& { return rows; }, sphere}, route, options);
}

TEST(Starts, AreOrthonormalForEveryKindAndShape) {
  for (const auto& [n, d, m] : {std::tuple<Index, Index, int>{2, 1, 1}, {5, 9, 5}, {40, 6, 6}, {30, 17, 3}})
    for (const Init init : {Init::pca, Init::spherical, Init::random, Init::largest_norm, Init::given}) {
      SCOPED_TRACE(testing::Message() << n << " x " << d << ", init " << static_cast<int>(init));
      FitOptions options;
      options.components = m, options.init = init;
      options.given_start = random_rows(d, m, 7);
      const auto start = start_of(random_rows(n, d, 1), options);
      EXPECT_EQ(start.W.rows(), d);
      EXPECT_EQ(start.W.cols(), m);
      EXPECT_LE(departure_from_orthonormal(start.W), Tolerance<double>::orthonormal);
    }
}

TEST(Starts, AreOrthonormalWhenRowsAreFewerThanTheyLook) {
  RowMatrix<double> X = random_rows(1, 7, 1).replicate(9, 1);
  X.row(3).setZero();
  for (const Init init : {Init::pca, Init::spherical, Init::largest_norm}) {
    FitOptions options;
    options.components = 4, options.init = init;
    const auto start = start_of(X, options);
    EXPECT_LE(departure_from_orthonormal(start.W), Tolerance<double>::orthonormal);
    EXPECT_LE((X - X * start.W * start.W.transpose()).norm(), 1e-12 * X.norm());
  }
}

TEST(LargestNormStart, PicksTheLargestRowAndThenTheFarthestFromIt) {
  RowMatrix<double> X = 0.1 * random_rows(700, 5, 1);
  X.row(613) << 0, 9, 0, 0, 0;
  X.row(20) << 0, -8.5, 0, 0.5, 0;  // long, but along the first
  X.row(400) << 3, 4, 0, 0, 0;      // 3 away from it
  FitOptions options;
  options.components = 2, options.init = Init::largest_norm;
  const auto start = start_of(X, options);
  EXPECT_NEAR(std::abs(start.W(1, 0)), 1, 1e-14);
  EXPECT_NEAR(std::abs(start.W(0, 1)), 1, 1e-14);
  EXPECT_EQ(start.counter.reads, 1);
}

// A weight of 0 is as good as absence, for the start too.
TEST(LargestNormStart, IgnoresRowsWithoutWeight) {
  RowMatrix<double> X = 0.1 * random_rows(50, 4, 1);
  X.row(7) << 0, 9, 0, 0;
  X.row(8) << 5, 0, 0, 0;
  FitOptions options;
  options.components = 1, options.init = Init::largest_norm;
  options.weights = Vector<double>::Ones(50);
  options.weights(7) = 0;
  EXPECT_NEAR(std::abs(start_of(X, options).W(0, 0)), 1, 1e-14);
}

TEST(SphericalStart, IsPcaOfTheRowsDividedByTheirNorms) {
  RowMatrix<double> X = rotated_rows(200, 6, 1);
  X.row(0) *= 1e4;
  RowMatrix<double> unit = X.rowwise().normalized();
  FitOptions options;
  options.components = 2, options.init = Init::pca;
  const Matrix<double> expected = start_of(unit, options).W;
  options.init = Init::spherical;
  EXPECT_LE(projector_difference(start_of(X, options).W, expected), 1e-10);
  options.row_scaling = RowScaling::sphere;
  EXPECT_LE(projector_difference(start_of(X, options).W, expected), 1e-10);
}

TEST(RandomStart, FollowsTheSeed) {
  FitOptions options;
  options.init = Init::random;
  const RowMatrix<double> X = random_rows(9, 5, 1);
  const Matrix<double> first = start_of(X, options).W;
  EXPECT_TRUE(same_bits(start_of(X, options).W, first));
  options.seed = 1;
  EXPECT_FALSE(same_bits(start_of(X, options).W, first));
}

TEST(GivenStart, KeepsAnOrthonormalMatrixAndTheColumnSpaceOfAnyOther) {
  FitOptions options;
  options.init = Init::given;
  const RowMatrix<double> X = random_rows(9, 5, 1);
  const Matrix<double> W = random_orthonormal(5, 2, 3);
  options.given_start = W;
  EXPECT_LE((start_of(X, options).W - W).norm(), 1e-12);
  options.given_start = 1e200 * W * random_rows(2, 2, 4);
  EXPECT_LE(projector_difference(start_of(X, options).W, W), 1e-11);
}

}  // namespace
}  // namespace l21::internal::test
