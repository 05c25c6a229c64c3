#include "fit/report.hpp"

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

MethodResult some_result(Status status) {
  MethodResult result;
  result.report.status = status;
  result.report.iterations = 12;
  result.report.objective = 5, result.report.objective_start = 4;
  result.report.residual = 3e-4;
  result.report.trace = {{1, 1, 4, 0.5, 0.1}, {1, 2, 5, 3e-4, 0.2}};
  result.counter = {13, 78};
  return result;
}

FitReport finished(Status status) {
  FitReport report;
  FitOptions options;
  options.components = 3;
  finish_report(some_result(status), PassCounter{1, 30}, options, report);
  return report;
}

TEST(FinishReport, CountsReadsAndPasses) {
  const FitReport report = finished(Status::converged);
  EXPECT_EQ(report.reads, 13);
  EXPECT_EQ(report.passes, 13);
  EXPECT_EQ(report.reads_start, 1);
  EXPECT_EQ(report.passes_start, 5);
  EXPECT_EQ(report.iterations, 12);
  EXPECT_EQ(report.kkt_residual, 3e-4);
  EXPECT_EQ(report.trace.size(), 2U);
}

TEST(FinishReport, SaysInOneSentenceHowItEnded) {
  EXPECT_TRUE(finished(Status::converged).converged);
  EXPECT_NE(finished(Status::converged).message.text().find("12 iterations"), std::string::npos);
  for (const Status status : {Status::iteration_limit, Status::precision_limit, Status::interrupted}) {
    const FitReport report = finished(status);
    EXPECT_FALSE(report.converged);
    EXPECT_NE(report.message.text().find("3.0e-04"), std::string::npos) << report.message.text();
    EXPECT_NE(report.message.text().find("1.0e-06"), std::string::npos) << report.message.text();
  }
  const Message advice = finished(Status::iteration_limit).message;
  EXPECT_NE(advice.text(Vocabulary::field).find("raise max_iterations or tolerance"), std::string::npos);
  EXPECT_NE(advice.text(Vocabulary::flag).find("raise --max-iter or --tol"), std::string::npos);
  EXPECT_NE(advice.text(Vocabulary::python).find("raise max_iter or tol"), std::string::npos);
}

TEST(ToStoredUnits, MultipliesByTheRightPowerOfTheUnit) {
  struct Case {
    Method method;
    RowScaling scaling;
    double degree;
  };
  for (const Case& c : {Case{Method::l21, RowScaling::none, 1}, Case{Method::pca, RowScaling::none, 2},
                        Case{Method::l2p, RowScaling::none, 1.5}, Case{Method::r1, RowScaling::none, 1},
                        Case{Method::l21, RowScaling::sphere, 0}, Case{Method::pca, RowScaling::sphere, 0}}) {
    Model model;
    model.options.method = c.method, model.options.row_scaling = c.scaling, model.options.p = 1.5;
    model.report.scale_exponent = 7;
    model.report.objective = model.report.reconstruction_error = model.report.total_norm = 3;
    model.report.trace = {{1, 1, 3, 0.5, 0}};
    model.explained_variance = model.score_scale = Vector<double>::Constant(1, 3);
    to_stored_units(model.options, model, model.report);
    const double unit = 128;
    EXPECT_NEAR(model.report.objective, 3 * std::pow(unit, c.degree), 1e-11 * unit * unit);
    EXPECT_EQ(model.report.trace[0].objective, model.report.objective);
    EXPECT_EQ(model.report.trace[0].residual, 0.5);
    EXPECT_EQ(model.report.reconstruction_error, 3 * unit);
    EXPECT_EQ(model.report.total_norm, 3 * unit);
    EXPECT_EQ(model.explained_variance(0), 3 * unit * unit);
    EXPECT_EQ(model.score_scale(0), 3 * unit);
  }
}

TEST(ToStoredUnits, OverflowsOnlyWhereTheResultDoes) {
  Model model;
  model.report.scale_exponent = 1000;
  model.report.objective = 0.5;
  model.explained_variance = (Vector<double>(2) << 1, 0).finished();
  model.report.reconstruction_error = std::ldexp(1.0, -500);
  to_stored_units(model.options, model, model.report);
  EXPECT_EQ(model.report.objective, std::ldexp(0.5, 1000));
  EXPECT_EQ(model.report.reconstruction_error, std::ldexp(1.0, 500));
  EXPECT_TRUE(std::isinf(model.explained_variance(0)));
  EXPECT_EQ(model.explained_variance(1), 0);
}

TEST(SolverNames, AreThoseOfTheReport) {
  EXPECT_EQ(to_string(SolverUsed{Solver::plain, Engine::linear}), "plain");
  EXPECT_EQ(to_string(SolverUsed{Solver::accelerated, Engine::linear}), "accelerated, anderson");
  EXPECT_EQ(to_string(SolverUsed{Solver::plain, Engine::gram}), "plain, gram");
  EXPECT_EQ(to_string(SolverUsed{Solver::accelerated, Engine::gram}), "accelerated, gram");
  EXPECT_EQ(to_string(SolverUsed{Solver::accelerated, Engine::growing}), "accelerated, growing");
  EXPECT_EQ(to_string(SolverUsed{Solver::plain, Engine::modes}), "plain, modes in turn");
  EXPECT_EQ(to_string(SolverUsed{Solver::accelerated, Engine::modes}), "accelerated, modes in turn");
}

TEST(StatusNames, AreThoseOfTheReport) {
  EXPECT_EQ(to_string(Status::converged), "converged");
  EXPECT_EQ(to_string(Status::iteration_limit), "iteration_limit");
  EXPECT_EQ(to_string(Status::precision_limit), "precision_limit");
  EXPECT_EQ(to_string(Status::interrupted), "interrupted");
}

}  // namespace
}  // namespace l21::internal::test
