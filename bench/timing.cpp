#include "timing.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>
#include <thread>

namespace l21::internal::bench {
namespace {

struct CpuTime {
  double idle = 0;
  double total = 0;
};

// The first line of /proc/stat: user nice system idle iowait ...
CpuTime cpu_time() {
  std::ifstream stat("/proc/stat");
  std::string label;
  stat >> label;
  CpuTime time;
  double value = 0;
  for (int field = 0; field < 8 && stat >> value; ++field) {
    time.total += value;
    if (field == 3 || field == 4) time.idle += value;
  }
  return time;
}

}  // namespace

double seconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<double> in_turn(int repeats, const std::vector<std::function<void()>>& works) {
  std::vector<double> best(works.size(), std::numeric_limits<double>::infinity());
  for (int k = 0; k < repeats; ++k)
    for (std::size_t w = 0; w < works.size(); ++w) {
      // The threads of OpenMP and of OpenBLAS go on spinning for a while after their work; the others must not pay for
      // that.
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      best[w] = std::min(best[w], seconds(works[w]));
    }
  return best;
}

bool wait_until_idle(int most_seconds) {
  for (int second = 0; second < most_seconds; ++second) {
    const CpuTime before = cpu_time();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    const CpuTime after = cpu_time();
    if (after.total == before.total || after.idle - before.idle >= 0.9 * (after.total - before.total)) return true;
  }
  std::fprintf(stderr, "the machine was never idle in %d s; the figures below are doubtful\n", most_seconds);
  return false;
}

}  // namespace l21::internal::bench
