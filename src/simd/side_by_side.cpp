// Compiled more than once: L21_SIMD_VARIANT names the namespace of this copy.
#include "simd/products.hpp"
#include "simd/vector.hpp"

namespace l21::internal::L21_SIMD_VARIANT {
namespace {

constexpr Size kWide = kCellsAtOnce, kColumns = 4;
using Floats = Vec<float, kWide>;

// Entries of a lower triangle, row by row, of kWide matrices.
template <class Value>
struct Triangle {
  Value* entries;
  Size count;
  [[nodiscard]] auto& operator()(Size i, Size j) const {
    return vec_of<kWide>(entries + (i * (i + 1) / 2 + j) * count);
  }
};

// Of row i, D_j L_ij for Columns columns from j on, which takes L of the rows above and what stands to the left.
template <Size Columns>
inline void reduce(const Triangle<float>& N, Size i, Size j) {
  Floats s[Columns];
  for (Size c = 0; c < Columns; ++c) s[c] = N(i, j + c);
  for (Size l = 0; l < j; ++l) {
    const Floats left = N(i, l);
    for (Size c = 0; c < Columns; ++c) s[c] -= left * N(j + c, l);
  }
  for (Size c = 0; c < Columns; ++c) {
    for (Size b = 0; b < c; ++b) s[c] -= s[b] * N(j + c, j + b);
    N(i, j + c) = s[c];
  }
}

// Rounding may leave little of a pivot, or nothing.
inline Floats pivot_above_rounding(Floats pivot, Floats diagonal) {
  constexpr float kLeast = 1e-6F;
  const Floats least = kLeast * diagonal;
  return pivot > least ? pivot : least;
}

}  // namespace

void factor_matrices(float* entries, Size k, Size count) {
  for (Size first = 0; first < count; first += kWide) {
    const Triangle<float> N{entries + first, count};
    for (Size i = 0; i < k; ++i) {
      Size j = 0;
      for (; j + kColumns <= i; j += kColumns) reduce<kColumns>(N, i, j);
      for (; j < i; ++j) reduce<1>(N, i, j);
      const Floats diagonal = N(i, i);
      Floats pivot = diagonal;
      for (Size l = 0; l < i; ++l) {
        const Floats scaled = N(i, l), factor = scaled * N(l, l);
        pivot -= scaled * factor;
        N(i, l) = factor;
      }
      N(i, i) = 1 / pivot_above_rounding(pivot, diagonal);
    }
  }
}

void solve_factored(const float* factors, Size k, Size count, float* x) {
  for (Size first = 0; first < count; first += kWide) {
    const Triangle<const float> L{factors + first, count};
    const auto value = [&](Size i) -> Floats& { return vec_of<kWide>(x + i * count + first); };
    for (Size i = 0; i < k; ++i) {
      Floats s = value(i);
      for (Size l = 0; l < i; ++l) s -= L(i, l) * value(l);
      value(i) = s;
    }
    for (Size i = 0; i < k; ++i) value(i) *= L(i, i);
    for (Size i = k - 1; i > 0; --i)
      for (Size l = 0; l < i; ++l) value(l) -= L(i, l) * value(i);
  }
}

}  // namespace l21::internal::L21_SIMD_VARIANT
