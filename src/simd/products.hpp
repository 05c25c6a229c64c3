// What one copy of the products offers to the table of its copy.
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
