#include "solver/gram_problem.hpp"

#include "data/gram.hpp"
#include "l21/maximize.hpp"
#include "solver/linear_problem.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

static_assert(MaximizationProblem<GramProblem> && HasResidual<GramProblem> && !HasEscape<GramProblem>);

struct Case {
  Method method;
  double p;
};
constexpr Case kCases[] = {{Method::pca, 2}, {Method::l21, 1}, {Method::l1, 1}, {Method::l2p, 1.5}};

struct Both {
  explicit Both(const Case& which, Index m, const Vector<double>& w = {},
                const RowMatrix<double>& table = rows_default())
      : X(table),
        rows(prepared<double>(X, w, 2)),
        G(gram_matrix(rows)),
        link{which.method, which.p, X.cols()},
        linear(rows, link, stiefel, m),
        gram(G, rows, link) {}
  static RowMatrix<double> rows_default() { return decaying_rows(23, 61, 1); }

  RowMatrix<double> X;
  PreparedRows<double> rows;
  Matrix<double> G;
  LinkSpec link;
  Stiefel stiefel;
  LinearProblem<double> linear;
  GramProblem gram;
};

TEST(GramProblem, StepsAsTheProblemOnTheRowsDoes) {
  for (const Case& which : kCases)
    for (const bool weighted : {false, true})
      for (const Index m : {1, 4}) {
        SCOPED_TRACE(testing::Message() << static_cast<int>(which.method) << " m " << m);
        Both both(which, m, weighted ? random_weights(23, 2) : Vector<double>());
        Matrix<double> W = random_orthonormal(61, m, 3), next;
        GramProblem::Point point{both.X * W, {}}, next_point;
        for (int step = 0; step < 5; ++step) {
          LinearProblem<double>::Surrogate on_rows;
          GramProblem::Surrogate on_gram;
          const double objective = both.linear.linearize(W, on_rows);
          EXPECT_NEAR(both.gram.linearize(point, on_gram), objective, 1e-10 * objective);
          EXPECT_NEAR(both.gram.surrogate_value(on_gram, point), both.linear.surrogate_value(on_rows, W),
                      1e-10 * objective);
          if (step > 0) {
            EXPECT_NEAR(both.gram.residual(point, on_gram), both.linear.residual(W, on_rows), 1e-8);
          }
          both.linear.argmax(on_rows, W, next);
          both.gram.argmax(on_gram, point, next_point);
          std::swap(W, next), std::swap(point, next_point);
          EXPECT_LE((both.X.transpose() * point.C - W).norm(), 1e-10);
          EXPECT_LE((both.X * W - point.T).norm(), 1e-10 * both.X.norm());
        }
      }
}

TEST(GramProblem, ConvergesToThePointThatTheRowsGive) {
  for (const Case& which : kCases) {
    Both both(which, 3);
    const Matrix<double> start = random_orthonormal(61, 3, 3);
    const SolveOptions options{.max_iterations = 5000, .tolerance = 1e-9, .rounding_floor = 1e-11};
    const auto on_gram = maximize(both.gram, GramProblem::Point{both.X * start, {}}, options);
    const auto on_rows = maximize(both.linear, start, options);
    EXPECT_EQ(on_gram.report.status, Status::converged);
    EXPECT_NEAR(on_gram.report.objective, on_rows.report.objective, 1e-10 * on_rows.report.objective);
    EXPECT_LE(projector_difference(both.X.transpose() * on_gram.x.C, on_rows.x), 1e-6);
    for (std::size_t k = 1; k < on_gram.report.trace.size(); ++k)
      EXPECT_GE(on_gram.report.trace[k].objective,
                on_gram.report.trace[k - 1].objective * (1 - Tolerance<double>::falls));
  }
}

TEST(GramProblem, NeverFallsWhenTheRowsHaveLowerRankThanComponents) {
  const RowMatrix<double> low = random_rows(20, 2, 1) * random_rows(2, 50, 2);
  for (const Case& which : kCases) {
    Both both(which, 4, {}, low);
    const auto [point, report] =
        maximize(both.gram, GramProblem::Point{low * random_orthonormal(50, 4, 3), {}}, {},
                 [&](const Progress&) { return both.gram.broken() ? Signal::stop : Signal::go_on; });
    EXPECT_TRUE(both.gram.broken());
    EXPECT_TRUE(point.T.allFinite() && point.C.allFinite());
    for (std::size_t k = 1; k < report.trace.size(); ++k)
      EXPECT_GE(report.trace[k].objective, report.trace[k - 1].objective * (1 - Tolerance<double>::falls));
  }
}

TEST(GramProblem, SaysSoWhereItCannotStep) {
  Both both({Method::l21, 1}, 2);
  const GramProblem::Point nowhere{Matrix<double>::Zero(23, 2), {}};
  GramProblem::Surrogate surrogate;
  GramProblem::Point next;
  EXPECT_EQ(both.gram.linearize(nowhere, surrogate), 0);
  EXPECT_FALSE(both.gram.broken());
  both.gram.argmax(surrogate, nowhere, next);
  EXPECT_TRUE(both.gram.broken());
  EXPECT_TRUE(same_bits(next.T, nowhere.T));
}

TEST(GramProblem, StepsToAnOrthonormalPointWhateverTheCondition) {
  // Rows of falling norm along two directions: A^T G A reaches conditions where C must be polished.
  for (const double condition : {1.0, 1e2, 3e3}) {
    RowMatrix<double> X = decaying_rows(23, 61, 1);
    const Matrix<double> W = random_orthonormal(61, 2, 4);
    X -= (1 - 1 / condition) * (X * W.col(1)) * W.col(1).transpose();
    Both both({Method::pca, 2}, 2, {}, X);
    const GramProblem::Point point{both.X * W, {}};
    GramProblem::Surrogate surrogate;
    GramProblem::Point next;
    both.gram.linearize(point, surrogate);
    both.gram.argmax(surrogate, point, next);
    if (!both.gram.broken()) {
      EXPECT_LE(departure_from_orthonormal(both.X.transpose() * next.C), 1e-10) << condition;
    }
  }
}

}  // namespace
}  // namespace l21::internal::test
