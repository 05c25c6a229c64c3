// The loops over rows of either type, in the copy that is fastest here. Not for the files that are compiled more than
// once.
#pragma once

#include "l21/types.hpp"
#include "simd/simd.hpp"

namespace l21::internal {

// out_i <- ||row_i||^2
inline void squared_norms(const double* rows, Index count, Index cols, double* out) {
  simd().squared_norms_f64(rows, count, cols, out);
}
inline void squared_norms(const float* rows, Index count, Index cols, double* out) {
  simd().squared_norms_f32(rows, count, cols, out);
}
// row_i <- row_i factor_i
inline void scale_rows(double* rows, Index count, Index cols, const double* factor) {
  simd().scale_rows_f64(rows, count, cols, factor);
}
inline void scale_rows(float* rows, Index count, Index cols, const double* factor) {
  simd().scale_rows_f32(rows, count, cols, factor);
}

}  // namespace l21::internal
