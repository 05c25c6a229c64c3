#include "data/link.hpp"

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

struct Case {
  Method method;
  double p;
};
constexpr Case kCases[] = {{Method::pca, 2}, {Method::l21, 1},   {Method::r1, 1},  {Method::l1, 1},
                           {Method::l2p, 1}, {Method::l2p, 1.5}, {Method::l2p, 2}, {Method::l1_greedy, 1}};

constexpr Index kCols = 9;

template <class T>
struct Sloped {
  double objective = 0;
  RowMatrix<double> slopes;
  std::vector<Heaviest> kinks;
};

// Rows of norm 1 with the projections `t`; the residual follows from both, as it does for orthonormal W.
template <class T>
Sloped<T> slopes_at(const Case& which, const RowMatrix<double>& t, const Vector<double>& weights = {},
                    const Vector<double>& norms = {}) {
  const auto link = make_link<T>({which.method, which.p, kCols});
  const Index n = t.rows(), m = t.cols();
  const Vector<double> norm = norms.size() > 0 ? norms : Vector<double>(Vector<double>::Ones(n));
  RowMatrix<T> in_out = t.cast<T>();
  const Vector<double> residual =
      (norm.array().square() - in_out.template cast<double>().rowwise().squaredNorm().array()).cwiseMax(0.0);
  LinkSum sum;
  sum.kinks.resize(static_cast<std::size_t>(link->kink_groups(m)));
  link->slopes({0, n, m, in_out.data(), weights.size() > 0 ? weights.data() : nullptr, norm.data(), residual.data()},
               sum);
  return {sum.objective, in_out.template cast<double>(), sum.kinks};
}

template <class T>
double value_at(const Case& which, const Vector<double>& t) {
  return slopes_at<T>(which, t.transpose()).objective;
}

// A point of norm below 1, as a projection of a row of norm 1 is; now and then on a kink.
Vector<double> point(Index m, std::uint64_t seed) {
  NormalGenerator normal(seed);
  Vector<double> t(m);
  for (double& value : t) value = normal();
  if (seed % 5 == 1) t(static_cast<Index>(seed) % m) = 0;
  if (seed % 7 == 1) t.setZero();
  return t * (0.95 * std::abs(std::sin(static_cast<double>(seed))) / std::max(1e-300, t.norm()));
}

template <class T>
class LinkTest : public testing::Test {};
TYPED_TEST_SUITE(LinkTest, BothPrecisions);

TYPED_TEST(LinkTest, IsConvexAlongRandomSegments) {
  using T = TypeParam;
  for (const Case& which : kCases)
    for (const Index m : {1, 2, 5})
      for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Vector<double> a = point(m, seed), b = point(m, seed + 1000);
        for (const double share : {0.1, 0.5, 0.8})
          EXPECT_LE(value_at<T>(which, share * a + (1 - share) * b),
                    share * value_at<T>(which, a) + (1 - share) * value_at<T>(which, b) + Tolerance<T>::rounding)
              << static_cast<int>(which.method);
      }
}

TYPED_TEST(LinkTest, SlopeIsASubgradientAtEveryPoint) {
  using T = TypeParam;
  for (const Case& which : kCases)
    for (const Index m : {1, 2, 5})
      for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Vector<double> t = point(m, seed);
        const auto at_t = slopes_at<T>(which, t.transpose());
        for (std::uint64_t other = 2000; other < 2020; ++other) {
          const Vector<double> s = point(m, other);
          EXPECT_GE(value_at<T>(which, s) + Tolerance<T>::rounding * (1 + at_t.slopes.norm()),
                    at_t.objective + at_t.slopes.row(0).dot(s - t))
              << "method " << static_cast<int>(which.method) << " p " << which.p << " seed " << seed;
        }
      }
}

TYPED_TEST(LinkTest, WeighsObjectiveAndSlopes) {
  using T = TypeParam;
  RowMatrix<double> t(3, 2);
  t.row(0) = point(2, 3).transpose(), t.row(1) = point(2, 4).transpose(), t.row(2) = point(2, 5).transpose();
  const Vector<double> w = (Vector<double>(3) << 2, 0, 0.5).finished();
  for (const Case& which : kCases) {
    const auto plain = slopes_at<T>(which, t), weighted = slopes_at<T>(which, t, w);
    double objective = 0;
    for (Index i = 0; i < 3; ++i) objective += w(i) * value_at<T>(which, t.row(i).transpose());
    EXPECT_NEAR(weighted.objective, objective, Tolerance<T>::rounding);
    EXPECT_LE((weighted.slopes - w.asDiagonal() * plain.slopes).norm(), 10 * Tolerance<T>::rounding);
  }
}

TYPED_TEST(LinkTest, HasTheValueThatItsFormulaSays) {
  using T = TypeParam;
  const Vector<double> t = point(3, 9);
  const double r = t.norm(), tolerance = Tolerance<T>::rounding;
  EXPECT_NEAR(value_at<T>({Method::pca, 2}, t), r * r / 2, tolerance);
  EXPECT_NEAR(value_at<T>({Method::l21, 1}, t), r, tolerance);
  EXPECT_NEAR(value_at<T>({Method::l2p, 1.3}, t), std::pow(r, 1.3), tolerance);
  EXPECT_NEAR(value_at<T>({Method::l1, 1}, t), t.cwiseAbs().sum(), tolerance);
  EXPECT_NEAR(value_at<T>({Method::r1, 1}, t), -std::sqrt(1 - r * r), tolerance);
}

TYPED_TEST(LinkTest, IsInvariantUnderRotationButForAbsoluteSums) {
  using T = TypeParam;
  const Matrix<double> R = random_orthonormal(4, 4, 5);
  for (const Case& which : kCases) {
    double change = 0;
    for (std::uint64_t seed = 1; seed < 20; ++seed)
      change = std::max(change, std::abs(value_at<T>(which, R * point(4, seed)) - value_at<T>(which, point(4, seed))));
    const bool invariant = which.method != Method::l1 && which.method != Method::l1_greedy;
    EXPECT_EQ(change <= 10 * Tolerance<T>::rounding, invariant) << static_cast<int>(which.method);
  }
}

TYPED_TEST(LinkTest, CountsProjectionsBelowRoundingAsZeroAndOffersTheHeaviestRow) {
  using T = TypeParam;
  const double zero = 16 * std::numeric_limits<T>::epsilon() * std::sqrt(static_cast<double>(kCols));
  RowMatrix<double> t = RowMatrix<double>::Zero(4, 2);
  t(0, 0) = 0.9 * zero;      // zero
  t(1, 0) = 1.1 * zero * 3;  // not zero: just above for a row of norm 3
  t(2, 1) = 0.9 * zero * 2;  // zero, the heaviest
  const Vector<double> norms = (Vector<double>(4) << 1, 3, 2, 0).finished(), weights = Vector<double>::Ones(4);
  const auto l21 = slopes_at<T>({Method::l21, 1}, t, weights, norms);
  EXPECT_TRUE(l21.slopes.row(0).isZero(0));
  EXPECT_NEAR(l21.slopes.row(1).norm(), 1, 1e-6);
  EXPECT_TRUE(l21.slopes.row(2).isZero(0));
  EXPECT_TRUE(l21.slopes.row(3).isZero(0));
  ASSERT_EQ(l21.kinks.size(), 1U);
  EXPECT_EQ(l21.kinks[0].row, 2);
  EXPECT_EQ(l21.kinks[0].size, 2);

  const auto l1 = slopes_at<T>({Method::l1, 1}, t, weights, norms);
  ASSERT_EQ(l1.kinks.size(), 2U);
  EXPECT_EQ(l1.kinks[0].row, 2);
  EXPECT_EQ(l1.kinks[1].row, 1);
  EXPECT_NEAR(l1.slopes(1, 0), 1, 1e-6);
}

TYPED_TEST(LinkTest, NeverOffersRowsThatAreZeroOrHaveNoWeight) {
  using T = TypeParam;
  const RowMatrix<double> t = RowMatrix<double>::Zero(2, 1);
  const Vector<double> norms = (Vector<double>(2) << 0, 1).finished(), w = (Vector<double>(2) << 1, 0).finished();
  for (const Method method : {Method::l21, Method::l1})
    EXPECT_EQ(slopes_at<T>({method, 1}, t, w, norms).kinks[0].row, -1);
}

TYPED_TEST(LinkTest, StaysFiniteForRowsInsideTheSubspaceAndForZeroRows) {
  using T = TypeParam;
  RowMatrix<double> t = RowMatrix<double>::Zero(2, 1);
  t(0, 0) = 1;
  const Vector<double> norms = (Vector<double>(2) << 1, 0).finished();
  for (const Case& which : kCases) {
    const auto sloped = slopes_at<T>(which, t, {}, norms);
    EXPECT_TRUE(sloped.slopes.allFinite() && std::isfinite(sloped.objective)) << static_cast<int>(which.method);
    EXPECT_TRUE(sloped.slopes.row(1).isZero(0));
  }
}

TYPED_TEST(LinkTest, FindsTheSameKinksAgain) {
  using T = TypeParam;
  const auto l21 = make_link<T>({Method::l21, 1, kCols});
  const auto l1 = make_link<T>({Method::l1, 1, kCols});
  const T t[2] = {T(0.5), T(0)};
  EXPECT_FALSE(l21->on_kink(t, 2, 1, 0));
  EXPECT_TRUE(l21->on_kink(t + 1, 1, 1, 0));
  EXPECT_FALSE(l1->on_kink(t, 2, 1, 0));
  EXPECT_TRUE(l1->on_kink(t, 2, 1, 1));
}

TEST(Heaviest, KeepsTheFirstOfTheLargest) {
  Heaviest heaviest;
  heaviest.offer(0, 1);
  EXPECT_EQ(heaviest.row, -1);
  heaviest.offer(2, 5), heaviest.offer(2, 7), heaviest.offer(1, 0);
  EXPECT_EQ(heaviest.row, 5);
}

}  // namespace
}  // namespace l21::internal::test
