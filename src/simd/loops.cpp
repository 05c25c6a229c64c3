// Compiled more than once: L21_SIMD_VARIANT names the namespace of this copy.
#include <cstdint>
#include <limits>
#include <type_traits>

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

template <class T>
void scale_rows(T* rows, Size count, Size cols, const double* factor) {
  for (Size i = 0; i < count; ++i)
    for (Size j = 0; j < cols; ++j)
      rows[i * cols + j] = static_cast<T>(static_cast<double>(rows[i * cols + j]) * factor[i]);
}

// Without their signs numbers are ordered as the whole numbers of their bits are, infinity and NaN above all others;
// and the largest of whole numbers is found by vectors. x - x is 0 for finite x and NaN otherwise.
template <class T>
double max_abs(const T* values, Size count) {
  using Bits = std::conditional_t<sizeof(T) == sizeof(std::int64_t), std::int64_t, std::int32_t>;
  constexpr Bits kAllButSign = std::numeric_limits<Bits>::max();
  Bits largest = 0;
  for (Size j = 0; j < count; ++j) {
    const Bits size = __builtin_bit_cast(Bits, values[j]) & kAllButSign;
    largest = size > largest ? size : largest;
  }
  const T size = __builtin_bit_cast(T, largest);
  return size - size + size;
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
                          scale_rows<double>,
                          scale_rows<float>,
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
