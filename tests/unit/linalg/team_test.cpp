#include "linalg/team.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <numeric>
#include <thread>
#include <vector>

#include "linalg/parallel.hpp"

namespace l21::internal::test {
namespace {

using namespace std::chrono_literals;

// Whether so many threads work on one loop at the same time: each waits for the others.
bool all_come(int threads) {
  std::atomic<int> here = 0;
  share_work(threads, [&](int) {
    ++here;
    const auto begin = std::chrono::steady_clock::now();
    while (here < threads && std::chrono::steady_clock::now() - begin < 20s) std::this_thread::yield();
  });
  return here == threads;
}

Index sum_to(Index n, int threads) {
  std::vector<Index> squares(static_cast<std::size_t>(n));
  parallel_for(threads, n, [&](Index i, int) { squares[static_cast<std::size_t>(i)] = i; });
  return std::accumulate(squares.begin(), squares.end(), Index{0});
}

TEST(Team, ComesAtOnceAndAfterAPause) {
  for (const auto pause : {0us, 100us, 600us, 3000us})  // it stops looking after 500
    for (int loop = 0; loop < 20; ++loop) {
      ASSERT_TRUE(all_come(3)) << pause.count();
      std::this_thread::sleep_for(pause);
    }
}

TEST(Team, ServesSeveralCallersWhoseLoopsHaveLoopsInside) {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&wrong, caller] {
      for (int loop = 0; loop < 50; ++loop)
        parallel_for(3, 20, [&](Index task, int) {
          if (sum_to(30 + task, 3) != (30 + task) * (29 + task) / 2) ++wrong;
          if (loop % 10 == caller) std::this_thread::sleep_for(50us);
        });
    });
  for (auto& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Team, WaitsForAHelperThatIsSlow) {
  for (int loop = 0; loop < 5; ++loop) {
    std::atomic<int> done = 0;
    parallel_for(3, 6, [&](Index, int thread) {
      if (thread > 0) std::this_thread::sleep_for(5ms);
      ++done;
    });
    EXPECT_EQ(done, 6);
  }
}

// The threads of the parent are not there.
TEST(Team, IsNotWaitedForInAForkedChild) {
  ASSERT_TRUE(all_come(2));
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(sum_to(1000, 4) == 499500 ? 0 : 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

// Interrupts are for the threads of the host; what a helper does wrong itself is its own.
TEST(Team, LeavesSignalsToTheHost) {
  std::atomic<bool> interrupts = false, faults = true;
  std::atomic<int> here = 0;
  share_work(2, [&](int thread) {
    ++here;
    while (here < 2) std::this_thread::yield();
    if (thread == 0) return;
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    interrupts = sigismember(&blocked, SIGINT) == 0;
    faults = sigismember(&blocked, SIGSEGV) == 0;
  });
  EXPECT_FALSE(interrupts);
  EXPECT_TRUE(faults);
}

// A caller that is bound to one processor does not bind the others.
TEST(Team, MayRunOnAllProcessorsOfTheProcess) {
  cpu_set_t process;
  if (sched_getaffinity(getpid(), sizeof process, &process) != 0 || CPU_COUNT(&process) < 2)
    GTEST_SKIP() << "there is one processor";
  std::atomic<int> processors = 0;
  std::thread([&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int cpu = 0; CPU_COUNT(&one) == 0; ++cpu)
      if (CPU_ISSET(cpu, &process)) CPU_SET(cpu, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
    std::atomic<int> here = 0;
    share_work(9, [&](int thread) {  // more than there were: some are new
      ++here;
      const auto begin = std::chrono::steady_clock::now();
      while (here < 9 && std::chrono::steady_clock::now() - begin < 20s) std::this_thread::yield();
      cpu_set_t mine;
      if (thread == 8 && sched_getaffinity(0, sizeof mine, &mine) == 0) processors = CPU_COUNT(&mine);
    });
  }).join();
  EXPECT_EQ(processors, CPU_COUNT(&process));
}

}  // namespace
}  // namespace l21::internal::test
