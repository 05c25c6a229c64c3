#include "simd/cpu.hpp"
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
  const CpuLevel level = CpuLevel::of_this_machine();
  if (level.v4) return x86_64_v4::kLoops;
  return level.v3 ? x86_64_v3::kLoops : baseline::kLoops;
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
