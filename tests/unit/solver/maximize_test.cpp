// The header has no source file of its own; stopping_test.cpp has the rest.
#include "l21/maximize.hpp"

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

// max x^T A x / 2 over the unit sphere, A positive semidefinite: the power method.
struct PowerMethod {
  using Point = Vector<double>;
  struct Surrogate {
    Vector<double> slope;
  };
  Matrix<double> A;
  int linearizations = 0;

  double linearize(const Point& x, Surrogate& surrogate) {
    ++linearizations;
    surrogate.slope = A * x;
    return x.dot(surrogate.slope) / 2;
  }
  [[nodiscard]] double surrogate_value(const Surrogate& known, const Point& x) const { return known.slope.dot(x); }
  void argmax(const Surrogate& known, const Point&, Point& next) const { next = known.slope.normalized(); }
};

// The same, with a measure of its own.
struct PowerMethodWithResidual : PowerMethod {
  [[nodiscard]] double residual(const Point& x, const Surrogate& known) const {
    return (known.slope - x * x.dot(known.slope)).norm() / known.slope.norm();
  }
};

// max |x_1| + |x_2| over the unit circle. From (1, 0) with slope 0 at the kink x_2 = 0 nothing moves.
struct KinkedProblem {
  using Point = Vector<double>;
  struct Surrogate {
    Vector<double> slope;
  };
  bool escape_gains = true;
  int offered = 0;

  static double sign(double v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }
  double linearize(const Point& x, Surrogate& surrogate) const {
    surrogate.slope = x.unaryExpr(&sign);
    return x.cwiseAbs().sum();
  }
  [[nodiscard]] double surrogate_value(const Surrogate& known, const Point& x) const { return known.slope.dot(x); }
  void argmax(const Surrogate& known, const Point&, Point& next) const { next = known.slope.normalized(); }
  bool escape(const Point& x, Surrogate& surrogate) {
    if (escape_gains && x(1) != 0) return false;
    ++offered;
    if (escape_gains) surrogate.slope(1) = 1;
    return true;
  }
};

static_assert(MaximizationProblem<PowerMethod> && !HasResidual<PowerMethod> && !HasEscape<PowerMethod>);
static_assert(HasResidual<PowerMethodWithResidual> && HasEscape<KinkedProblem>);

Matrix<double> spectrum(const Vector<double>& values) {
  const Matrix<double> Q = random_orthonormal(values.size(), values.size(), 3);
  return Q * values.asDiagonal() * Q.transpose();
}

PowerMethodWithResidual easy_problem() {
  return {{spectrum((Vector<double>(4) << 5, 2, 1, 0).finished())}};
}

Vector<double> start_of(Index d) {
  return random_rows(d, 1, 8).col(0).normalized();
}

TEST(Maximize, ReachesTheLargestEigenvalueByTheOracleGapAlone) {
  PowerMethod problem{spectrum((Vector<double>(4) << 5, 2, 1, 0).finished())};
  const auto [x, report] = maximize(problem, start_of(4), {.tolerance = 1e-13});
  EXPECT_EQ(report.status, Status::converged);
  EXPECT_NEAR(report.objective, 2.5, 1e-11);
  EXPECT_LE(report.oracle_gap, 1e-13);
  EXPECT_FALSE(report.residual.has_value());
  EXPECT_EQ(report.iterations, problem.linearizations);
  EXPECT_NEAR(x.norm(), 1, 1e-14);
}

TEST(Maximize, StopsByTheResidualWhereThereIsOne) {
  auto problem = easy_problem();
  const auto [x, report] = maximize(problem, start_of(4), {.tolerance = 1e-9});
  EXPECT_EQ(report.status, Status::converged);
  ASSERT_TRUE(report.residual.has_value());
  EXPECT_LE(*report.residual, 1e-9);
  PowerMethod::Surrogate at_x;
  EXPECT_EQ(problem.linearize(x, at_x), report.objective);
  EXPECT_EQ(problem.residual(x, at_x), *report.residual);
}

TEST(Maximize, TracesEveryIterationAndNeverFalls) {
  auto problem = easy_problem();
  const auto [x, report] = maximize(problem, start_of(4), {.tolerance = 1e-12});
  ASSERT_EQ(static_cast<int>(report.trace.size()), report.iterations);
  EXPECT_EQ(report.trace.front().objective, report.objective_start);
  EXPECT_EQ(report.trace.back().objective, report.objective);
  EXPECT_GT(report.objective, report.objective_start);
  for (std::size_t k = 1; k < report.trace.size(); ++k) {
    EXPECT_EQ(report.trace[k].iteration, static_cast<int>(k) + 1);
    EXPECT_GE(report.trace[k].objective, report.trace[k - 1].objective * (1 - Tolerance<double>::falls));
    EXPECT_GE(report.trace[k].seconds, report.trace[k - 1].seconds);
  }
}

TEST(Maximize, StopsAtTheIterationLimit) {
  auto problem = easy_problem();
  for (const int limit : {1, 2, 5}) {
    problem.linearizations = 0;
    const auto [x, report] = maximize(problem, start_of(4), {.max_iterations = limit, .tolerance = 0});
    EXPECT_EQ(report.status, Status::iteration_limit);
    EXPECT_EQ(report.iterations, limit);
    EXPECT_EQ(problem.linearizations, limit);
    if (limit == 1) {
      EXPECT_TRUE(same_bits(x, start_of(4)));
    }
  }
}

TEST(Maximize, FindsThatRoundingForbidsTheToleranceAskedFor) {
  auto problem = easy_problem();
  const auto [x, report] = maximize(problem, start_of(4), {.tolerance = 1e-30, .rounding_floor = 1e-12});
  EXPECT_EQ(report.status, Status::precision_limit);
  EXPECT_LE(*report.residual, 1e-12);
  EXPECT_LT(report.iterations, 500);
}

TEST(Maximize, IsInterruptedByItsObserverWithThePointReached) {
  auto problem = easy_problem();
  std::vector<Progress> seen;
  const Observer stop_at_three = [&](const Progress& progress) {
    seen.push_back(progress);
    return progress.iteration == 3 ? Signal::stop : Signal::go_on;
  };
  const auto [x, report] = maximize(problem, start_of(4), {.max_iterations = 50, .tolerance = 0}, stop_at_three);
  EXPECT_EQ(report.status, Status::interrupted);
  EXPECT_EQ(report.iterations, 3);
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen[2].objective, report.objective);
  EXPECT_EQ(seen[2].residual, *report.residual);
  EXPECT_EQ(seen[2].max_iterations, 50);
  EXPECT_EQ(seen[2].stage, Stage::fit);
  PowerMethod::Surrogate at_x;
  EXPECT_EQ(problem.linearize(x, at_x), report.objective);
}

TEST(Maximize, IsNotInterruptedWhereItHadConvergedAnyway) {
  auto problem = easy_problem();
  const auto [x, report] =
      maximize(problem, start_of(4), {.tolerance = 1}, [](const Progress&) { return Signal::stop; });
  EXPECT_EQ(report.status, Status::converged);
}

TEST(Maximize, StaysAtAnAnswer) {
  auto problem = easy_problem();
  const auto first = maximize(problem, start_of(4), {.tolerance = 1e-10});
  const auto again = maximize(problem, first.x, {.tolerance = 1e-10});
  EXPECT_EQ(again.report.iterations, 1);
  EXPECT_TRUE(same_bits(again.x, first.x));
}

TEST(Maximize, EscapesFromAKinkAndCountsIt) {
  KinkedProblem problem;
  const auto [x, report] = maximize(problem, Vector<double>(Vector<double>::Unit(2, 0)));
  EXPECT_NEAR(report.objective, std::sqrt(2.0), 1e-12);
  EXPECT_EQ(report.escapes, 1);
  EXPECT_EQ(report.status, Status::converged);
}

TEST(Maximize, TriesAnEscapeThatGainsNothingOnce) {
  KinkedProblem problem;
  problem.escape_gains = false;
  const auto [x, report] = maximize(problem, Vector<double>(Vector<double>::Unit(2, 0)));
  EXPECT_EQ(report.status, Status::converged);
  EXPECT_EQ(problem.offered, 1);
  EXPECT_LE(report.iterations, 3);
}

TEST(Maximize, DoesNotEscapeBeyondTheIterationLimit) {
  KinkedProblem problem;
  const auto [x, report] = maximize(problem, Vector<double>(Vector<double>::Unit(2, 0)), {.max_iterations = 1});
  EXPECT_EQ(report.status, Status::converged);
  EXPECT_EQ(report.escapes, 0);
  EXPECT_EQ(report.iterations, 1);
}

}  // namespace
}  // namespace l21::internal::test
