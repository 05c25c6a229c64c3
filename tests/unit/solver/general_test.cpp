#include "l21/general.hpp"

#include "l21/error.hpp"
#include "unit/linalg/testing.hpp"
#include "unit/message_of.hpp"

namespace l21::internal::test {
namespace {

// h(s) >= h(t) + <slope(t), s - t> for all s and t, and equality in the limit: h is convex and the slope is its own.
template <class H>
void expect_convex(const H& h) {
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const double scale = seed % 3 == 0 ? 0.1 : 2.0;
    const Matrix<double> t = scale * random_rows(3, 2, seed), s = scale * random_rows(3, 2, seed + 100);
    const double value = h.value(t);
    EXPECT_GE(h.value(s), value + h.slope(t).cwiseProduct(s - t).sum() - 1e-12);
    constexpr double kStep = 1e-5;
    const Matrix<double> ahead = t + kStep * s, behind = t - kStep * s;
    const double slope = h.slope(t).cwiseProduct(s).sum();
    EXPECT_NEAR((h.value(ahead) - h.value(behind)) / (2 * kStep), slope, 1e-4 * (1 + std::abs(slope)));
  }
  const Matrix<double> zero = Matrix<double>::Zero(3, 2);
  EXPECT_EQ(h.value(zero), 0);
  EXPECT_TRUE(h.slope(zero).isZero(0));
}

TEST(Convex, FunctionsLieAboveTheirTangents) {
  expect_convex(convex::Norm{});
  expect_convex(convex::SquaredNorm{});
  expect_convex(convex::AbsoluteValue{});
  for (const double delta : {0.1, 1.0, 5.0}) expect_convex(convex::Huber{delta});
  for (const double p : {1.0, 1.3, 2.0, 3.0}) expect_convex(convex::Power{p});
}

TEST(Convex, FunctionsThatAreNotAreRefused) {
  EXPECT_THROW(convex::Huber{0}, InvalidArgument);
  EXPECT_THROW(convex::Power{0.5}, InvalidArgument);
}

// No point of the set that somebody offers is better, and the answer lies in the set.
template <class Set, class Offer, class Contains>
void expect_best(const Set& set, const Offer& offer, const Contains& contains) {
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    const Matrix<double> M = random_rows(6, 2, seed), best = set.argmax(M, offer(seed + 500));
    EXPECT_TRUE(contains(best));
    for (std::uint64_t other = 1; other < 30; ++other)
      EXPECT_GE(M.cwiseProduct(best).sum(), M.cwiseProduct(offer(seed * 100 + other)).sum() - 1e-12);
  }
}

TEST(Sets, KnowTheirBestPoint) {
  const auto any = [](std::uint64_t seed) -> Matrix<double> { return random_rows(6, 2, seed); };
  expect_best(
      sets::Stiefel{}, [](std::uint64_t seed) { return random_orthonormal(6, 2, seed); },
      [](const Matrix<double>& x) { return departure_from_orthonormal(x) < 1e-12; });
  expect_best(
      sets::Sphere{}, [&](std::uint64_t seed) -> Matrix<double> { return any(seed).normalized(); },
      [](const Matrix<double>& x) { return std::abs(x.norm() - 1) < 1e-12; });
  expect_best(
      sets::SparseSphere{3},
      [&](std::uint64_t seed) -> Matrix<double> {
        Matrix<double> x = Matrix<double>::Zero(6, 2);
        for (std::uint64_t k = 0; k < 3; ++k) x.data()[(seed * 7 + k * 5) % 12] = any(seed).data()[k];
        return x.normalized();
      },
      [](const Matrix<double>& x) { return (x.array() != 0).count() == 3 && std::abs(x.norm() - 1) < 1e-12; });
  expect_best(
      sets::Box{-2, 3}, [&](std::uint64_t seed) -> Matrix<double> { return any(seed).cwiseMax(-2).cwiseMin(3); },
      [](const Matrix<double>& x) { return x.minCoeff() >= -2 && x.maxCoeff() <= 3; });
  expect_best(
      sets::Simplex{},
      [&](std::uint64_t seed) -> Matrix<double> {
        const Matrix<double> x = any(seed).cwiseAbs();
        return x / x.sum();
      },
      [](const Matrix<double>& x) { return x.minCoeff() >= 0 && std::abs(x.sum() - 1) < 1e-12; });
  expect_best(
      sets::Ball{0.5}, [&](std::uint64_t seed) -> Matrix<double> { return 0.4 * any(seed).normalized(); },
      [](const Matrix<double>& x) { return x.norm() <= 0.5 * (1 + 1e-12); });
}

TEST(Sets, KeepThePointWhereNothingIsToBeGained) {
  const Matrix<double> zero = Matrix<double>::Zero(4, 2), x = random_orthonormal(4, 2, 1);
  EXPECT_TRUE(same_bits(sets::Stiefel{}.argmax(zero, x), x));
  EXPECT_TRUE(same_bits(sets::Sphere{}.argmax(zero, x), x));
  EXPECT_TRUE(same_bits(sets::SparseSphere{2}.argmax(zero, x), x));
  EXPECT_TRUE(same_bits(sets::Box(-1, 1).argmax(zero, x), x));
  EXPECT_TRUE(same_bits(sets::Ball{1}.argmax(zero, x), x));
}

TEST(Sets, ThatAreEmptyAreRefused) {
  EXPECT_EQ(message_of<InvalidArgument>([] { sets::SparseSphere{0}; }), "cardinality must be at least 1, got 0");
  EXPECT_THROW(sets::Box(1, 0), InvalidArgument);
  EXPECT_THROW(sets::Ball{-1}, InvalidArgument);
}

// max sum_i ||W^T x_i|| with a linear f beside it.
GeneralProblem l21_with_linear_part(const Matrix<double>& points, const Matrix<double>& B) {
  GeneralProblem problem;
  problem.terms = points.cols();
  problem.g = [&](Index i, const Matrix<double>& W) { return W.transpose() * points.col(i); };
  problem.use(convex::Norm{});
  problem.f = [&](const Matrix<double>& W) { return B.cwiseProduct(W).sum(); };
  problem.argmax_of = [&](const GeneralProblem::Slopes& slopes, const Matrix<double>& W) {
    Matrix<double> M = B;
    for (Index i = 0; i < points.cols(); ++i) M += points.col(i) * slopes[static_cast<std::size_t>(i)].transpose();
    return sets::Stiefel{}.argmax(M, W);
  };
  return problem;
}

TEST(GeneralProblem, RisesWithAnFThatIsNotZero) {
  const Matrix<double> points = random_rows(5, 40, 1), B = 3 * random_rows(5, 2, 2);
  GeneralProblem problem = l21_with_linear_part(points, B);
  const auto [W, report] = maximize(problem, random_orthonormal(5, 2, 3), {.tolerance = 1e-12});
  EXPECT_EQ(report.status, Status::converged);
  for (std::size_t k = 1; k < report.trace.size(); ++k)
    EXPECT_GE(report.trace[k].objective, report.trace[k - 1].objective * (1 - 1e-13));
  EXPECT_GT(report.objective, report.objective_start);
}

TEST(GeneralProblem, AWrongSlopeIsFoundOut) {
  const Matrix<double> points = random_rows(5, 40, 1), B = Matrix<double>::Zero(5, 2);
  GeneralProblem problem = l21_with_linear_part(points, B);
  problem.slope = [](Index, const Matrix<double>& t) { return Matrix<double>(-t); };
  const std::string message =
      message_of<InvalidProblem>([&] { (void)maximize(problem, random_orthonormal(5, 2, 3), {.tolerance = 1e-12}); });
  EXPECT_NE(message.find("the objective fell from "), std::string::npos) << message;
  EXPECT_NE(message.find("a slope is not one of h, or the argmax is none"), std::string::npos) << message;
}

TEST(GeneralProblem, AWrongArgmaxIsFoundOut) {
  const Matrix<double> points = decaying_rows(40, 5, 1).transpose(), B = Matrix<double>::Zero(5, 1);
  GeneralProblem problem = l21_with_linear_part(points, B);
  problem.argmax_of = [](const GeneralProblem::Slopes&, const Matrix<double>&) -> Matrix<double> {
    return Matrix<double>::Identity(5, 5).col(4);
  };
  const std::string message =
      message_of<InvalidProblem>([&] { (void)maximize(problem, Matrix<double>(Matrix<double>::Identity(5, 1))); });
  EXPECT_NE(message.find("iteration 1: the argmax gives the surrogate "), std::string::npos) << message;
}

TEST(GeneralProblem, AProblemWithoutABoundIsFoundOut) {
  GeneralProblem problem;
  problem.terms = 1;
  problem.g = [](Index, const Matrix<double>& x) { return x; };
  problem.use(convex::SquaredNorm{});
  problem.argmax_of = [](const GeneralProblem::Slopes& slopes, const Matrix<double>&) -> Matrix<double> {
    return 1e60 * slopes[0];
  };
  const std::string message = message_of<InvalidProblem>(
      [&] { (void)maximize(problem, Matrix<double>(Matrix<double>::Ones(2, 1)), {.tolerance = 0}); });
  EXPECT_NE(message.find("the objective is inf; the problem has no bound on its set"), std::string::npos) << message;
}

}  // namespace
}  // namespace l21::internal::test
