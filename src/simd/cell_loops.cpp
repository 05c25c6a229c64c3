// Compiled more than once: L21_SIMD_VARIANT names the namespace of this copy.
#include "simd/products.hpp"
#include "simd/vector.hpp"

namespace l21::internal::L21_SIMD_VARIANT {
namespace {

constexpr Size kWide = kCellsAtOnce;
using Floats = Vec<float, kWide>;
using Ints = Vec<int, kWide>;

inline Floats all(float value) {
  return Floats{} + value;
}
inline Floats at_most(Floats a, float b) {
  return a < b ? a : all(b);
}

// The mantissa in [sqrt(1/2), sqrt(2)), where log2 is a polynomial of (m - 1) / (m + 1), odd: off by 1e-7.
inline Floats log2_of(Floats x) {
  const Ints bits = (Ints)x;
  const Ints exponent = (bits - 0x3f3504f3) >> 23;
  const Floats m = (Floats)(bits - (exponent << 23));
  const Floats z = (m - 1) / (m + 1), zz = z * z;
  return __builtin_convertvector(exponent, Floats) +
         z * (2.885390082F + zz * (0.961796693F + zz * (0.577078016F + zz * 0.412198583F)));
}

// |x| <= 120: off by 2e-7, relatively.
inline Floats exp2_of(Floats x) {
  const Floats shifted = x + 12582912.0F;  // 1.5 2^23: its last digits are x rounded
  const Floats f = x - (shifted - 12582912.0F);
  const Floats p =
      1 +
      f * (0.6931471806F +
           f * (0.2402265070F + f * (0.0555041087F + f * (0.0096181291F + f * (0.0013333558F + f * 0.000154035F)))));
  return (Floats)((Ints)p + (((Ints)shifted - 0x4b400000) << 23));
}

}  // namespace

void cell_odds(const float* residual, const CellOdds& law, Size count, float* odds) {
  for (Size j = 0; j < count; j += kWide) {
    const Floats u = vec_of<kWide>(residual + j) * vec_of<kWide>(law.inverse_scale + j);
    const Floats q = 1 + u * u * law.inverse_tails;
    Floats power = q * q;
    if (law.power == 3) power *= q;
    if (law.power >= 4) power *= power;
    if (law.power == 5) power *= q;
    vec_of<kWide>(odds + j) = at_most(power * vec_of<kWide>(law.inverse_peak + j), 1e30F);
  }
}

float good_cells(const float* odds, const float* known, Size count, float share, float* good) {
  Floats sum{};
  const float other = 1 - share;
  for (Size j = 0; j < count; j += kWide) {
    const Floats p = vec_of<kWide>(known + j) * share / (share + other * vec_of<kWide>(odds + j));
    vec_of<kWide>(good + j) = p;
    sum += p;
  }
  float total = 0;
  for (Size l = 0; l < kWide; ++l) total += sum[l];
  return total;
}

void sum_over_neighbours(const float* values, Size height, Size width, Size reach, float* between, float* sums) {
  const Size stride = width + 2 * reach;
  for (Size j = 0; j < height * stride + kWide; ++j) between[j] = 0;
  // Down the columns one line comes and one goes.
  for (Size i = 0; i < height; ++i) {
    float* sum = between + i * stride + reach;
    const auto add = [&](Size line, float sign) {
      for (Size j = 0; j < width; ++j) sum[j] += sign * values[line * width + j];
    };
    if (i == 0) {
      for (Size line = 0; line < least(reach, height); ++line) add(line, 1);
    } else {
      for (Size j = 0; j < width; ++j) sum[j] = sum[j - stride];
    }
    if (i + reach < height) add(i + reach, 1);
    if (i > reach) add(i - reach - 1, -1);
  }
  for (Size i = 0; i < height; ++i)
    for (Size j = 0; j < width; j += kWide) {
      Floats sum{};
      for (Size k = 0; k <= 2 * reach; ++k) sum += vec_of<kWide>(between + i * stride + j + k);
      vec_of<kWide>(sums + i * width + j) = sum;
    }
}

void log_of_odds(const float* odds, const float* known, Size count, float* logs) {
  for (Size j = 0; j < count; j += kWide)
    vec_of<kWide>(logs + j) = vec_of<kWide>(known + j) * log2_of(vec_of<kWide>(odds + j));
}

void pooled_odds(const float* logs, const float* worth, Size count, float* odds) {
  for (Size j = 0; j < count; j += kWide) {
    const Floats mean = vec_of<kWide>(logs + j) * vec_of<kWide>(worth + j);
    vec_of<kWide>(odds + j) = exp2_of(mean < -100 ? all(-100) : at_most(mean, 100));
  }
}

}  // namespace l21::internal::L21_SIMD_VARIANT
