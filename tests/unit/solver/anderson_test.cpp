#include "solver/anderson.hpp"

#include "linalg/polar.hpp"
#include "solver/gram_problem.hpp"
#include "solver/linear_problem.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

static_assert(Mixable<LinearProblem<double>> && Mixable<LinearProblem<float>> && Mixable<GramProblem>);
static_assert(HasAdvance<Anderson<GramProblem>> && !HasAdvance<LinearProblem<double>>);
static_assert(HasEscape<Anderson<LinearProblem<double>>> && !HasEscape<Anderson<GramProblem>>);

struct Plane {
  RowMatrix<double> X = slowly_decaying_rows(200, 30, 1);
  PreparedRows<double> rows = prepared<double>(X);
  LinkSpec link{Method::l21, 1.0, 30};
  Stiefel stiefel;
  LinearProblem<double> problem{rows, link, stiefel, 4};
  Matrix<double> start = random_orthonormal(30, 4, 3);
};

TEST(LeastSquares, IsTheNormalEquationsWhereTheyAreWellPosed) {
  const Matrix<double> V = random_rows(20, 4, 1);
  const Vector<double> f = random_rows(20, 1, 2);
  const Vector<double> gamma = least_squares(V.transpose() * V, V.transpose() * f);
  EXPECT_LE((V.transpose() * (f - V * gamma)).norm(), 1e-12 * f.norm());
}

TEST(LeastSquares, StaysBoundedWhereVectorsRepeatOrVanish) {
  Matrix<double> V(20, 4);
  V.leftCols(2) = random_rows(20, 2, 1);
  V.col(2) = 1e-9 * V.col(0);
  V.col(3).setZero();
  const Vector<double> f = V.col(0) - 3 * V.col(1);
  const Vector<double> gamma = least_squares(V.transpose() * V, V.transpose() * f);
  EXPECT_TRUE(gamma.allFinite());
  EXPECT_LE((f - V * gamma).norm(), 1e-6 * f.norm());
}

TEST(Anderson, OfDepthZeroIsThePlainIterationBitForBit) {
  Plane plane;
  Anderson<LinearProblem<double>> mixed(plane.problem, 0);
  const auto plain = maximize(plane.problem, plane.start, {.max_iterations = 7, .tolerance = 0});
  const auto same = maximize(mixed, plane.start, {.max_iterations = 7, .tolerance = 0});
  EXPECT_TRUE(same_bits(plain.x, same.x));
  EXPECT_EQ(same.report.rejections, 0);
}

TEST(Anderson, TakesThePlainStepFirst) {
  Plane plane;
  Anderson<LinearProblem<double>> mixed(plane.problem, 5);
  const auto plain = maximize(plane.problem, plane.start, {.max_iterations = 2, .tolerance = 0});
  const auto same = maximize(mixed, plane.start, {.max_iterations = 2, .tolerance = 0});
  EXPECT_TRUE(same_bits(plain.x, same.x));
}

TEST(Anderson, NeedsFarFewerIterationsAndNeverFalls) {
  Plane plane;
  const SolveOptions options{.max_iterations = 5000, .tolerance = 1e-9};
  const auto plain = maximize(plane.problem, plane.start, options);
  for (const int depth : {1, 3, 8, 20}) {
    Anderson<LinearProblem<double>> mixed(plane.problem, depth);
    const auto fast = maximize(mixed, plane.start, options);
    EXPECT_EQ(fast.report.status, Status::converged) << depth;
    EXPECT_LT(fast.report.iterations, plain.report.iterations) << depth;
    EXPECT_NEAR(fast.report.objective, plain.report.objective, 1e-10 * plain.report.objective) << depth;
    EXPECT_LE(departure_from_orthonormal(fast.x), Tolerance<double>::orthonormal) << depth;
    const auto& trace = fast.report.trace;
    for (std::size_t k = 1; k < trace.size(); ++k)
      EXPECT_GE(trace[k].objective, trace[k - 1].objective * (1 - Tolerance<double>::falls)) << depth;
    if (depth == 8) {
      EXPECT_LT(3 * fast.report.iterations, plain.report.iterations);
    }
  }
}

// The second axis gains a hundredth more than the first, where the iteration begins but for a rounding.
TEST(Anderson, LeavesSaddlesInBolderAndBolderSteps) {
  RowMatrix<double> X = RowMatrix<double>::Zero(40, 3);
  for (Index i = 0; i < 40; ++i) X(i, i % 2) = (i % 4 < 2 ? 1 : -1) * (i % 2 == 0 ? 1.0 : 1.01);
  const auto rows = prepared<double>(X);
  const Stiefel stiefel;
  LinearProblem<double> problem(rows, {Method::pca, 2.0, 3}, stiefel, 1);
  const Matrix<double> start{{std::cos(1e-5)}, {std::sin(1e-5)}, {0.0}};
  const SolveOptions options{.max_iterations = 5000, .tolerance = 1e-9};
  const auto plain = maximize(problem, start, options);
  Anderson<LinearProblem<double>> mixed(problem, 8);
  const auto fast = maximize(mixed, start, options);
  for (const auto* solution : {&plain, &fast}) {
    EXPECT_EQ(solution->report.status, Status::converged);
    EXPECT_NEAR(std::abs(solution->x(1, 0)), 1.0, 1e-6);
  }
  EXPECT_LT(8 * fast.report.iterations, plain.report.iterations);
  const auto& trace = fast.report.trace;
  for (std::size_t k = 1; k < trace.size(); ++k)
    EXPECT_GE(trace[k].objective, trace[k - 1].objective * (1 - Tolerance<double>::falls));
}

// Proposes the worst point it can: the safeguard must make it the plain iteration at twice the price.
struct Saboteur {
  using Point = Matrix<double>;
  using Surrogate = LinearProblem<double>::Surrogate;
  LinearProblem<double>& problem;
  Point worst;
  int rejections = 0;

  double linearize(const Point& x, Surrogate& s) { return problem.linearize(x, s); }
  double surrogate_value(const Surrogate& s, const Point& x) { return problem.surrogate_value(s, x); }
  void argmax(const Surrogate& s, const Point& x, Point& next) { problem.argmax(s, x, next); }
  double residual(const Point& x, const Surrogate& s) { return problem.residual(x, s); }
  bool advance(const Surrogate&, const Point&, Point& next) {
    next = worst;
    return true;
  }
  void rejected() { ++rejections; }
};

TEST(Safeguard, TurnsBadStepsIntoPlainOnes) {
  Plane plane;
  const auto plain = maximize(plane.problem, plane.start, {.max_iterations = 6, .tolerance = 0});
  Saboteur saboteur{plane.problem, Matrix<double>::Identity(30, 4).rowwise().reverse(), 0};
  const auto guarded = maximize(saboteur, plane.start, {.max_iterations = 11, .tolerance = 0});
  EXPECT_TRUE(same_bits(plain.x, guarded.x));
  EXPECT_EQ(guarded.report.rejections, 5);
  EXPECT_EQ(saboteur.rejections, 5);
  EXPECT_EQ(guarded.report.iterations, 11);
  ASSERT_EQ(guarded.report.trace.size(), 6U);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_EQ(guarded.report.trace[k].objective, plain.report.trace[k].objective);
}

TEST(Safeguard, ReturnsTheLastAcceptedPointWhenTheLastStepWasBad) {
  Plane plane;
  Saboteur saboteur{plane.problem, Matrix<double>::Identity(30, 4).rowwise().reverse(), 0};
  const auto guarded = maximize(saboteur, plane.start, {.max_iterations = 4, .tolerance = 0});
  EXPECT_EQ(guarded.report.status, Status::iteration_limit);
  LinearProblem<double>::Surrogate surrogate;
  EXPECT_EQ(plane.problem.linearize(guarded.x, surrogate), guarded.report.objective);
  EXPECT_EQ(guarded.report.objective, guarded.report.trace.back().objective);
}

// h = ||t||^p with p < 1 is not convex: at nearly a right angle to the short row its slope is steep, and the plain step
// overshoots and loses.
struct Overshoot {
  static constexpr double kP = 0.6;
  RowMatrix<double> X{{10.0, 0.0}, {0.0, 1.0}};
  PreparedRows<double> rows = prepared<double>(X);
  LinkSpec link{Method::l2p, kP, 2};
  Stiefel stiefel;
  LinearProblem<double> problem{rows, link, stiefel, 1};
  Matrix<double> start{{std::cos(1e-4)}, {std::sin(1e-4)}};
  // At the angle where the slope along the circle is 0: tan^(2 - p) = 10^-p.
  static double best() {
    const double angle = std::atan(std::pow(10.0, -kP / (2 - kP)));
    return std::pow(10 * std::cos(angle), kP) + std::pow(std::sin(angle), kP);
  }
};

TEST(Shortening, TurnsStepsThatLoseIntoShorterOnes) {
  for (const int depth : {0, 4}) {
    Overshoot two;
    Anderson<LinearProblem<double>> careless(two.problem, 0, Steps::always_gain);
    EXPECT_THROW(static_cast<void>(maximize(careless, two.start)), InvalidProblem);
    Anderson<LinearProblem<double>> careful(two.problem, depth, Steps::may_lose);
    const auto found = maximize(careful, two.start, {.tolerance = 1e-10});
    EXPECT_EQ(found.report.status, Status::converged);
    EXPECT_GT(found.report.rejections, 0);
    EXPECT_NEAR(found.report.objective, Overshoot::best(), 1e-12);
    for (std::size_t k = 1; k < found.report.trace.size(); ++k)
      EXPECT_GE(found.report.trace[k].objective, found.report.trace[k - 1].objective * (1 - Tolerance<double>::falls));
  }
}

// At a right angle to a row h rises with infinite slope: no such point is an end.
TEST(Shortening, LeavesPointsBesideARow) {
  Overshoot two;
  Anderson<LinearProblem<double>> careful(two.problem, 0, Steps::may_lose);
  const auto found = maximize(careful, Matrix<double>{{1.0}, {0.0}}, {.tolerance = 1e-10});
  EXPECT_EQ(found.report.escapes, 1);
  EXPECT_NEAR(found.report.objective, Overshoot::best(), 1e-12);
}

// One step that cannot gain, however short it is: the iteration ends where it stood.
struct Downhill : Saboteur {
  [[nodiscard]] static bool may_lose() { return true; }
  [[nodiscard]] bool shorten(const Point&, Point& next, double) const {
    next = worst;
    return true;
  }
  void argmax(const Surrogate&, const Point&, Point& next) const { next = worst; }
};

TEST(Shortening, EndsWhereNoStepGains) {
  Plane plane;
  Downhill downhill{{plane.problem, random_orthonormal(30, 4, 9), 0}};
  const auto best = maximize(plane.problem, plane.start, {.tolerance = 1e-8});
  const auto found = maximize(downhill, best.x, {.tolerance = 0, .on_fall = OnFall::stops});
  EXPECT_EQ(found.report.status, Status::precision_limit);
  EXPECT_TRUE(same_bits(found.x, best.x));
  EXPECT_LT(found.report.iterations, 60);
}

// Gains too little whatever is tried, but something: the best of it is kept, and no point is tried twice.
struct Reluctant {
  using Point = double;
  struct Surrogate {};
  std::vector<double> tried{};

  double linearize(double x, Surrogate&) {
    tried.push_back(x);
    return x == 0 ? 1.0 : 1 + 1e-6 * (1 - std::abs(x - 0.25));
  }
  static double surrogate_value(const Surrogate&, double x) { return x; }
  static void argmax(const Surrogate&, double x, double& next) { next = x == 0 ? 1.0 : x; }
  static bool advance(const Surrogate&, double, double&) { return false; }
  static void rejected() {}
  static bool may_lose() { return true; }
  static bool shorten(double x, double& next, double share) {
    next = x + share * (next - x);
    return share > 1e-3;
  }
};

TEST(Shortening, KeepsTheBestWhereNoStepGainsItsDue) {
  Reluctant problem;
  const auto found = maximize(problem, 0.0, {.tolerance = 1e-10});
  EXPECT_EQ(found.x, 0.25);
  EXPECT_GT(found.report.objective, 1.0);
  // Each share once, but for the one that was kept.
  std::sort(problem.tried.begin(), problem.tried.end());
  for (std::size_t k = 1; k < problem.tried.size(); ++k)
    EXPECT_TRUE(problem.tried[k] != problem.tried[k - 1] || problem.tried[k] == 0.25);
}

TEST(GramPoints, AreOrthonormalAfterMixing) {
  const RowMatrix<double> X = slowly_decaying_rows(20, 50, 1);
  const Matrix<double> G = X * X.transpose();
  for (const double size : {1e-3, 0.05, 1.0, 30.0}) {
    GramProblem::Point point;
    point.C = size * random_rows(20, 3, 4);
    point.T = G * point.C;
    const Matrix<double> expected = polar_factor(X.transpose() * point.C);
    ASSERT_TRUE(GramProblem::make_feasible(point));
    EXPECT_LE((X.transpose() * point.C - expected).norm(), 1e-11);
    EXPECT_LE((point.T - X * expected).norm(), 1e-11 * X.norm());
    // Near an orthonormal point already.
    point.C *= 1 + 1e-3, point.T *= 1 + 1e-3;
    ASSERT_TRUE(GramProblem::make_feasible(point));
    EXPECT_LE((X.transpose() * point.C - expected).norm(), 1e-11);
  }
}

}  // namespace
}  // namespace l21::internal::test
