// What somebody is told of a row that was projected.
#pragma once

#include <functional>

#include "l21/types.hpp"

namespace l21::internal {

struct ProjectedRow {
  Index row;
  Eigen::Map<const Vector<double>> t;  // W^T x
  double squared_residual;             // ||x - W t||^2 where it was asked for; else 0
};

// Called once for every row, from several threads.
using RowVisitor = std::function<void(const ProjectedRow&)>;

enum class Residuals { ignore, squared };

}  // namespace l21::internal
