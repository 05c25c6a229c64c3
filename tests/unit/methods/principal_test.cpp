#include "methods/principal.hpp"

#include "data/gram.hpp"
#include "linalg/statistics.hpp"
#include "reference/reference.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

Matrix<double> leading_right_vectors(const RowMatrix<double>& X, const Vector<double>& w, Index m) {
  return reference::principal(X, weights_or_ones(w, X.rows()), static_cast<int>(m));
}

// Singular values 1, 0.9, 0.81, ... so that every direction is determined.
RowMatrix<double> known_spectrum(Index n, Index d, Index rank, std::uint64_t seed) {
  Vector<double> values(rank);
  for (Index k = 0; k < rank; ++k) values(k) = std::pow(0.9, static_cast<double>(k));
  return random_orthonormal(n, rank, seed) * values.asDiagonal() * random_orthonormal(d, rank, seed + 1).transpose();
}

void expect_principal(const RowMatrix<double>& X, const Vector<double>& w, Index m, const Matrix<double>* gram) {
  const auto rows = prepared<double>(X, w, 2);
  const Principal principal = principal_directions(rows, m, gram, Exactness::exact, 0);
  const Matrix<double> expected = leading_right_vectors(X, w, m);
  EXPECT_LE(departure_from_orthonormal(principal.W), Tolerance<double>::orthonormal);
  EXPECT_EQ(principal.rank, m);
  for (Index k = 0; k < m; ++k) EXPECT_NEAR(std::abs(principal.W.col(k).dot(expected.col(k))), 1, 1e-10) << k;
  EXPECT_GE(principal.counter.reads, gram ? 0 : 1);
}

TEST(PrincipalDirections, OfASmallTableAreThoseOfItsSvd) {
  for (const auto& [n, d, m] :
       {std::tuple<Index, Index, Index>{1, 1, 1}, {9, 1, 1}, {1, 9, 1}, {50, 7, 7}, {7, 50, 3}}) {
    const RowMatrix<double> X = known_spectrum(n, d, std::min(n, d), 1);
    expect_principal(X, {}, m, nullptr);
    expect_principal(X, Vector<double>::Constant(n, 0.3), m, nullptr);
  }
  expect_principal(decaying_rows(60, 9, 2), random_weights(60, 3), 4, nullptr);
}

// 140 x 140 x 1100 is beyond what is decomposed directly: X^T X when tall, X X^T when wide.
TEST(PrincipalDirections, OfATallTableComeFromItsScatter) {
  const RowMatrix<double> X = known_spectrum(1100, 140, 140, 1);
  expect_principal(X, {}, 5, nullptr);
  expect_principal(X, random_weights(1100, 2), 5, nullptr);
}

TEST(PrincipalDirections, OfAWideTableComeFromItsGramMatrix) {
  const RowMatrix<double> X = known_spectrum(140, 1100, 140, 1);
  const Matrix<double> G = X * X.transpose();
  for (const Matrix<double>* gram : {static_cast<const Matrix<double>*>(nullptr), &G}) {
    expect_principal(X, {}, 5, gram);
    expect_principal(X, random_weights(140, 2), 5, gram);
  }
}

// The last of them has 1/500 of the variance of the first: more than rounding in float, whatever the number of terms.
TEST(PrincipalDirections, OfFloatRowsAreNearThoseInDouble) {
  constexpr Index kComponents = 30, kShort = 60, kLong = 30000;
  Vector<double> deviation(kShort);
  for (Index k = 0; k < kShort; ++k) deviation(k) = std::pow(0.9, static_cast<double>(k));
  const RowMatrix<double> tall = random_rows(kLong, kShort, 1) * deviation.asDiagonal(), wide = tall.transpose();
  for (const RowMatrix<double>* X : {&tall, &wide}) {
    const auto of = [](const auto& rows) {
      return principal_directions(rows, kComponents, nullptr, Exactness::exact, 0);
    };
    const Principal exact = of(prepared<double>(*X, {}, 2)), found = of(prepared<float>(*X, {}, 2));
    EXPECT_EQ(found.rank, kComponents);
    const Matrix<double> cosines = product(Op::transpose, found.W, Op::none, exact.W);
    EXPECT_GE(thin_svd(cosines).values.minCoeff(), 1 - 1e-4);
  }
}

// Both sides beyond 3000: as a start, subspace iteration is all that is affordable.
TEST(PrincipalDirections, OfALargeTableAreIterated) {
  constexpr Index kSide = 3001, kRank = 6;
  RowMatrix<float> X(kSide, kSide);
  X.noalias() = known_spectrum(kSide, kRank, kRank, 1).cast<float>() *
                random_orthonormal(kSide, kRank, 9).transpose().cast<float>();
  const auto rows = prepare_rows<double>(rows_of(X), {Vector<double>::Ones(kSide), Vector<double>::Zero(kSide)}, {}, 2);
  const Principal principal = principal_directions(rows, 2, nullptr, Exactness::as_start, 0);
  EXPECT_LE(departure_from_orthonormal(principal.W), Tolerance<double>::orthonormal);
  const RowMatrix<double> scores = X.cast<double>() * principal.W;
  EXPECT_NEAR(scores.col(0).norm(), 1, 1e-3);
  EXPECT_NEAR(scores.col(1).norm(), 0.9, 1e-3);
}

void expect_completed(const RowMatrix<double>& X, Index rank, Index m) {
  const auto rows = prepared<double>(X, {}, 2);
  const Principal principal = principal_directions(rows, m, nullptr, Exactness::exact, 0);
  EXPECT_EQ(principal.rank, std::min(rank, m));
  EXPECT_LE(departure_from_orthonormal(principal.W), Tolerance<double>::orthonormal);
  const RowMatrix<double> scores = X * principal.W;
  EXPECT_LE(scores.rightCols(m - std::min(rank, m)).norm(), 1e-6 * X.norm());
  EXPECT_NEAR(scores.norm(), X.norm(), 1e-9 * X.norm());
  EXPECT_TRUE(same_bits(principal_directions(rows, m, nullptr, Exactness::exact, 5).W, principal.W));
}

TEST(PrincipalDirections, AreCompletedWhereTheRowsHaveLowerRank) {
  expect_completed(known_spectrum(20, 9, 3, 1), 3, 5);
  expect_completed(known_spectrum(9, 20, 3, 1), 3, 9);
  expect_completed(known_spectrum(1100, 140, 3, 1), 3, 5);
  expect_completed(known_spectrum(140, 1100, 3, 1), 3, 5);
}

TEST(PrincipalDirections, OfZeroRowsAreAnyBasisAndNothingIsPrinted) {
  for (const auto& [n, d] : {std::pair<Index, Index>{6, 4}, {1100, 140}, {140, 1100}}) {
    const RowMatrix<double> X = RowMatrix<double>::Zero(n, d);
    const auto rows = prepared<double>(X, {}, 2);
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const Principal principal = principal_directions(rows, 3, nullptr, Exactness::exact, 0);
    EXPECT_EQ(testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr(), "") << n << " x " << d;
    EXPECT_EQ(principal.rank, 0);
    EXPECT_LE(departure_from_orthonormal(principal.W), Tolerance<double>::orthonormal);
  }
}

TEST(PrincipalDirections, HaveTheSameBitsForAnyNumberOfThreads) {
  for (const auto& [n, d] : {std::pair<Index, Index>{60, 9}, {1100, 140}, {140, 1100}}) {
    const RowMatrix<double> X = known_spectrum(n, d, std::min(n, d), 1);
    const auto with = [&](int threads) {
      return principal_directions(prepared<double>(X, {}, threads), 3, nullptr, Exactness::exact, 0).W;
    };
    const Matrix<double> alone = with(1);
    for (const int threads : kThreadCounts) EXPECT_TRUE(same_bits(with(threads), alone));
  }
}

}  // namespace
}  // namespace l21::internal::test
