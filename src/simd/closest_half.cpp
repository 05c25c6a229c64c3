// Compiled more than once: L21_SIMD_VARIANT names the namespace of this copy.
#include "simd/products.hpp"
#include "simd/vector.hpp"

namespace l21::internal::L21_SIMD_VARIANT {
namespace {

using Sets = Vec<double, kSetsAtOnce>;

inline Sets all(double value) {
  return Sets{} + value;
}
inline Sets smaller(Sets a, Sets b) {
  return a < b ? a : b;
}
inline Sets larger(Sets a, Sets b) {
  return a > b ? a : b;
}
inline Sets square_root(Sets a) {
  for (Size l = 0; l < kSetsAtOnce; ++l) a[l] = __builtin_sqrt(a[l]);
  return a;
}

}  // namespace

// Batcher's merge exchange (Knuth, The Art of Computer Programming, 5.2.2, algorithm M).
void sort_sets(double* values, Size count) {
  auto* sets = reinterpret_cast<Sets*>(values);
  Size top = 1;
  while (2 * top < count) top *= 2;
  for (Size p = count > 1 ? top : 0; p > 0; p /= 2) {
    Size q = top, remainder = 0, distance = p;
    for (;;) {
      // All i with (i & p) == remainder: every second stretch of p.
      for (Size first = remainder; first + distance < count; first += 2 * p)
        for (Size i = first; i < least(first + p, count - distance); ++i) {
          Sets &a = sets[i], &b = sets[i + distance];
          const Sets low = smaller(a, b);
          b = larger(a, b);
          a = low;
        }
      if (q == p) break;
      distance = q - p, q /= 2, remainder = p;
    }
  }
}

void closest_half(double* values, Size count, const ClosestHalf& rule, double* location, double* scale) {
  sort_sets(values, count);
  const auto* sets = reinterpret_cast<const Sets*>(values);
  const Size h = rule.half;
  const Sets base = sets[count / 2], none{};
  const double each = 1 / static_cast<double>(h);
  Sets sum{}, square{}, mean{}, best = all(__builtin_inf());
  for (Size i = 0; i < count; ++i) {
    const Sets z = sets[i] - base;
    sum += z, square += z * z;
    if (i + 1 < h) continue;
    if (i >= h) {
      const Sets gone = sets[i - h] - base;
      sum -= gone, square -= gone * gone;
    }
    const Sets middle = sum * each, variance = square * each - middle * middle;
    mean = variance < best ? middle : mean;
    best = smaller(variance, best);
  }
  const Sets reach = square_root(rule.quantile * rule.of_half * larger(best, none));
  Sets inside{}, total{}, squares{};
  for (Size i = 0; i < count; ++i) {
    const Sets z = sets[i] - base - mean, one = larger(z, -z) <= reach ? all(1) : none, kept = one * z;
    inside += one, total += kept, squares += kept * z;
  }
  const Sets shift = total / larger(inside, all(1));
  const Sets variance = (squares - inside * shift * shift) / larger(inside - 1, all(1));
  vec_of<kSetsAtOnce>(location) = base + mean + shift;
  vec_of<kSetsAtOnce>(scale) = square_root(larger(variance, none) * rule.of_most);
}

void largest_deviation(const double* P, Size directions, Size rows, const double* location, const double* inverse_scale,
                       double* most) {
  const Size whole = directions / kSetsAtOnce * kSetsAtOnce;
  for (Size i = 0; i < rows; ++i) {
    const double* p = P + i * directions;
    Sets largest{};
    for (Size k = 0; k < whole; k += kSetsAtOnce) {
      const Sets z = vec_of<kSetsAtOnce>(p + k) - vec_of<kSetsAtOnce>(location + k);
      largest = larger(largest, larger(z, -z) * vec_of<kSetsAtOnce>(inverse_scale + k));
    }
    double found = most[i];
    for (Size l = 0; l < kSetsAtOnce; ++l) found = largest[l] > found ? largest[l] : found;
    for (Size k = whole; k < directions; ++k) {
      const double z = p[k] - location[k], deviation = (z < 0 ? -z : z) * inverse_scale[k];
      found = deviation > found ? deviation : found;
    }
    most[i] = found;
  }
}

}  // namespace l21::internal::L21_SIMD_VARIANT
