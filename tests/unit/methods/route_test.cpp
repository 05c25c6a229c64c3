#include "methods/route.hpp"

#include "l21/error.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

constexpr Method kMethods[] = {Method::pca, Method::l21, Method::r1, Method::l1, Method::l1_greedy, Method::l2p};

FitOptions options_for(Solver solver, int components, Method method = Method::l21) {
  FitOptions options;
  options.solver = solver, options.components = components, options.method = method;
  return options;
}

TableShape dense(Index rows, Index cols, Storage storage) {
  return TableShape::of(RowsView{nullptr, storage, rows, cols, cols, 1});
}

TEST(Route, PlainIsThePapersIterationFromAnExactStart) {
  for (const Method method : kMethods) {
    const Route route = choose_route(dense(100, 5000, Storage::float64), options_for(Solver::plain, 5, method));
    EXPECT_EQ(to_string(route.used()), "plain");
    EXPECT_EQ(route.depth, 0);
    EXPECT_TRUE(route.exact_start);
    EXPECT_EQ(route.sample_rows, 0);
  }
}

TEST(Route, KinksAreNotAccelerated) {
  for (const Method method : {Method::l1, Method::l1_greedy})
    for (const Solver solver : {Solver::automatic, Solver::accelerated}) {
      const Route route = choose_route(dense(5000, 300, Storage::float64), options_for(solver, 5, method));
      EXPECT_EQ(to_string(route.used()), "plain");
    }
}

TEST(Route, AcceleratedGrowsASubspaceOfTheLimitAskedFor) {
  FitOptions options = options_for(Solver::accelerated, 21);
  EXPECT_EQ(choose_route(dense(400, 2576, Storage::float64), options).engine, Engine::growing);
  EXPECT_EQ(choose_route(dense(400, 2576, Storage::float64), options).basis, 210);
  options.basis_limit = 6;
  EXPECT_EQ(choose_route(dense(400, 2576, Storage::float64), options).basis, 126);
  options.components = 69, options.basis_limit = 10;
  EXPECT_EQ(choose_route(dense(400, 2576, Storage::float64), options).basis, 400);
}

TEST(Route, AcceleratedMixesWhereThereIsNoRoomToGrow) {
  const Route route = choose_route(dense(1000, 9, Storage::float64), options_for(Solver::accelerated, 6));
  EXPECT_EQ(to_string(route.used()), "accelerated, anderson");
}

TEST(Route, AutomaticTakesTheGramMatrixOfFewRowsOnly) {
  const FitOptions options = options_for(Solver::automatic, 21);
  EXPECT_EQ(choose_route(dense(400, 2576, Storage::float64), options).engine, Engine::gram);
  EXPECT_NE(choose_route(dense(2576, 400, Storage::float64), options).engine, Engine::gram);
  EXPECT_NE(choose_route(dense(100000, 200000, Storage::float64), options).engine, Engine::gram);
  FitOptions given = options;
  given.init = Init::given;
  EXPECT_NE(choose_route(dense(400, 2576, Storage::float64), given).engine, Engine::gram);
  EXPECT_NE(choose_route(dense(400, 2576, Storage::float64), options_for(Solver::automatic, 21, Method::r1)).engine,
            Engine::gram);
}

TEST(Route, AutomaticMixesWhereColumnsAreFewAndGrowsWhereTheyAreMany) {
  EXPECT_EQ(to_string(choose_route(dense(500000, 784, Storage::float32), options_for(Solver::automatic, 50)).used()),
            "accelerated, anderson");
  EXPECT_EQ(to_string(choose_route(dense(200000, 1000, Storage::float64), options_for(Solver::automatic, 3)).used()),
            "accelerated, growing");
}

TEST(Route, SamplesRowsOnlyWhereThereAreManyMoreOfThem) {
  const FitOptions options = options_for(Solver::automatic, 3);
  const Route tall = choose_route(dense(500000, 100, Storage::float64), options);
  EXPECT_GE(tall.sample_rows, 2000);
  EXPECT_LE(5 * tall.sample_rows, 500000);
  EXPECT_EQ(choose_route(dense(5000, 100, Storage::float64), options).sample_rows, 0);
  FitOptions random = options;
  random.init = Init::random;
  EXPECT_EQ(choose_route(dense(500000, 100, Storage::float64), random).sample_rows, 0);
}

TEST(Route, SmallTablesStartFromExactDirections) {
  EXPECT_TRUE(choose_route(dense(75, 4, Storage::float64), options_for(Solver::automatic, 2)).exact_start);
  EXPECT_TRUE(
      choose_route(dense(500000, 784, Storage::float32), options_for(Solver::automatic, 50, Method::pca)).exact_start);
  EXPECT_FALSE(
      choose_route(dense(5000, 5000, Storage::float64), options_for(Solver::automatic, 20, Method::pca)).exact_start);
}

// What a fit in float32 would do in float64 costs twice as much.
TEST(Route, WideTablesOfSinglePrecisionAreNotSquaredInDouble) {
  FitOptions options = options_for(Solver::automatic, 30);
  options.tolerance = 1e-4;
  TableShape shape = dense(2000, 60000, Storage::float32);
  shape.single = true;
  EXPECT_EQ(choose_route(shape, options).engine, Engine::growing);
}

TEST(Route, PcaIsIteratedWhereThatIsCheaperThanAnEigendecomposition) {
  FitOptions options = options_for(Solver::automatic, 20, Method::pca);
  options.tolerance = 1e-4;
  TableShape shape = dense(200000, 1000, Storage::float32);
  shape.single = true;
  EXPECT_FALSE(choose_route(shape, options).exact_start);
  options.tolerance = 1e-12;
  EXPECT_TRUE(choose_route(shape, options).exact_start);
}

TEST(Route, LessMemoryMeansSmallerBasesAndThenNone) {
  FitOptions options = options_for(Solver::accelerated, 50);
  const double table = 500000.0 * 784 * 4;
  Index basis = 1000000;
  for (const double times : {4.0, 2.2, 1.7, 1.3}) {
    options.memory = static_cast<std::uint64_t>(times * table);
    const Route route = choose_route(dense(500000, 784, Storage::float32), options);
    EXPECT_LE(route.basis, basis);
    basis = route.basis;
    if (times == 1.3) {
      EXPECT_EQ(route.engine, Engine::linear);
    }
  }
}

TEST(Route, SparseTablesAreNeverTreatedAsDenseOnes) {
  for (const Index rows : {3000, 1000000})
    for (const Method method : kMethods) {
      const TableShape shape{rows, 100000, 50.0 * static_cast<double>(rows), 600.0 * static_cast<double>(rows)};
      const Route route = choose_route(shape, options_for(Solver::automatic, 10, method));
      EXPECT_NE(route.engine, Engine::gram);
      EXPECT_LE(5 * route.sample_rows, rows);
      if (is_smooth(method)) {
        EXPECT_FALSE(route.exact_start);
      }
    }
}

TEST(Route, RefusesMemoryThatCannotHoldTheTable) {
  FitOptions options = options_for(Solver::plain, 5);
  options.memory = 1000000;
  try {
    static_cast<void>(choose_route(dense(100000, 100, Storage::float64), options));
    FAIL() << "nothing was thrown";
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("memory must be at least"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace l21::internal::test
