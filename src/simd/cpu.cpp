#include "simd/cpu.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace l21::internal {

#if defined(__x86_64__)
namespace {

// Which registers the system saves for a process (XCR0).
unsigned saved_registers() {
  unsigned low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));  // NOLINT(hicpp-no-assembler)
  return low;
}

constexpr bool has_all(unsigned bits, unsigned wanted) {
  return (bits & wanted) == wanted;
}

}  // namespace

CpuLevel CpuLevel::of_this_machine() {
  constexpr unsigned kYmm = 0x6, kZmm = 0xe6;
  constexpr unsigned kV4 = bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL;
  unsigned a = 0, b = 0, c = 0, d = 0;
  CpuLevel level;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || !has_all(c, bit_OSXSAVE | bit_AVX | bit_FMA)) return level;
  const unsigned saved = saved_registers();
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return level;
  level.v3 = has_all(saved, kYmm) && has_all(b, bit_AVX2 | bit_BMI2);
  level.v4 = level.v3 && has_all(saved, kZmm) && has_all(b, kV4);
  return level;
}
#else
CpuLevel CpuLevel::of_this_machine() {
  return {};
}
#endif

}  // namespace l21::internal
