// What this process held in memory at most.
#pragma once

namespace l21::internal::bench {

// VmHWM of /proc/self/status, in bytes: since the start of the process or the last reset_peak_memory().
[[nodiscard]] double peak_memory_bytes();
// The peak counts from now on. Throws std::runtime_error where the system does not allow it.
void reset_peak_memory();

}  // namespace l21::internal::bench
