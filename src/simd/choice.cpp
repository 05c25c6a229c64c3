#include "simd/simd.hpp"

namespace l21::internal {
namespace baseline {
extern const SimdLoops kLoops;
}
#ifdef L21_HAS_X86_SIMD
namespace x86_64_v3 {
extern const SimdLoops kLoops;
}
namespace x86_64_v4 {
extern const SimdLoops kLoops;
}

namespace {

const SimdLoops& fastest() {
  if (!(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")))
    return baseline::kLoops;
  const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  return v4 ? x86_64_v4::kLoops : x86_64_v3::kLoops;
}

}  // namespace
#endif

const SimdLoops& simd() {
#ifdef L21_HAS_X86_SIMD
  static const SimdLoops& chosen = fastest();
  return chosen;
#else
  return baseline::kLoops;
#endif
}

}  // namespace l21::internal
