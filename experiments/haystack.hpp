// Data with a known answer: rows near a plane, somewhere in space, among gross outliers; and which methods find it.
#pragma once

#include <cstdint>

#include "steps.hpp"
#include "sweep.hpp"

namespace l21::internal::experiments {

struct HaystackOptions {
  Index dimensions = 100;
  Index subspace = 5;
  Index inliers = 100;
  Index outliers = 40;
  double outlier_norm = 10;  // times the norm of an average inlier
  double noise = 0.005;      // standard deviation of every coordinate; an inlier's coordinates inside have 1
  std::uint64_t seed = 0;
};

struct Haystack {
  RowMatrix<double> rows;   // inliers first
  RowMatrix<double> truth;  // subspace x dimensions, orthonormal rows
};

// The same numbers on every machine.
[[nodiscard]] Haystack make_haystack(const HaystackOptions& options);

// The largest angle, in degrees, between two subspaces of one dimension, each given by orthonormal rows.
[[nodiscard]] double angle_degrees(const RowMatrix<double>& a, const RowMatrix<double>& b);

struct HaystackExperiment {
  std::vector<MethodChoice> methods;
  std::vector<double> shares{0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};  // outliers among all rows
  std::vector<double> norms{1, 10, 100};                                     // of outliers, times an inlier's
  int repeats = 3;
  HaystackOptions stack{};  // its outliers and outlier_norm follow from the above
};

struct Recovery {
  double share, norm;
  std::uint64_t seed;
  std::string method;
  double angle;  // degrees
  bool converged;
};

struct HaystackResults {
  std::vector<Recovery> recoveries;
  bool interrupted = false;
};

// Throws InvalidArgument unless shares, norms and methods make sense.
void validate(const HaystackExperiment& experiment);

[[nodiscard]] HaystackResults run(const HaystackExperiment& experiment, const StepObserver& observer);

}  // namespace l21::internal::experiments
