// A small data set with a known answer: a few rows near a plane, somewhere in space, among gross outliers.
#pragma once

#include "l21/types.hpp"

namespace l21::app {

struct HaystackOptions {
  Index dimensions = 100;
  Index subspace = 5;
  Index inliers = 100;
  Index outliers = 40;
  double outlier_norm = 10;  // times the norm of an average inlier
  double noise = 0.005;      // standard deviation of every coordinate; an inlier's coordinates inside have 1
};

struct Haystack {
  RowMatrix<double> rows;   // inliers first
  RowMatrix<double> truth;  // subspace x dimensions, orthonormal rows
  Index inliers = 0;
};

// The same numbers on every machine.
[[nodiscard]] Haystack make_haystack(const HaystackOptions& options = {});

// The largest angle, in degrees, between two subspaces of one dimension, each given by orthonormal rows.
[[nodiscard]] double angle_degrees(const RowMatrix<double>& a, const RowMatrix<double>& b);

}  // namespace l21::app
