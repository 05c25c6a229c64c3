// The row where something is largest.
#pragma once

#include "l21/types.hpp"

namespace l21::internal {

// Of equal rows the one with the lowest number, if they are offered in order; -1: none was larger than 0.
struct Heaviest {
  double size = 0;
  Index row = -1;
  void offer(double candidate, Index candidate_row) {
    if (candidate > size) size = candidate, row = candidate_row;
  }
  Heaviest& operator+=(const Heaviest& other) {
    offer(other.size, other.row);
    return *this;
  }
};

}  // namespace l21::internal
