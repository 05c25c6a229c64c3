#include "methods/solve.hpp"

#include "data/gram.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

constexpr Method kMethods[] = {Method::pca, Method::l21, Method::r1, Method::l1, Method::l1_greedy, Method::l2p};

FitOptions options_for(Method method, int components) {
  FitOptions options;
  options.method = method, options.components = components;
  options.p = method == Method::l2p ? 1.5 : 1.0;
  return options;
}

template <class T>
Start<T> start_at(const Matrix<double>& W) {
  Start<T> start;
  start.W = W;
  return start;
}

bool gram_serves(Method method) {
  return method != Method::r1 && method != Method::l1_greedy;
}

template <class T>
class Solve : public testing::Test {
 protected:
  static MethodResult run(const RowMatrix<double>& X, const FitOptions& options, Engine engine = Engine::linear,
                          int depth = 0, const Observer& observer = {}) {
    const auto rows = prepared<T>(X, options.weights, 2);
    const auto exact = prepared<double>(X, options.weights, 2);
    const GramRows gram{exact, gram_matrix(exact)};
    return solve(rows, &gram, {.engine = engine, .depth = depth, .basis = std::min(X.rows(), X.cols())}, options,
                 start_at<T>(random_orthonormal(X.cols(), options.components, 3)), observer);
  }
};
TYPED_TEST_SUITE(Solve, BothPrecisions);

TYPED_TEST(Solve, ConvergesToOrthonormalComponentsAndNeverFalls) {
  using T = TypeParam;
  const RowMatrix<double> X = rotated_rows(150, 8, 1);
  for (const Method method : kMethods) {
    SCOPED_TRACE(static_cast<int>(method));
    FitOptions options = options_for(method, 3);
    options.tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-8;
    options.weights = random_weights(150, 2);
    const MethodResult result = this->run(X, options);
    EXPECT_EQ(result.report.status, Status::converged);
    EXPECT_LE(result.report.residual.value(), options.tolerance);
    EXPECT_LE(departure_from_orthonormal(result.W), Tolerance<double>::orthonormal);
    const auto& trace = result.report.trace;
    EXPECT_EQ(static_cast<int>(trace.size()), result.report.iterations);
    for (std::size_t k = 1; k < trace.size(); ++k) {
      EXPECT_EQ(trace[k].iteration, static_cast<int>(k) + 1);
      EXPECT_GE(trace[k].objective, trace[k - 1].objective - Tolerance<T>::falls * std::abs(trace[k - 1].objective));
    }
    EXPECT_EQ(result.counter.reads, result.report.iterations + result.report.escapes);
    EXPECT_EQ(result.solver, (SolverUsed{Solver::plain, Engine::linear}));
  }
}

TYPED_TEST(Solve, ThroughTheGramMatrixReachesTheSamePoint) {
  using T = TypeParam;
  const RowMatrix<double> X = rotated_rows(21, 60, 1);
  for (const Method method : {Method::pca, Method::l21, Method::l1, Method::l2p}) {
    SCOPED_TRACE(static_cast<int>(method));
    FitOptions options = options_for(method, 2);
    options.tolerance = std::is_same_v<T, float> ? 2e-6 : 1e-9;
    const MethodResult direct = this->run(X, options), on_gram = this->run(X, options, Engine::gram);
    EXPECT_EQ(on_gram.solver, (SolverUsed{Solver::plain, Engine::gram}));
    EXPECT_EQ(on_gram.report.status, Status::converged);
    EXPECT_LE(departure_from_orthonormal(on_gram.W), Tolerance<double>::orthonormal);
    EXPECT_NEAR(on_gram.report.objective, direct.report.objective, Tolerance<T>::rounding * direct.report.objective);
    const double near = std::is_same_v<T, float> ? 1e-3 : 1e-6;
    EXPECT_LE(projector_difference(on_gram.W, direct.W), near);
    EXPECT_LT(on_gram.counter.reads, direct.counter.reads);
    EXPECT_NEAR(on_gram.report.objective_start, direct.report.objective_start,
                Tolerance<T>::rounding * direct.report.objective_start);
  }
}

TYPED_TEST(Solve, EscapesFromTheTrapThroughTheGramMatrixToo) {
  RowMatrix<double> X = RowMatrix<double>::Zero(110, 200);
  X.leftCols(2) = trap_rows();
  FitOptions options = options_for(Method::l21, 1);
  const auto rows = prepared<TypeParam>(X);
  const auto exact = prepared<double>(X);
  const GramRows gram{exact, gram_matrix(exact)};
  for (const int depth : {0, 8}) {
    const MethodResult result = solve(rows, &gram, {.engine = Engine::gram, .depth = depth}, options,
                                      start_at<TypeParam>(Matrix<double>::Identity(200, 1)), {});
    EXPECT_NEAR(result.report.objective, std::hypot(50, 100), 1e-3);
  }
}

TYPED_TEST(Solve, NeverTakesMoreIterationsThanAllowed) {
  const RowMatrix<double> X = rotated_rows(21, 40, 1);
  for (const Method method : kMethods)
    for (const int limit : {1, 2, 3, 7})
      for (const Engine engine : {Engine::linear, Engine::gram, Engine::growing}) {
        if (engine == Engine::gram && !gram_serves(method)) continue;
        if (engine == Engine::growing && !is_smooth(method)) continue;
        SCOPED_TRACE(testing::Message() << static_cast<int>(method) << ", limit " << limit);
        FitOptions options = options_for(method, 2);
        options.max_iterations = limit, options.tolerance = 0;
        const MethodResult result = this->run(X, options, engine, is_smooth(method) ? 8 : 0);
        const int each = method == Method::l1_greedy ? options.components : 1;  // the limit is of every component
        EXPECT_LE(result.report.iterations, limit * each);
        EXPECT_EQ(result.report.status, Status::iteration_limit);
        EXPECT_LE(departure_from_orthonormal(result.W), Tolerance<double>::orthonormal);
      }
}

TYPED_TEST(Solve, IsInterruptedWithOrthonormalComponents) {
  const RowMatrix<double> X = rotated_rows(21, 40, 1);
  for (const Method method : kMethods)
    for (const int stop_at : {1, 2, 5}) {
      FitOptions options = options_for(method, 3);
      options.tolerance = 0;
      int calls = 0;
      const Observer observer = [&](const Progress&) { return ++calls == stop_at ? Signal::stop : Signal::go_on; };
      const Engine engine = gram_serves(method) ? Engine::gram : Engine::linear;
      const MethodResult result = this->run(X, options, engine, 0, observer);
      EXPECT_EQ(result.report.status, Status::interrupted) << static_cast<int>(method);
      EXPECT_EQ(calls, stop_at);
      EXPECT_LE(departure_from_orthonormal(result.W), Tolerance<double>::orthonormal);
    }
}

// Greedy: its first component solves l1 with m = 1, and the objective is that of all components together.
TYPED_TEST(Solve, GreedyComponentsAreFoundOneAfterTheOther) {
  using T = TypeParam;
  const RowMatrix<double> X = rotated_rows(120, 7, 1);
  const MethodResult one = this->run(X, options_for(Method::l1_greedy, 1)),
                     three = this->run(X, options_for(Method::l1_greedy, 3));
  EXPECT_LE((one.W.col(0) - three.W.col(0)).norm(), Tolerance<T>::rounding);
  EXPECT_NEAR(three.report.objective, (X * three.W).cwiseAbs().sum(), Tolerance<T>::rounding * X.norm() * 10);
  // No feasible small turn of the last component improves it.
  const Matrix<double> earlier = three.W.leftCols(2);
  const double last = (X * three.W.col(2)).cwiseAbs().sum();
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Vector<double> other = three.W.col(2) + 1e-5 * random_rows(7, 1, seed);
    other -= earlier * (earlier.transpose() * other);
    EXPECT_LE((X * other.normalized()).cwiseAbs().sum(), last * (1 + Tolerance<T>::rounding));
  }
}

TYPED_TEST(Solve, GreedyFindsOrthonormalComponentsBeyondTheRank) {
  const RowMatrix<double> X = random_rows(30, 2, 1) * random_rows(2, 9, 2);
  const MethodResult result = this->run(X, options_for(Method::l1_greedy, 5));
  EXPECT_LE(departure_from_orthonormal(result.W), Tolerance<double>::orthonormal);
  EXPECT_EQ(result.report.status, Status::converged);
  EXPECT_LE((X - X * result.W * result.W.transpose()).norm(), 1e-5 * X.norm());
}

TYPED_TEST(Solve, StaysWhereItStartsFromItsAnswer) {
  using T = TypeParam;
  const RowMatrix<double> X = rotated_rows(150, 8, 1);
  const auto rows = prepared<T>(X);
  const auto exact = prepared<double>(X);
  for (const Method method : kMethods) {
    const FitOptions options = options_for(method, 2);
    FitOptions strict = options;
    strict.tolerance = std::is_same_v<T, float> ? 2e-6 : 1e-8;
    const MethodResult first = this->run(X, strict);
    FitOptions loose = options;
    loose.tolerance = 1e-5;
    const MethodResult again = solve(rows, nullptr, {}, loose, start_at<T>(first.W), {});
    EXPECT_LE(projector_difference(again.W, first.W), Tolerance<T>::rounding) << static_cast<int>(method);
    EXPECT_LE(again.report.iterations, method == Method::l1_greedy ? 2 : 1);
  }
}

// The engines differ in the way, not in where it leads.
TYPED_TEST(Solve, EveryEngineReachesTheSamePointAndNeverFalls) {
  using T = TypeParam;
  const RowMatrix<double> X = slowly_decaying_rows(300, 60, 1);
  for (const Method method : {Method::pca, Method::l21, Method::r1, Method::l2p}) {
    SCOPED_TRACE(static_cast<int>(method));
    FitOptions options = options_for(method, 3);
    options.weights = random_weights(300, 2);
    options.tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-9;
    const MethodResult plain = this->run(X, options);
    for (const Engine engine : {Engine::linear, Engine::growing}) {
      const std::string name = to_string(SolverUsed{Solver::accelerated, engine});
      const MethodResult fast = this->run(X, options, engine, 8);
      EXPECT_EQ(to_string(fast.solver), name);
      EXPECT_EQ(fast.report.status, Status::converged) << name;
      EXPECT_LE(departure_from_orthonormal(fast.W), Tolerance<double>::orthonormal) << name;
      EXPECT_GE(fast.report.objective,
                plain.report.objective - Tolerance<T>::rounding * std::abs(plain.report.objective));
      const double near = std::is_same_v<T, float> ? 1e-2 : 1e-6;
      EXPECT_LE(projector_difference(fast.W, plain.W), near) << name;
      EXPECT_LT(fast.counter.reads, (std::is_same_v<T, float> ? 0.75 : 0.5) * plain.counter.reads) << name;
      const auto& trace = fast.report.trace;
      for (std::size_t k = 1; k < trace.size(); ++k)
        EXPECT_GE(trace[k].objective, trace[k - 1].objective - Tolerance<T>::falls * std::abs(trace[k - 1].objective));
    }
  }
}

}  // namespace
}  // namespace l21::internal::test
