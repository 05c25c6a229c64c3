// Data sets that tests are run on: a decaying spectrum, some outlying rows, an offset.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "l21/rows.hpp"
#include "reference/reference.hpp"
#include "tolerances.hpp"

namespace l21::internal::testing {

using reference::Mat;
using reference::Vec;

struct DataSpec {
  std::uint64_t seed = 1;
  Index rows = 50;
  Index cols = 10;
  double offset = 1.0;
  double outlier_share = 0.1;
  bool duplicate_row = false;  // the last row repeats the first
};

inline Mat random_rows(const DataSpec& spec) {
  std::mt19937_64 engine(spec.seed);
  std::normal_distribution<double> normal;
  const Mat axes =
      Eigen::HouseholderQR<Mat>(Mat::NullaryExpr(spec.cols, spec.cols, [&] { return normal(engine); })).householderQ();
  Mat X = Mat::NullaryExpr(spec.rows, spec.cols, [&] { return normal(engine); });
  for (Index j = 0; j < spec.cols; ++j) X.col(j) /= std::pow(1.0 + static_cast<double>(j), 0.7);
  X = (X * axes.transpose()).eval();
  for (Index i = 0; i < static_cast<Index>(spec.outlier_share * static_cast<double>(spec.rows)); ++i)
    X.row(i) *= 2 + 3 * std::abs(normal(engine));
  X.rowwise() += spec.offset * Vec::NullaryExpr(spec.cols, [&] { return normal(engine); }).transpose();
  if (spec.duplicate_row && spec.rows > 2) X.row(spec.rows - 1) = X.row(0);
  return X;
}

inline Vec random_weights(std::uint64_t seed, Index rows) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> uniform(0.1, 3.0);
  Vec w = Vec::NullaryExpr(rows, [&] { return uniform(engine); });
  if (rows > 4) w(2) = 0;
  return w;
}

}  // namespace l21::internal::testing
