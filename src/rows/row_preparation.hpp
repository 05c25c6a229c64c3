// What happens to a stored row before anybody computes with it.
#pragma once

#include "l21/types.hpp"

namespace l21::internal {

// (x_j factor_j - center_j) row_factor_i
struct RowPreparation {
  Vector<double> factor;      // d: 2^-scale_exponent / feature_scale
  Vector<double> center;      // d, already multiplied by factor
  Vector<double> row_factor;  // n, or empty for 1: 1 / norm (sphere), 0 for rows that count as zero

  // Rows as they are stored.
  [[nodiscard]] static RowPreparation identity(Index cols) {
    return {Vector<double>::Ones(cols), Vector<double>::Zero(cols), {}};
  }
};

}  // namespace l21::internal
