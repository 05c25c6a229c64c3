#include "data/kernels.hpp"

namespace l21 {
namespace baseline {
extern const Kernels kKernels;
}
#ifdef L21_HAS_V3_KERNELS
namespace x86_64_v3 {
extern const Kernels kKernels;
}
#endif

const Kernels& kernels() {
#ifdef L21_HAS_V3_KERNELS
  static const Kernels& chosen =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")
          ? x86_64_v3::kKernels
          : baseline::kKernels;
  return chosen;
#else
  return baseline::kKernels;
#endif
}

}  // namespace l21
