// Compiled more than once: L21_KERNEL_VARIANT names the namespace of this copy.
#include "data/kernels.hpp"

namespace l21::L21_KERNEL_VARIANT {
namespace {

using Size = std::ptrdiff_t;

template <class S, class T>
void prepare_one(const S* row, Size cols, const Affine& affine, double row_factor, T* out) {
  for (Size j = 0; j < cols; ++j)
    out[j] = static_cast<T>((static_cast<double>(row[j]) * affine.factor[j] - affine.center[j]) * row_factor);
}

// Four rows at a time, so that factor and center are read once for all of them.
template <class S, class T>
void prepare_four(const S* rows, Size stride, Size cols, const Affine& affine, const double* f, T* out,
                  Size out_stride) {
  const S *r0 = rows, *r1 = rows + stride, *r2 = rows + 2 * stride, *r3 = rows + 3 * stride;
  T *o0 = out, *o1 = out + out_stride, *o2 = out + 2 * out_stride, *o3 = out + 3 * out_stride;
  const double f0 = f[0], f1 = f[1], f2 = f[2], f3 = f[3];
#pragma GCC ivdep
  for (Size j = 0; j < cols; ++j) {
    const double factor = affine.factor[j], center = affine.center[j];
    o0[j] = static_cast<T>((static_cast<double>(r0[j]) * factor - center) * f0);
    o1[j] = static_cast<T>((static_cast<double>(r1[j]) * factor - center) * f1);
    o2[j] = static_cast<T>((static_cast<double>(r2[j]) * factor - center) * f2);
    o3[j] = static_cast<T>((static_cast<double>(r3[j]) * factor - center) * f3);
  }
}

template <class S, class T>
void prepare_row_major(const S* data, const StoredRows& rows, const Affine& affine, T* out, Size out_stride) {
  constexpr double kOnes[4] = {1, 1, 1, 1};
  Size i = 0;
  for (; i + 4 <= rows.rows; i += 4)
    prepare_four(data + i * rows.row_stride, rows.row_stride, rows.cols, affine,
                 affine.row_factor ? affine.row_factor + i : kOnes, out + i * out_stride, out_stride);
  for (; i < rows.rows; ++i)
    prepare_one(data + i * rows.row_stride, rows.cols, affine, affine.row_factor ? affine.row_factor[i] : 1.0,
                out + i * out_stride);
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
  if (rows.col_stride == 1)
    prepare_row_major(data, rows, affine, out, out_stride);
  else
    prepare_strided(data, rows, affine, out, out_stride);
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
extern const Kernels kKernels;
const Kernels kKernels = {L21_STRINGIFY(L21_KERNEL_VARIANT),
                          prepare<double>,
                          prepare<float>,
                          squared_norms<double>,
                          squared_norms<float>,
                          max_abs<double>,
                          max_abs<float>};

}  // namespace l21::L21_KERNEL_VARIANT
