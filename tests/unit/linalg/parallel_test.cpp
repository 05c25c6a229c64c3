#include "linalg/parallel.hpp"

#include <dlfcn.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <vector>

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

TEST(ParallelFor, RunsEveryTaskExactlyOnceForAnyNumberOfThreads) {
  for (const int threads : {0, 1, 2, 3, 7, 64})
    for (const Index tasks : {0, 1, 2, 5, 1000}) {
      std::vector<std::atomic<int>> runs(static_cast<std::size_t>(tasks));
      std::atomic<bool> strange_thread = false;
      parallel_for(threads, tasks, [&](Index task, int thread) {
        ++runs.at(static_cast<std::size_t>(task));
        if (thread < 0 || thread >= std::max(1, threads)) strange_thread = true;
      });
      for (const auto& count : runs) EXPECT_EQ(count, 1);
      EXPECT_FALSE(strange_thread);
    }
}

TEST(ParallelFor, NeverRunsTwoTasksOnOneThreadNumberAtOnce) {
  std::vector<std::atomic<int>> busy(7);
  std::atomic<bool> clash = false;
  parallel_for(7, 500, [&](Index, int thread) {
    auto& mine = busy[static_cast<std::size_t>(thread)];
    if (mine++ != 0) clash = true;
    --mine;
  });
  EXPECT_FALSE(clash);
}

TEST(ParallelFor, ThrowsTheFailureOfTheLowestTaskAfterAllHaveRun) {
  for (const int threads : kThreadCounts)
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::atomic<int> runs = 0;
      try {
        parallel_for(threads, 40, [&](Index task, int) {
          ++runs;
          if (task % 7 == 3) throw std::runtime_error("task " + std::to_string(task));
        });
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "task 3");
      }
      EXPECT_EQ(runs, 40);
    }
}

TEST(ResolveThreads, KeepsARequestAndReplacesZero) {
  EXPECT_EQ(resolve_threads(5), 5);
  EXPECT_GE(resolve_threads(0), 1);
}

// A host that leaves BLAS serial: its threads would only wait for each other under tests as small as these.
class SerialHost : public testing::Environment {
 public:
  void SetUp() override {
    if (const auto set = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))) set(1);
  }
};
[[maybe_unused]] const auto* const kSerialHost = testing::AddGlobalTestEnvironment(new SerialHost);

// The host's setting, where this BLAS has one.
class SerialBlasTest : public testing::Test {
 protected:
  void SetUp() override {
    get_ = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
    set_ = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
    if (!get_ || !set_) GTEST_SKIP() << "this BLAS is not OpenBLAS";
    before_ = get_();
    set_(2);
    if (get_() != 2) GTEST_SKIP() << "this OpenBLAS has one thread only";
  }
  void TearDown() override {
    if (set_ && before_ > 0) set_(before_);
  }
  int (*get_)() = nullptr;
  void (*set_)(int) = nullptr;
  int before_ = 0;
};

TEST_F(SerialBlasTest, MakesBlasSerialAndRestoresTheHostsCount) {
  {
    const SerialBlas serial;
    EXPECT_EQ(get_(), 1);
    {
      const SerialBlas inner;
      EXPECT_EQ(get_(), 1);
    }
    EXPECT_EQ(get_(), 1);
  }
  EXPECT_EQ(get_(), 2);
}

TEST_F(SerialBlasTest, RestoresTheHostsCountWhenAnExceptionPasses) {
  EXPECT_THROW(
      {
        const SerialBlas serial;
        throw std::runtime_error("");
      },
      std::runtime_error);
  EXPECT_EQ(get_(), 2);
}

// Two fits on two threads of the host: the first one that ends must neither unleash the other's BLAS nor spoil what is
// restored in the end.
TEST_F(SerialBlasTest, StaysSerialUntilTheLastOfTwoOverlappingLivesEnds) {
  auto first = std::make_unique<SerialBlas>();
  auto second = std::make_unique<SerialBlas>();
  first.reset();
  EXPECT_EQ(get_(), 1);
  second.reset();
  EXPECT_EQ(get_(), 2);
}

}  // namespace
}  // namespace l21::internal::test
