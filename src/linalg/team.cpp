#include "linalg/team.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace l21::internal {
namespace {

// A loop that helpers may join. Changed under the team's mutex alone.
struct Shared {
  const std::function<void(int)>& work;
  int most;                     // threads, the caller's included
  int joined = 1;               // which number the next helper gets
  std::atomic<int> working{0};  // helpers
};

// Whether this thread is at work on a shared loop: loops inside it are its own.
thread_local bool inside = false;

// Looks for `found` for a while and says whether it came to be. Loops follow each other closely, and to wake a thread
// takes 50 microseconds and more on a virtual machine. Who has looked for long lets others have the processor between
// looks.
template <class Found>
bool look_for(const Found& found) {
  using namespace std::chrono_literals;
  constexpr auto kAlone = 20us, kAtAll = 500us;
  const auto begin = std::chrono::steady_clock::now();
  for (auto passed = 0ns; passed < kAtAll; passed = std::chrono::steady_clock::now() - begin) {
    for (int k = 0; k < 64; ++k) {
      if (found()) return true;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    if (passed > kAlone) std::this_thread::yield();
  }
  return false;
}

// The helpers of this process, made when they are first wanted. They serve whatever loops there are, of any number of
// calling threads.
class Team {
 public:
  void run(Shared& loop) {
    {
      const std::lock_guard lock(mutex_);
      employ(loop.most - 1);
      loops_.push_back(&loop);
      ++news_;
    }
    wake_.notify_all();
    loop.work(0);
    std::unique_lock lock(mutex_);
    loops_.erase(std::find(loops_.begin(), loops_.end(), &loop));
    const auto done = [&] { return loop.working == 0; };
    if (done()) return;
    lock.unlock();
    look_for(done);
    lock.lock();
    done_.wait(lock, done);
  }

 private:
  // So many helpers, or as many as the system gives.
  void employ(int helpers) {
    try {
      while (helpers_ < helpers) {
        std::thread([this] { serve(); }).detach();
        ++helpers_;
      }
    } catch (const std::system_error&) {
    }
  }

  [[noreturn]] void serve() {
    // Signals are for the threads of the host.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    inside = true;
    for (unsigned seen = news_;;) {
      look_for([&] { return news_ != seen; });
      std::unique_lock lock(mutex_);
      Shared* loop = nullptr;
      wake_.wait(lock, [&] { return (loop = open_loop()) != nullptr; });
      seen = news_;
      const int thread = loop->joined++;
      ++loop->working;
      lock.unlock();
      loop->work(thread);
      lock.lock();
      if (--loop->working == 0) done_.notify_all();
    }
  }

  [[nodiscard]] Shared* open_loop() const {
    const auto found = std::find_if(loops_.begin(), loops_.end(), [](const Shared* l) { return l->joined < l->most; });
    return found == loops_.end() ? nullptr : *found;
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<Shared*> loops_;
  std::atomic<unsigned> news_{0};  // loops so far
  int helpers_ = 0;
};

}  // namespace

void share_work(int threads, const std::function<void(int)>& work) {
  // Never destroyed: helpers outlive main().
  static Team& team = *new Team;
  if (threads <= 1 || inside) return work(0);
  inside = true;
  Shared loop{work, threads};
  team.run(loop);
  inside = false;
}

}  // namespace l21::internal
