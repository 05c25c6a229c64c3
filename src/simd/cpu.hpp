// What the processor can do, asked for directly: not every compiler's own question finds its answer when it is linked.
#pragma once

namespace l21::internal {

// Whether instructions of x86-64-v3 or v4 run here, and the system keeps their registers.
struct CpuLevel {
  bool v3 = false, v4 = false;
  static CpuLevel of_this_machine();
};

}  // namespace l21::internal
