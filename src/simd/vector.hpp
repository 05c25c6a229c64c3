// Short vectors for the files that are compiled once per kind of CPU; everything here belongs to one such copy.
#pragma once

#include <cstddef>

namespace l21::internal::L21_SIMD_VARIANT {
namespace {

using Size = std::ptrdiff_t;

#if defined(__AVX512F__)
constexpr Size kVectorBytes = 64;
#elif defined(__AVX__)
constexpr Size kVectorBytes = 32;
#else
constexpr Size kVectorBytes = 16;
#endif

template <class T, Size Count>
struct VectorOf {
  typedef T Type __attribute__((vector_size(Count * sizeof(T)), aligned(sizeof(T)), may_alias));
};
template <class T>
constexpr Size kLanes = kVectorBytes / static_cast<Size>(sizeof(T));
template <class T, Size Count = kLanes<T>>
using Vec = typename VectorOf<T, Count>::Type;

template <Size Count, class T>
inline const Vec<T, Count>& vec_of(const T* p) {
  return *reinterpret_cast<const Vec<T, Count>*>(p);
}
template <Size Count, class T>
inline Vec<T, Count>& vec_of(T* p) {
  return *reinterpret_cast<Vec<T, Count>*>(p);
}
template <class T>
inline const Vec<T>& vec(const T* p) {
  return vec_of<kLanes<T>>(p);
}
template <class T>
inline Vec<T>& vec(T* p) {
  return vec_of<kLanes<T>>(p);
}

// As many stored values as a vector of doubles holds.
template <class S>
inline Vec<double> widened(const S* stored) {
  return __builtin_convertvector(vec_of<kLanes<double>>(stored), Vec<double>);
}
#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
// g++ 12 converts the two halves one by one and joins them.
template <>
inline Vec<double> widened(const float* stored) {
  typedef float Eight __attribute__((vector_size(32)));
  typedef double Wide __attribute__((vector_size(64)));
  const Eight values = vec_of<8>(stored);
  return __builtin_ia32_cvtps2pd512_mask(values, Wide{}, static_cast<unsigned char>(-1), 4);
}
#endif

// The sum of all lanes.
template <class T>
inline T sum(Vec<T> v) {
  constexpr Size kPart = 16 / static_cast<Size>(sizeof(T));
  const auto* parts = reinterpret_cast<const Vec<T, kPart>*>(&v);
  Vec<T, kPart> s = parts[0];
  if constexpr (kLanes<T> == 2 * kPart) s += parts[1];
  if constexpr (kLanes<T> == 4 * kPart) s = (s + parts[1]) + (parts[2] + parts[3]);
  if constexpr (kPart == 2)
    return s[0] + s[1];
  else
    return (s[0] + s[2]) + (s[1] + s[3]);
}

// Adds a vector to as many values of a sum in double.
inline void add(double* M, Vec<double> s) {
  vec(M) += s;
}
inline void add(double* M, Vec<float> s) {
  constexpr Size kHalf = kLanes<double>;
  const auto* halves = reinterpret_cast<const Vec<float, kHalf>*>(&s);
  vec(M) += __builtin_convertvector(halves[0], Vec<double>);
  vec(M + kHalf) += __builtin_convertvector(halves[1], Vec<double>);
}

inline Size least(Size a, Size b) {
  return a < b ? a : b;
}

}  // namespace
}  // namespace l21::internal::L21_SIMD_VARIANT
