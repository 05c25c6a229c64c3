#include "solver/linear_problem.hpp"

#include "l21/maximize.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

static_assert(MaximizationProblem<LinearProblem<double>> && HasResidual<LinearProblem<double>> &&
              HasEscape<LinearProblem<float>>);

struct Case {
  Method method;
  double p;
};
constexpr Case kCases[] = {{Method::pca, 2}, {Method::l21, 1}, {Method::r1, 1}, {Method::l1, 1}, {Method::l2p, 1.5}};

// h summed over the rows, straight from DESIGN 2.
double naive_objective(const Case& which, const RowMatrix<double>& X, const Vector<double>& w,
                       const Matrix<double>& W) {
  double sum = 0;
  for (Index i = 0; i < X.rows(); ++i) {
    const Vector<double> x = X.row(i).transpose(), t = W.transpose() * x;
    const double wi = w.size() > 0 ? w(i) : 1.0, smoothing = 1e-8 * x.norm();
    switch (which.method) {
      case Method::pca: sum += wi * t.squaredNorm() / 2; break;
      case Method::l21: sum += wi * t.norm(); break;
      case Method::l2p: sum += wi * std::pow(t.norm(), which.p); break;
      case Method::r1: sum -= wi * std::sqrt((x - W * t).squaredNorm() + smoothing * smoothing); break;
      default: sum += wi * t.cwiseAbs().sum(); break;
    }
  }
  return sum;
}

template <class T>
class LinearProblemTest : public testing::Test {};
TYPED_TEST_SUITE(LinearProblemTest, BothPrecisions);

TYPED_TEST(LinearProblemTest, SurrogateTouchesAndMinorizesTheObjective) {
  using T = TypeParam;
  const RowMatrix<double> X = decaying_rows(301, 11, 1);
  for (const Case& which : kCases)
    for (const bool weighted : {false, true})
      for (const Index m : {1, 3, 11}) {
        SCOPED_TRACE(testing::Message() << static_cast<int>(which.method) << " m " << m);
        const Vector<double> w = weighted ? random_weights(301, 2) : Vector<double>();
        const auto rows = prepared<T>(X, w, 2);
        const LinkSpec link{which.method, which.p, 11};
        const Stiefel stiefel;
        LinearProblem<T> problem(rows, link, stiefel, m);
        typename LinearProblem<T>::Surrogate surrogate;
        const Matrix<double> W = random_orthonormal(11, m, 3);
        const double here = problem.linearize(W, surrogate), size = std::abs(here) + surrogate.M.norm();
        EXPECT_NEAR(here, naive_objective(which, X, w, W), Tolerance<T>::rounding * size);
        for (std::uint64_t seed = 10; seed < 30; ++seed) {
          const Matrix<double> V = random_orthonormal(11, m, seed);
          const double bound = here + problem.surrogate_value(surrogate, V) - problem.surrogate_value(surrogate, W);
          EXPECT_GE(naive_objective(which, X, w, V) + Tolerance<T>::rounding * size, bound);
        }
        Matrix<double> next;
        problem.argmax(surrogate, W, next);
        EXPECT_GE(problem.surrogate_value(surrogate, next), problem.surrogate_value(surrogate, W) - 1e-12 * size);
        EXPECT_GE(naive_objective(which, X, w, next), here - Tolerance<T>::falls * size);
        EXPECT_EQ(problem.counter().reads, 1);
      }
}

TYPED_TEST(LinearProblemTest, ResidualVanishesAtASolutionAndOnlyThere) {
  using T = TypeParam;
  const RowMatrix<double> X = decaying_rows(200, 7, 1);
  const double tolerance = std::is_same_v<T, float> ? 2e-6 : 1e-10;
  const auto rows = prepared<T>(X, random_weights(200, 2), 2);
  for (const Case& which : kCases) {
    SCOPED_TRACE(static_cast<int>(which.method));
    const LinkSpec link{which.method, which.p, 7};
    const Stiefel stiefel;
    LinearProblem<T> problem(rows, link, stiefel, 2);
    const Matrix<double> start = random_orthonormal(7, 2, 5);
    const auto [W, report] = maximize(problem, start, {.max_iterations = 5000, .tolerance = tolerance});
    EXPECT_EQ(report.status, Status::converged);
    EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal);
    EXPECT_GE(report.trace.front().residual, 1e-3);
    for (std::size_t k = 1; k < report.trace.size(); ++k)
      EXPECT_GE(report.trace[k].objective,
                report.trace[k - 1].objective - Tolerance<T>::falls * std::abs(report.trace[k - 1].objective));
    // A finite difference of the objective along the Stiefel manifold is 0 there.
    if (std::is_same_v<T, double> && which.method != Method::l1) {
      const Matrix<double> Z = 1e-4 * random_rows(7, 2, 6);
      Matrix<double> plus, minus;
      stiefel.argmax(W + Z, W, plus), stiefel.argmax(W - Z, W, minus);
      EXPECT_NEAR(naive_objective(which, X, rows.weights, plus), naive_objective(which, X, rows.weights, minus),
                  1e-8 * report.trace.size() + 1e-7 * std::abs(report.objective));
    }
  }
}

TYPED_TEST(LinearProblemTest, GivesTheSameBitsForAnyNumberOfThreads) {
  using T = TypeParam;
  const RowMatrix<double> X = decaying_rows(20011, 9, 1);  // enough to be worth threads
  const Matrix<double> W = random_orthonormal(9, 3, 3);
  const Stiefel stiefel;
  for (const Case& which : kCases) {
    const LinkSpec link{which.method, which.p, 9};
    Matrix<double> M;
    double objective = 0;
    for (const int threads : kThreadCounts) {
      const auto rows = prepared<T>(X, {}, threads);
      LinearProblem<T> problem(rows, link, stiefel, 3);
      typename LinearProblem<T>::Surrogate surrogate;
      const double here = problem.linearize(W, surrogate);
      if (threads == 1) M = surrogate.M, objective = here;
      EXPECT_TRUE(same_bits(surrogate.M, M));
      EXPECT_EQ(here, objective);
    }
  }
}

TYPED_TEST(LinearProblemTest, IgnoresRowsWithoutWeight) {
  using T = TypeParam;
  const RowMatrix<double> X = decaying_rows(60, 5, 1);
  Vector<double> w = Vector<double>::Ones(60);
  w.head(20).setZero();
  const RowMatrix<double> rest = X.bottomRows(40);
  const Matrix<double> W = random_orthonormal(5, 2, 3);
  const Stiefel stiefel;
  for (const Case& which : kCases) {
    const LinkSpec link{which.method, which.p, 5};
    const auto all = prepared<T>(X, w), some = prepared<T>(rest);
    LinearProblem<T> weighted(all, link, stiefel, 2), plain(some, link, stiefel, 2);
    typename LinearProblem<T>::Surrogate a, b;
    EXPECT_NEAR(weighted.linearize(W, a), plain.linearize(W, b), Tolerance<T>::rounding * rest.norm() * 10);
    EXPECT_LE((a.M - b.M).norm(), Tolerance<T>::rounding * b.M.norm());
  }
}

template <class T>
Solution<Matrix<double>> solve_trap(Method method, Index m, const Vector<double>& w = {}) {
  const RowMatrix<double> X = trap_rows();
  const auto rows = prepared<T>(X, w);
  const LinkSpec link{method, 1, 2};
  const Stiefel stiefel;
  LinearProblem<T> problem(rows, link, stiefel, m);
  return maximize(problem, Matrix<double>(Matrix<double>::Identity(2, m)));
}

// DESIGN 5.2: PCA starts at e1, whose objective is 50; the optimum is sqrt(50^2 + 100^2).
TYPED_TEST(LinearProblemTest, EscapesFromTheTrapOfZeroProjections) {
  using T = TypeParam;
  for (const Method method : {Method::l21, Method::l1, Method::l1_greedy, Method::l2p}) {
    const auto [W, report] = solve_trap<T>(method, 1);
    EXPECT_NEAR(report.objective_start, 50, 1e-4);
    EXPECT_NEAR(report.objective, std::hypot(50, 100), 1e-3) << static_cast<int>(method);
    EXPECT_GE(report.escapes, 1);
    EXPECT_EQ(report.status, Status::converged);
  }
}

// At W = I every row of l1 has one zero projection: 150, where both columns at 45 degrees give 150 sqrt(2).
TYPED_TEST(LinearProblemTest, EscapesFromTheTrapWithTwoComponentsOfL1) {
  const auto [W, report] = solve_trap<TypeParam>(Method::l1, 2);
  EXPECT_NEAR(report.objective_start, 150, 1e-4);
  EXPECT_NEAR(report.objective, 150 * std::sqrt(2.0), 1e-3);
  EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal);
}

TYPED_TEST(LinearProblemTest, DoesNotEscapeTowardsRowsWithoutWeight) {
  Vector<double> w = Vector<double>::Ones(110);
  w.tail(100).setZero();
  const auto [W, report] = solve_trap<TypeParam>(Method::l21, 1, w);
  EXPECT_EQ(report.escapes, 0);
  EXPECT_NEAR(report.objective, 50, 1e-4);
}

TYPED_TEST(LinearProblemTest, EscapeKeepsAValidSubgradient) {
  using T = TypeParam;
  // Three orthogonal groups in five dimensions; W holds the first two, so the third has no projection.
  RowMatrix<double> X = RowMatrix<double>::Zero(90, 5);
  for (Index i = 0; i < 90; ++i) X(i, i % 3) = (i % 2 == 0 ? 1 : -1) * static_cast<double>(4 - i % 3);
  const auto rows = prepared<T>(X);
  const LinkSpec link{Method::l21, 1, 5};
  const Stiefel stiefel;
  LinearProblem<T> problem(rows, link, stiefel, 2);
  const Matrix<double> W = Matrix<double>::Identity(5, 2);
  typename LinearProblem<T>::Surrogate surrogate;
  const double here = problem.linearize(W, surrogate);
  ASSERT_TRUE(problem.escape(W, surrogate));
  for (std::uint64_t seed = 10; seed < 60; ++seed) {
    const Matrix<double> V = random_orthonormal(5, 2, seed);
    EXPECT_GE(naive_objective({Method::l21, 1}, X, {}, V) + Tolerance<T>::rounding * here,
              here + problem.surrogate_value(surrogate, V) - problem.surrogate_value(surrogate, W));
  }
  Matrix<double> next;
  problem.argmax(surrogate, W, next);
  EXPECT_GT(naive_objective({Method::l21, 1}, X, {}, next), here + 0.1);
}

TYPED_TEST(LinearProblemTest, HasResidualZeroWhereAllRowsAreZero) {
  using T = TypeParam;
  const RowMatrix<double> X = RowMatrix<double>::Zero(9, 4);
  const auto rows = prepared<T>(X);
  const Stiefel stiefel;
  for (const Case& which : kCases) {
    const LinkSpec link{which.method, which.p, 4};
    LinearProblem<T> problem(rows, link, stiefel, 2);
    const Matrix<double> start = random_orthonormal(4, 2, 1);
    const auto [W, report] = maximize(problem, start);
    EXPECT_EQ(report.status, Status::converged);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_TRUE(same_bits(W, start));
  }
}

// As many components as the rows have rank: r1's residuals are rounding. That is a solution, and must count as one.
TYPED_TEST(LinearProblemTest, ConvergesWhereTheSubspaceHoldsEveryRow) {
  using T = TypeParam;
  const RowMatrix<double> X = random_rows(80, 3, 1) * random_rows(3, 20, 2);
  const auto rows = prepared<T>(X);
  const Stiefel stiefel;
  for (const Case& which : kCases) {
    SCOPED_TRACE(static_cast<int>(which.method));
    const LinkSpec link{which.method, which.p, 20};
    LinearProblem<T> problem(rows, link, stiefel, 3);
    const auto [W, report] = maximize(problem, random_orthonormal(20, 3, 5),
                                      {.tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-6, .rounding_floor = 1e-5});
    EXPECT_TRUE(report.status == Status::converged || report.status == Status::precision_limit)
        << report.iterations << " iterations, residual " << *report.residual;
  }
}

}  // namespace
}  // namespace l21::internal::test
