#include "memory.hpp"

#include <fstream>
#include <stdexcept>
#include <string>

namespace l21::internal::bench {

double peak_memory_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return 1024 * std::stod(line.substr(6));
  throw std::runtime_error("/proc/self/status has no VmHWM");
}

void reset_peak_memory() {
  std::ofstream clear("/proc/self/clear_refs");
  clear << 5 << std::flush;  // 5: the peak resident set becomes the current one
  if (!clear) throw std::runtime_error("/proc/self/clear_refs cannot be written");
}

}  // namespace l21::internal::bench
