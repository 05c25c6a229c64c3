// Loops over stored values, compiled once for any CPU and once each for x86-64-v3 and v4; the fastest that runs here is
// chosen once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace l21::internal {

// A borrowed block of rows, in plain types: these files may include nothing that is also compiled elsewhere, or the
// linker could hand a function with v3 instructions to the baseline.
struct StoredRows {
  const void* data;
  int storage;  // l21::Storage
  std::ptrdiff_t rows, cols, row_stride, col_stride;
};

// x_ij becomes (x_ij factor_j - center_j) row_factor_i; row_factor may be null.
struct Affine {
  const double* factor;
  const double* center;
  const double* row_factor;
  std::ptrdiff_t out_stride = 0;  // from one row of the image to the next; 0: as many values as there are columns
};

// `count` vectors of `length` values, `stride` apart. Beyond their own values they are zero up to `length`, which is a
// whole number of SIMD vectors.
template <class T>
struct Panel {
  const T* data;
  std::ptrdiff_t count, length, stride;
};

// d x m, column-major, without padding.
struct Moment {
  double* data;
  std::ptrdiff_t count, length, stride;
};

// Stored rows whose preparation is so little that it can be repeated wherever a row is used: x_ij = stored_ij factor -
// center_j, with center_j = center[j] + center_rest[j]. cols >= kLeastShiftedCols.
template <class T>
struct ShiftedRows {
  const T* data;
  std::ptrdiff_t rows, cols, stride;
  T factor;
  const T* center;
  const T* center_rest;  // what rounding to T left over; all zero for double
  std::ptrdiff_t next;   // so many rows lie behind these and are asked for next
};
inline constexpr std::ptrdiff_t kMostShiftedColumns = 8, kLeastShiftedCols = 16;

// The entries of one sparse row: columns and values.
struct SparseEntries {
  const void* values;
  int storage;  // l21::Storage: float64 or float32
  const std::int32_t* columns;
  std::ptrdiff_t count;
  std::ptrdiff_t readable;  // so many columns may be read: those of later rows follow
};

template <class T>
struct SimdProducts {
  std::ptrdiff_t vector_bytes;
  std::ptrdiff_t row_tile;
  // X <- the affine image of the stored rows, and the first columns of P <- X W; returns how many, or 0 when nothing
  // was done: then `rows` has another layout or storage than this is for, or not a multiple of row_tile rows.
  std::ptrdiff_t (*prepare_project)(const StoredRows& rows, const Affine& affine, T* X, const Panel<T>& W, T* P);
  // P <- P + X W, P row-major.
  void (*project)(const Panel<T>& X, const Panel<T>& W, T* P, std::ptrdiff_t p_stride);
  // M <- M + X^T A, A row-major. Summed in T over the rows of X, then added in double.
  void (*accumulate)(const Panel<T>& X, const T* A, const Moment& M);
  // The same two straight from memory, for at most kMostShiftedColumns columns. The first sets P.
  void (*project_shifted)(const ShiftedRows<T>& X, const Panel<T>& W, T* P);
  void (*accumulate_shifted)(const ShiftedRows<T>& X, const T* A, const Moment& M);
  // s <- sum of value times row of W over the entries. Rows of W lie `stride` apart, a whole number of cache lines;
  // beyond m values W is zero up to there, and s has room for as many.
  void (*project_entries)(const SparseEntries& row, const T* W, std::ptrdiff_t stride, std::ptrdiff_t m, double* s);
  // Row `column` of M <- itself + value a, for all entries; a and M are padded like that.
  void (*scatter_entries)(const SparseEntries& row, const double* a, std::ptrdiff_t m, double* M,
                          std::ptrdiff_t stride);
};

// Sets of values that are handled side by side: the i-th value of the k-th is values[i * kSetsAtOnce + k].
inline constexpr std::ptrdiff_t kSetsAtOnce = 8;
// How many values are half of them, and what makes the variance of the closest half, and of the middle 97.5 %, of
// normal values that of all of them; the 97.5 % quantile of chi-square.
struct ClosestHalf {
  std::ptrdiff_t half;
  double of_half, of_most, quantile;
};

// Cells of a row are judged side by side: as many as a multiple of this.
inline constexpr std::ptrdiff_t kCellsAtOnce = 16;
// What makes a cell at residual r more likely damaged than good: (1 + (r inverse_scale)^2 inverse_tails)^power
// inverse_peak, power from 2 to 5.
struct CellOdds {
  const float* inverse_scale;
  const float* inverse_peak;
  float inverse_tails;
  int power;
};

struct SimdLoops {
  const char* name;
  // out (row-major) <- the affine image of the stored rows.
  void (*prepare_f64)(const StoredRows&, const Affine&, double* out);
  void (*prepare_f32)(const StoredRows&, const Affine&, float* out);
  // out_i <- ||row_i||^2, summed in double, eight partial sums.
  void (*squared_norms_f64)(const double* rows, std::ptrdiff_t count, std::ptrdiff_t cols, double* out);
  void (*squared_norms_f32)(const float* rows, std::ptrdiff_t count, std::ptrdiff_t cols, double* out);
  // row_i <- row_i factor_i.
  void (*scale_rows_f64)(double* rows, std::ptrdiff_t count, std::ptrdiff_t cols, const double* factor);
  void (*scale_rows_f32)(float* rows, std::ptrdiff_t count, std::ptrdiff_t cols, const double* factor);
  // max |x|; NaN when any value is not finite.
  double (*max_abs_f64)(const double* values, std::ptrdiff_t count);
  double (*max_abs_f32)(const float* values, std::ptrdiff_t count);
  // Each set by itself in ascending order, by a network: no branch depends on the values.
  void (*sort_sets)(double* values, std::ptrdiff_t count);
  // Of every set, location and scale of the half of its values that lie closest together, reweighted (Rousseeuw's
  // univariate MCD). Puts the values in order.
  void (*closest_half)(double* values, std::ptrdiff_t count, const ClosestHalf& rule, double* location, double* scale);
  // most_i <- max over k of |P_ki - location_k| inverse_scale_k, if that is larger; P column-major, directions x rows.
  void (*largest_deviation)(const double* P, std::ptrdiff_t directions, std::ptrdiff_t rows, const double* location,
                            const double* inverse_scale, double* most);
  // Odds, at most 1e30.
  void (*cell_odds)(const float* residual, const CellOdds& law, std::ptrdiff_t count, float* odds);
  // good_j <- known_j share / (share + (1 - share) odds_j); returns their sum.
  float (*good_cells)(const float* odds, const float* known, std::ptrdiff_t count, float share, float* good);
  // known_j log2 odds_j, and back: 2^(logs_j worth_j), between 2^-100 and 2^100.
  void (*log_of_odds)(const float* odds, const float* known, std::ptrdiff_t count, float* logs);
  void (*pooled_odds)(const float* logs, const float* worth, std::ptrdiff_t count, float* odds);
  // Of an image, row-major: sums over the neighbours up to `reach` away along both axes. `between` has room
  // for 2 reach more columns, and kCellsAtOnce more values; sums for kCellsAtOnce more, which are then anything.
  void (*sum_over_neighbours)(const float* values, std::ptrdiff_t height, std::ptrdiff_t width, std::ptrdiff_t reach,
                              float* between, float* sums);
  // Positive definite matrices N of size k, side by side, `count` of them, a multiple of kCellsAtOnce: the l-th entry
  // of the s-th is N[l * count + s], lower triangle, row by row. N <- L and 1 / D, N = L D L^T.
  void (*factor_matrices)(float* N, std::ptrdiff_t k, std::ptrdiff_t count);
  // x <- N^-1 x by such factors; the i-th value of the s-th is x[i * count + s].
  void (*solve_factored)(const float* factors, std::ptrdiff_t k, std::ptrdiff_t count, float* x);
  const SimdProducts<double>* products_f64;
  const SimdProducts<float>* products_f32;
};

[[nodiscard]] const SimdLoops& simd();

// simd().products_f64 or products_f32.
template <class T>
[[nodiscard]] const SimdProducts<T>& simd_products();
template <>
[[nodiscard]] inline const SimdProducts<double>& simd_products<double>() {
  return *simd().products_f64;
}
template <>
[[nodiscard]] inline const SimdProducts<float>& simd_products<float>() {
  return *simd().products_f32;
}

}  // namespace l21::internal
