#include "linalg/processors.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace l21::internal::test {
namespace {

namespace fs = std::filesystem;

// A machine as far as quotas look at it: files below a folder of its own.
class Machine {
 public:
  explicit Machine(const std::map<std::string, std::string>& files)
      : root_(fs::temp_directory_path() / fs::path("l21pca-quota-XXXXXX")) {
    std::string name = root_.string();
    root_ = mkdtemp(name.data());
    for (const auto& [path, text] : files) {
      fs::create_directories((root_ / path).parent_path());
      std::ofstream(root_ / path) << text;
    }
  }
  ~Machine() { fs::remove_all(root_); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  [[nodiscard]] double quota() const { return processor_quota(root_.string()); }

 private:
  fs::path root_;
};

TEST(ProcessorQuota, OfVersion2IsTheSmallestOnTheWayUp) {
  EXPECT_DOUBLE_EQ(Machine({{"proc/self/cgroup", "0::/a/b\n"},
                            {"sys/fs/cgroup/cpu.max", "max 100000\n"},
                            {"sys/fs/cgroup/a/cpu.max", "150000 100000\n"},
                            {"sys/fs/cgroup/a/b/cpu.max", "400000 100000\n"}})
                       .quota(),
                   1.5);
}

TEST(ProcessorQuota, OfAContainerIsThatOfItsOwnRoot) {
  EXPECT_DOUBLE_EQ(Machine({{"proc/self/cgroup", "0::/\n"}, {"sys/fs/cgroup/cpu.max", "50000 100000\n"}}).quota(), 0.5);
}

TEST(ProcessorQuota, OfVersion1IsReadBesideOtherControllers) {
  EXPECT_DOUBLE_EQ(Machine({{"proc/self/cgroup", "5:memory:/x\n4:cpu,cpuacct:/docker/1\n1:name=systemd:/x\n"},
                            {"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "300000\n"},
                            {"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"}})
                       .quota(),
                   3);
}

TEST(ProcessorQuota, IsNoneWhereNothingSaysSo) {
  EXPECT_EQ(Machine({}).quota(), 0);
  EXPECT_EQ(Machine({{"proc/self/cgroup", "nonsense\n0::\n::\n"}, {"sys/fs/cgroup/cpu.max", "max 100000\n"}}).quota(),
            0);
  EXPECT_EQ(Machine({{"proc/self/cgroup", "4:cpu:/\n"},
                     {"sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n"},
                     {"sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"}})
                .quota(),
            0);
}

TEST(AvailableProcessors, IsAtLeastOne) {
  EXPECT_GE(available_processors(), 1);
}

}  // namespace
}  // namespace l21::internal::test
