#include "data/kernels.hpp"

namespace l21 {
namespace baseline {
extern const Kernels kKernels;
}
#ifdef L21_HAS_X86_KERNELS
namespace x86_64_v3 {
extern const Kernels kKernels;
}
namespace x86_64_v4 {
extern const Kernels kKernels;
}

namespace {

const Kernels& fastest() {
  if (!(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")))
    return baseline::kKernels;
  const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  return v4 ? x86_64_v4::kKernels : x86_64_v3::kKernels;
}

}  // namespace
#endif

const Kernels& kernels() {
#ifdef L21_HAS_X86_KERNELS
  static const Kernels& chosen = fastest();
  return chosen;
#else
  return baseline::kKernels;
#endif
}

}  // namespace l21
