#include "convergence.hpp"

#include <gtest/gtest.h>

#include "convergence_page.hpp"
#include "l21/option_table.hpp"
#include "sets/sets.hpp"

namespace l21::internal::experiments {
namespace {

ConvergenceExperiment small() {
  ConvergenceExperiment experiment;
  experiment.name = "faces";
  experiment.rows = occluded(downsampled(faces(120), 2), 0.2, Fill::black, 0).training;
  experiment.method = method_choice("l21", {});
  experiment.method.options.components = 8;
  return experiment;
}

TEST(Convergence, TheObjectiveNeverFallsAndReadsAreCounted) {
  const auto results = run(small(), {});
  ASSERT_EQ(results.curves.size(), 10U);
  for (const ConvergenceCurve& curve : results.curves) {
    const auto& trace = curve.report.trace;
    ASSERT_FALSE(trace.empty());
    EXPECT_TRUE(curve.report.converged);
    for (std::size_t i = 1; i < trace.size(); ++i) {
      EXPECT_GE(trace[i].objective, trace[i - 1].objective * (1 - 1e-12))
          << curve.start << " " << to_string(curve.solver);
      EXPECT_GT(trace[i].reads, trace[i - 1].reads);
    }
    EXPECT_LE(trace.back().reads, curve.report.reads);
    EXPECT_GE(trace.back().reads, curve.report.reads - 2);
    for (const TraceEntry& entry : trace) EXPECT_TRUE(curve.solver != Solver::plain || entry.reads == entry.iteration);
  }
}

TEST(Convergence, AcceleratedReadsLessThanPlain) {
  const auto results = run(small(), {});
  for (std::size_t i = 0; i + 1 < results.curves.size(); i += 2) {
    EXPECT_EQ(results.curves[i].solver, Solver::plain);
    EXPECT_LT(results.curves[i + 1].report.reads, results.curves[i].report.reads) << results.curves[i].start;
  }
}

TEST(Convergence, EveryRandomStartHasItsOwnSeed) {
  const auto experiment = small();
  const auto results = run(experiment, {});
  EXPECT_EQ(results.curves[6].start, "random, seed 0");
  EXPECT_EQ(results.curves[8].start, "random, seed 1");
  pages::Page page("t");
  add_sections(page, experiment, results);
  EXPECT_EQ(ending_table(experiment, results).rows.size(), 10U);
  EXPECT_NE(page.html().find("random, seed 1"), std::string::npos);
}

}  // namespace
}  // namespace l21::internal::experiments
