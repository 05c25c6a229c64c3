// What the files of one copy offer to the table of that copy.
#pragma once

#include "simd/simd.hpp"

namespace l21::internal::L21_SIMD_VARIANT {

extern const SimdProducts<double> kProductsF64;
extern const SimdProducts<float> kProductsF32;

// prepare_project.cpp; see SimdProducts.
std::ptrdiff_t prepare_project(const StoredRows&, const Affine&, double* X, const Panel<double>& W, double* P);
std::ptrdiff_t prepare_project(const StoredRows&, const Affine&, float* X, const Panel<float>& W, float* P);

// shifted_products.cpp; see SimdProducts.
void project_shifted(const ShiftedRows<double>& X, const Panel<double>& W, double* P);
void project_shifted(const ShiftedRows<float>& X, const Panel<float>& W, float* P);
void accumulate_shifted(const ShiftedRows<double>& X, const double* A, const Moment& M);
void accumulate_shifted(const ShiftedRows<float>& X, const float* A, const Moment& M);

// cell_loops.cpp; see SimdLoops.
void cell_odds(const float* residual, const CellOdds& law, std::ptrdiff_t count, float* odds);
float good_cells(const float* odds, const float* known, std::ptrdiff_t count, float share, float* good);
void log_of_odds(const float* odds, const float* known, std::ptrdiff_t count, float* logs);
void sum_over_neighbours(const float* values, std::ptrdiff_t height, std::ptrdiff_t width, std::ptrdiff_t reach,
                         float* between, float* sums);
void pooled_odds(const float* logs, const float* worth, std::ptrdiff_t count, float* odds);

// side_by_side.cpp; see SimdLoops.
void factor_matrices(float* N, std::ptrdiff_t k, std::ptrdiff_t count);
void solve_factored(const float* factors, std::ptrdiff_t k, std::ptrdiff_t count, float* x);

// closest_half.cpp; see SimdLoops.
void sort_sets(double* values, std::ptrdiff_t count);
void closest_half(double* values, std::ptrdiff_t count, const ClosestHalf& rule, double* location, double* scale);
void largest_deviation(const double* P, std::ptrdiff_t directions, std::ptrdiff_t rows, const double* location,
                       const double* inverse_scale, double* most);

// sparse_products.cpp; see SimdProducts.
void project_entries(const SparseEntries& row, const double* W, std::ptrdiff_t stride, std::ptrdiff_t m, double* s);
void project_entries(const SparseEntries& row, const float* W, std::ptrdiff_t stride, std::ptrdiff_t m, double* s);
void scatter_entries(const SparseEntries& row, const double* a, std::ptrdiff_t m, double* M, std::ptrdiff_t stride);

// Rows that prepare_project takes at a time.
#if defined(__AVX512F__)
inline constexpr std::ptrdiff_t kRowTile = 6;
#else
inline constexpr std::ptrdiff_t kRowTile = 4;
#endif

}  // namespace l21::internal::L21_SIMD_VARIANT
