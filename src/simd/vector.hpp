// Short vectors for the files that are compiled once per kind of CPU; everything here belongs to one such copy.
#pragma once

#include <cstddef>
#include <utility>

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

// Where lane `lane` of the sum of two vectors comes from, which adds the halves of their groups of `Group` lanes, in a
// vector of 64 bytes neighbouring quarters; the second summand lies `Apart` lanes on. Groups of the first vector come
// first.
template <Size Lanes, Size Group, Size Apart>
constexpr Size source_lane(Size lane) {
  const Size group = lane / (Group / 2), groups = Lanes / Group, within = lane % (Group / 2);
  return (group < groups ? 0 : Lanes) + group % groups * Group + within / Apart * 2 * Apart + within % Apart;
}
template <Size Group, class T, Size... Lane>
inline Vec<T> halved(const Vec<T>& a, const Vec<T>& b, std::integer_sequence<Size, Lane...>) {
  constexpr Size kAll = kLanes<T>, kApart = Group * static_cast<Size>(sizeof(T)) == 64 ? Group / 4 : Group / 2;
  return __builtin_shufflevector(a, b, source_lane<kAll, Group, kApart>(Lane)...) +
         __builtin_shufflevector(a, b, (source_lane<kAll, Group, kApart>(Lane) + kApart)...);
}

// out_k <- the sum of the lanes of v_k: as many vectors as there are lanes share their additions.
template <class T, Size Group = kLanes<T>, int Count>
inline void sum_lanes(const Vec<T> (&v)[Count], T* out) {
  if constexpr (Group == 1) {
    for (int k = 0; k < Count; ++k)
      for (Size lane = 0; lane < kLanes<T>; ++lane) out[k * kLanes<T> + lane] = v[k][lane];
  } else {
    constexpr int kHalf = (Count + 1) / 2;
    Vec<T> s[kHalf];
#pragma GCC unroll 32
    for (int k = 0; k < kHalf; ++k)
      s[k] = halved<Group, T>(v[2 * k], 2 * k + 1 < Count ? v[2 * k + 1] : Vec<T>{},
                              std::make_integer_sequence<Size, kLanes<T>>{});
    sum_lanes<T, Group / 2>(s, out);
  }
}
// Rounded up to whole vectors: what sum_lanes of `Count` vectors needs room for.
template <class T, int Count>
constexpr Size kRoomForSums = (Count + kLanes<T> - 1) / kLanes<T>* kLanes<T>;

// 1 in the last `count` lanes, 0 before: for a vector that ends where a row ends and began in its last whole one.
template <class T>
inline Vec<T> last_lanes(Size count) {
  struct Steps {
    T values[2 * kLanes<T>] = {};
    constexpr Steps() {
      for (Size k = kLanes<T>; k < 2 * kLanes<T>; ++k) values[k] = 1;
    }
  };
  static constexpr Steps kSteps;
  return vec(kSteps.values + count);
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
