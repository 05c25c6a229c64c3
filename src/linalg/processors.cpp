#include "linalg/processors.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <thread>

namespace l21::internal {
namespace {

std::optional<double> number_in(const std::string& path) {
  std::ifstream file(path);
  double value = 0;
  return file >> value ? std::optional(value) : std::nullopt;
}

// cpu.max: microseconds of a period, or "max", and the period.
std::optional<double> quota_of_v2(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  double quota = 0, period = 0;
  return file >> quota >> period && quota > 0 && period > 0 ? std::optional(quota / period) : std::nullopt;
}

std::optional<double> quota_of_v1(const std::string& folder) {
  const auto quota = number_in(folder + "/cpu.cfs_quota_us"), period = number_in(folder + "/cpu.cfs_period_us");
  return quota && period && *quota > 0 && *period > 0 ? std::optional(*quota / *period) : std::nullopt;
}

// The smallest from `group` up to the folder it is mounted at.
template <class QuotaOf>
double smallest_above(const std::string& mounted, std::string group, const QuotaOf& quota_of) {
  double least = std::numeric_limits<double>::infinity();
  for (;;) {
    if (const auto quota = quota_of(mounted + group)) least = std::min(least, *quota);
    if (group.empty()) return least;
    group.erase(group.find_last_of('/'));
  }
}

// Whether "cpu" is one of the names between commas.
bool names_cpu(const std::string& controllers) {
  std::istringstream names(controllers);
  for (std::string name; std::getline(names, name, ',');)
    if (name == "cpu") return true;
  return false;
}

int bound_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // Fails where there are more processors than the set has room for.
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

double processor_quota(const std::string& root) {
  std::ifstream groups(root + "/proc/self/cgroup");
  const std::string mounted = root + "/sys/fs/cgroup/";
  double least = std::numeric_limits<double>::infinity();
  // number:controllers:group, version 2 without controllers.
  for (std::string line; std::getline(groups, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    std::string group = line.substr(second + 1);
    if (group == "/" || group.empty() || group.front() != '/') group.clear();
    if (controllers.empty()) {
      least = std::min(least, smallest_above(root + "/sys/fs/cgroup", group, quota_of_v2));
    } else if (names_cpu(controllers)) {
      for (const std::string& name : {std::string("cpu"), controllers})
        least = std::min(least, smallest_above(mounted + name, group, quota_of_v1));
    }
  }
  return std::isfinite(least) ? least : 0;
}

int available_processors() {
  static const int available = [] {
    const double quota = processor_quota("");
    const int bound = bound_processors();
    return std::max(1, quota > 0 ? std::min(bound, static_cast<int>(std::ceil(quota))) : bound);
  }();
  return available;
}

}  // namespace l21::internal
