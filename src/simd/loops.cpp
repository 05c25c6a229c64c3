// Compiled more than once: L21_SIMD_VARIANT names the namespace of this copy.
#include "simd/products.hpp"
#include "simd/simd.hpp"
#include "simd/vector.hpp"

namespace l21::internal::L21_SIMD_VARIANT {
namespace {

// One vector of columns of R rows, so that factor and center are read once; f has the row factors.
template <int R, bool Scaled, class S, class T>
inline void prepare_columns(const S* rows, Size stride, Size j, const Affine& affine, const double* f, T* out,
                            Size out_stride) {
  const Vec<double> factor = vec(affine.factor + j), center = vec(affine.center + j);
#pragma GCC unroll 4
  for (int r = 0; r < R; ++r) {
    Vec<double> x = widened(rows + r * stride + j) * factor - center;
    if constexpr (Scaled) x *= f[r];
    vec_of<kLanes<double>>(out + r * out_stride + j) = __builtin_convertvector(x, Vec<T, kLanes<double>>);
  }
}

template <int R, bool Scaled, class S, class T>
void prepare_rows(const S* rows, Size stride, Size cols, const Affine& affine, const double* f, T* out,
                  Size out_stride) {
  Size j = 0;
  for (; j + kLanes<double> <= cols; j += kLanes<double>)
    prepare_columns<R, Scaled>(rows, stride, j, affine, f, out, out_stride);
  for (; j < cols; ++j)
    for (int r = 0; r < R; ++r) {
      const double x = static_cast<double>(rows[r * stride + j]) * affine.factor[j] - affine.center[j];
      out[r * out_stride + j] = static_cast<T>(Scaled ? x * f[r] : x);
    }
}

template <bool Scaled, class S, class T>
void prepare_row_major(const S* data, const StoredRows& rows, const Affine& affine, T* out, Size out_stride) {
  const auto prepare_from = [&]<int R>(Size i) {
    prepare_rows<R, Scaled>(data + i * rows.row_stride, rows.row_stride, rows.cols, affine,
                            Scaled ? affine.row_factor + i : nullptr, out + i * out_stride, out_stride);
  };
  Size i = 0;
  for (; i + 4 <= rows.rows; i += 4) prepare_from.template operator()<4>(i);
  for (; i < rows.rows; ++i) prepare_from.template operator()<1>(i);
}

// Any other layout, column-major above all: tiles of 16 columns keep the touched output lines in cache.
template <class S, class T>
void prepare_strided(const S* data, const StoredRows& rows, const Affine& affine, T* out, Size out_stride) {
  constexpr Size kTile = 16;
  for (Size begin = 0; begin < rows.cols; begin += kTile) {
    const Size end = begin + kTile < rows.cols ? begin + kTile : rows.cols;
    for (Size i = 0; i < rows.rows; ++i) {
      const double row_factor = affine.row_factor ? affine.row_factor[i] : 1.0;
      for (Size j = begin; j < end; ++j) {
        const auto x = static_cast<double>(data[i * rows.row_stride + j * rows.col_stride]);
        out[i * out_stride + j] = static_cast<T>((x * affine.factor[j] - affine.center[j]) * row_factor);
      }
    }
  }
}

template <class S, class T>
void prepare_typed(const StoredRows& rows, const Affine& affine, T* out) {
  const auto* data = static_cast<const S*>(rows.data);
  const Size out_stride = affine.out_stride > 0 ? affine.out_stride : rows.cols;
  if (rows.col_stride != 1)
    prepare_strided(data, rows, affine, out, out_stride);
  else if (affine.row_factor)
    prepare_row_major<true>(data, rows, affine, out, out_stride);
  else
    prepare_row_major<false>(data, rows, affine, out, out_stride);
}

template <class T>
void prepare(const StoredRows& rows, const Affine& affine, T* out) {
  switch (rows.storage) {  // the order of l21::Storage
    case 0: return prepare_typed<double>(rows, affine, out);
    case 1: return prepare_typed<float>(rows, affine, out);
    case 2: return prepare_typed<unsigned char>(rows, affine, out);
    case 3: return prepare_typed<short>(rows, affine, out);
    default: return;
  }
}

template <class T>
void squared_norms(const T* rows, Size count, Size cols, double* out) {
  for (Size i = 0; i < count; ++i) {
    const T* row = rows + i * cols;
    double sum[8] = {};
    Size j = 0;
    for (; j + 8 <= cols; j += 8)
      for (Size k = 0; k < 8; ++k) sum[k] += static_cast<double>(row[j + k]) * static_cast<double>(row[j + k]);
    for (; j < cols; ++j) sum[j % 8] += static_cast<double>(row[j]) * static_cast<double>(row[j]);
    out[i] = ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
  }
}

// x - x is 0 for finite x and NaN otherwise; adding it carries the NaN along.
template <class T>
double max_abs(const T* values, Size count) {
  double largest[8] = {}, poison[8] = {};
  Size j = 0;
  const auto look = [&](Size k, double x) {
    const double size = x < 0 ? -x : x;
    largest[k] = size > largest[k] ? size : largest[k];
    poison[k] += x - x;
  };
  for (; j + 8 <= count; j += 8)
    for (Size k = 0; k < 8; ++k) look(k, values[j + k]);
  for (; j < count; ++j) look(j % 8, values[j]);
  double result = 0, bad = 0;
  for (Size k = 0; k < 8; ++k) {
    result = largest[k] > result ? largest[k] : result;
    bad += poison[k];
  }
  return result + bad;
}

}  // namespace

#define L21_STRINGIFY_INNER(x) #x
#define L21_STRINGIFY(x) L21_STRINGIFY_INNER(x)
extern const SimdLoops kLoops;
const SimdLoops kLoops = {L21_STRINGIFY(L21_SIMD_VARIANT),
                          prepare<double>,
                          prepare<float>,
                          squared_norms<double>,
                          squared_norms<float>,
                          max_abs<double>,
                          max_abs<float>,
                          sort_sets,
                          closest_half,
                          largest_deviation,
                          cell_odds,
                          good_cells,
                          log_of_odds,
                          pooled_odds,
                          sum_over_neighbours,
                          factor_matrices,
                          solve_factored,
                          &kProductsF64,
                          &kProductsF32};

}  // namespace l21::internal::L21_SIMD_VARIANT
