#include "model/canonical.hpp"

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

constexpr Method kMethods[] = {Method::pca, Method::l21, Method::r1, Method::l1, Method::l1_greedy, Method::l2p};

ScoreMoments moments_of(const RowMatrix<double>& t) {
  const RowMatrix<double> unit = t.rowwise().normalized();
  return {t.transpose() * t, unit.transpose() * unit, t.transpose() * unit};
}

bool rotates(Method method) {
  return method != Method::l1 && method != Method::l1_greedy;
}

double off_diagonal(Matrix<double> A) {
  A.diagonal().setZero();
  return A.norm();
}

struct Example {
  Matrix<double> W = random_orthonormal(9, 4, 1);
  RowMatrix<double> t = rotated_rows(80, 4, 2);
  ScoreMoments moments = moments_of(t);
};

TEST(CanonicalRotation, IsOrthogonal) {
  const Example example;
  for (const Method method : kMethods)
    EXPECT_LE(departure_from_orthonormal(canonical_rotation(example.W, example.moments, method)), 1e-12);
}

TEST(CanonicalRotation, DiagonalizesTheCovarianceForPcaAndTheSignScatterForRobustMethods) {
  const Example example;
  for (const Method method : {Method::pca, Method::l21, Method::r1, Method::l2p}) {
    const Matrix<double> R = canonical_rotation(example.W, example.moments, method);
    const Matrix<double>& moment = method == Method::pca ? example.moments.covariance : example.moments.sign_scatter;
    const Matrix<double> rotated = R.transpose() * moment * R;
    EXPECT_LE(off_diagonal(rotated), 1e-12 * moment.norm());
    for (Index k = 1; k < 4; ++k) EXPECT_GE(rotated(k - 1, k - 1), rotated(k, k));
  }
}

TEST(CanonicalRotation, OnlyOrdersL1AndKeepsTheOrderOfGreedy) {
  Example example;
  example.moments.share.diagonal() << 2, 9, 9, 4;
  const Matrix<double> l1 = canonical_rotation(example.W, example.moments, Method::l1);
  EXPECT_TRUE(
      same_bits(l1.cwiseAbs(),
                Matrix<double>((Matrix<double>(4, 4) << 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0).finished())));
  const Matrix<double> greedy = canonical_rotation(example.W, example.moments, Method::l1_greedy);
  EXPECT_TRUE(same_bits(greedy.cwiseAbs(), Matrix<double>(Matrix<double>::Identity(4, 4))));
}

TEST(CanonicalRotation, MakesTheFirstLargeLoadingPositive) {
  const Example example;
  for (const Method method : kMethods) {
    const Matrix<double> components = example.W * canonical_rotation(example.W, example.moments, method);
    for (Index k = 0; k < 4; ++k) {
      Index largest = 0;
      components.col(k).cwiseAbs().maxCoeff(&largest);
      for (Index j = 0; j < largest; ++j)  // an earlier one within 0.1 % of it decides
        if (std::abs(components(j, k)) >= (1 - 1e-3) * std::abs(components(largest, k))) largest = j;
      EXPECT_GT(components(largest, k), 0);
    }
  }
}

TEST(CanonicalRotation, DecidesTheSignByTheFirstOfEqualLoadings) {
  Matrix<double> W(3, 1);
  W << 0.1, -0.7, 0.7000001;
  W.normalize();
  const ScoreMoments moments{Matrix<double>::Ones(1, 1), Matrix<double>::Ones(1, 1), Matrix<double>::Ones(1, 1)};
  EXPECT_EQ(canonical_rotation(W, moments, Method::l21)(0, 0), -1);
  EXPECT_EQ(canonical_rotation(-W, moments, Method::l21)(0, 0), 1);
}

// The same subspace, turned and mirrored inside, is shown in the same way.
TEST(CanonicalRotation, DoesNotDependOnTheBasisItIsGiven) {
  const Example example;
  for (const Method method : kMethods) {
    Matrix<double> turn =
        rotates(method) ? random_orthonormal(4, 4, 7) : Matrix<double>(Matrix<double>::Identity(4, 4));
    turn.col(1) *= -1;
    if (method == Method::l1) turn.col(0).swap(turn.col(3));
    const Matrix<double> W = example.W * turn;
    const ScoreMoments moments = moments_of(example.t * turn);
    const Matrix<double> expected = example.W * canonical_rotation(example.W, example.moments, method);
    EXPECT_LE((W * canonical_rotation(W, moments, method) - expected).norm(), 1e-10) << static_cast<int>(method);
  }
}

}  // namespace
}  // namespace l21::internal::test
