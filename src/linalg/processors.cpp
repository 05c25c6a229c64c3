#include "linalg/processors.hpp"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <thread>
#include <vector>

#ifdef _OPENMP
#include <omp.h>
#endif

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

// OpenMP binds the thread that loads it to one of its places: what the process may use is all of them. Without places
// it is what the first thread of the process may use. Nothing where there are more processors than a set has room for.
std::optional<cpu_set_t> processors_of_process() {
  cpu_set_t set;
  CPU_ZERO(&set);
#ifdef _OPENMP
  std::vector<int> processors;
  for (int place = 0; place < omp_get_num_places(); ++place) {
    processors.resize(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, processors.data());
    for (const int processor : processors) {
      if (processor >= CPU_SETSIZE) return std::nullopt;
      CPU_SET(processor, &set);
    }
  }
  if (CPU_COUNT(&set) > 0) return set;
#endif
  if (sched_getaffinity(getpid(), sizeof set, &set) != 0) return std::nullopt;
  return set;
}

int bound_processors() {
  const auto set = processors_of_process();
  return set ? CPU_COUNT(&*set) : static_cast<int>(std::thread::hardware_concurrency());
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
    return std::max(1, quota > 0 ? static_cast<int>(std::min<double>(bound, std::ceil(quota))) : bound);
  }();
  return available;
}

void use_any_processor() {
  if (const auto set = processors_of_process()) pthread_setaffinity_np(pthread_self(), sizeof *set, &*set);
}

}  // namespace l21::internal
