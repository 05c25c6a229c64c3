#include "solver/growing_problem.hpp"

#include "linalg/polar.hpp"
#include "solver/anderson.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

static_assert(MaximizationProblem<GrowingProblem<double>> && HasAdvance<GrowingProblem<float>> &&
              HasEscape<GrowingProblem<double>> && HasResidual<GrowingProblem<double>>);

constexpr Method kSmooth[] = {Method::pca, Method::l21, Method::r1, Method::l2p};

template <class T>
struct Case {
  RowMatrix<double> X;
  PreparedRows<T> rows;
  LinkSpec link;
  Stiefel stiefel;
  LinearProblem<T> problem;

  Case(RowMatrix<double> table, Method method, Index m, const Vector<double>& weights = {})
      : X(std::move(table)),
        rows(prepared<T>(X, weights, 2)),
        link{method, 1.5, X.cols()},
        problem(rows, link, stiefel, m) {}
};

template <class T>
Coordinates<T> coordinates(const PreparedRows<T>& rows, const Matrix<double>& Q, Index most) {
  Coordinates<T> result(rows, most);
  result.append(Q);
  return result;
}

template <class T>
class Growing : public testing::Test {};
TYPED_TEST_SUITE(Growing, BothPrecisions);

TYPED_TEST(Growing, LinearizesInsideTheBasisAsOnTheRows) {
  using T = TypeParam;
  for (const Method method : kSmooth) {
    Case<T> c(slowly_decaying_rows(300, 40, 1), method, 3, random_weights(300, 2));
    GrowingProblem<T> growing(c.rows, c.link, c.problem, coordinates(c.rows, random_orthonormal(40, 9, 4), 12), 3);
    const Matrix<double> W = growing.polish(random_orthonormal(40, 9, 4).leftCols(3), 1e-3);
    EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal);
    typename LinearProblem<T>::Surrogate inside, on_rows;
    const double objective = c.problem.linearize(W, on_rows);
    EXPECT_NEAR(growing.linearize(W, inside), objective, Tolerance<T>::rounding * std::abs(objective));
    EXPECT_LE((inside.M - on_rows.M).norm(), 10 * Tolerance<T>::rounding * on_rows.M.norm());
    EXPECT_NEAR(growing.residual(W, inside), c.problem.residual(W, on_rows), 10 * Tolerance<T>::rounding);
  }
}

TYPED_TEST(Growing, StepsAreAtLeastAsGoodAsPlainOnes) {
  using T = TypeParam;
  for (const Method method : kSmooth)
    for (const std::uint64_t seed : {1, 2, 3}) {
      Case<T> c(slowly_decaying_rows(200, 40, seed), method, 3);
      const Matrix<double> W = random_orthonormal(40, 3, seed + 7);
      GrowingProblem<T> growing(c.rows, c.link, c.problem, coordinates(c.rows, W, 12), 3);
      typename LinearProblem<T>::Surrogate surrogate, unused;
      growing.linearize(W, surrogate);
      Matrix<double> plain, bold;
      growing.argmax(surrogate, W, plain);
      bold = plain;
      growing.advance(surrogate, W, bold);
      const double of_plain = c.problem.linearize(plain, unused), of_bold = c.problem.linearize(bold, unused);
      EXPECT_GE(of_bold, of_plain - Tolerance<T>::rounding * std::abs(of_plain)) << int(method);
    }
}

TYPED_TEST(Growing, ConvergesForEveryLimitAndNeverFalls) {
  using T = TypeParam;
  const double tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-10;
  for (const Method method : kSmooth) {
    Case<T> c(slowly_decaying_rows(300, 60, 1), method, 3);
    const Matrix<double> start = random_orthonormal(60, 3, 5);
    const auto plain = maximize(c.problem, start, {.max_iterations = 20000, .tolerance = tolerance});
    for (const Index limit : {9, 12, 18, 30}) {
      SCOPED_TRACE(testing::Message() << int(method) << ", limit " << limit);
      LinearProblem<T> problem(c.rows, c.link, c.stiefel, 3);
      GrowingProblem<T> growing(c.rows, c.link, problem, coordinates(c.rows, start, limit), 3);
      const auto [W, report] = maximize(growing, start, {.max_iterations = 500, .tolerance = tolerance});
      EXPECT_EQ(report.status, Status::converged);
      EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal);
      EXPECT_NEAR(report.objective, plain.report.objective,
                  10 * Tolerance<T>::rounding * std::abs(plain.report.objective));
      EXPECT_LT(problem.counter().reads + growing.counter().reads, plain.report.iterations);
      for (std::size_t k = 1; k < report.trace.size(); ++k)
        EXPECT_GE(report.trace[k].objective,
                  report.trace[k - 1].objective - Tolerance<T>::falls * std::abs(report.trace[k - 1].objective));
    }
  }
}

// DESIGN 7: on att with m = 69 a basis beyond the rank lost orthonormality and "gained" 300 %.
TYPED_TEST(Growing, NeverExceedsTheRankOfTheRows) {
  using T = TypeParam;
  const RowMatrix<double> low = random_rows(60, 7, 1) * random_rows(7, 50, 2);
  for (const Method method : kSmooth) {
    Case<T> c(low, method, 4);
    const Matrix<double> start = random_orthonormal(50, 4, 3);
    GrowingProblem<T> growing(c.rows, c.link, c.problem, coordinates(c.rows, start, 40), 4);
    const auto [W, report] = maximize(growing, start, {.max_iterations = 60, .tolerance = 1e-5});
    EXPECT_LE(departure_from_orthonormal(W), Tolerance<double>::orthonormal) << int(method);
    typename LinearProblem<T>::Surrogate surrogate;
    const double objective = c.problem.linearize(W, surrogate);
    EXPECT_NEAR(report.objective, objective, 10 * Tolerance<T>::rounding * std::max(std::abs(objective), low.norm()))
        << int(method);
  }
}

TYPED_TEST(Growing, GoesOnFromAPointOutsideItsBasis) {
  using T = TypeParam;
  Case<T> c(slowly_decaying_rows(200, 40, 1), Method::l21, 2);
  GrowingProblem<T> growing(c.rows, c.link, c.problem, coordinates(c.rows, random_orthonormal(40, 4, 1), 10), 2);
  const Matrix<double> elsewhere = random_orthonormal(40, 2, 9);
  const auto [W, report] = maximize(growing, elsewhere, {.max_iterations = 200, .tolerance = 1e-5});
  EXPECT_EQ(report.status, Status::converged);
  EXPECT_GE(report.objective, report.objective_start);
}

}  // namespace
}  // namespace l21::internal::test
