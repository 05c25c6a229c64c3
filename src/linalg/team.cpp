#include "linalg/team.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "linalg/processors.hpp"

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

// A thread inherits what its maker blocks. Signals are for the threads of the host, but for those that a thread raises
// itself by what it does.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t set;
    sigfillset(&set);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT}) sigdelset(&set, own);
    pthread_sigmask(SIG_BLOCK, &set, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

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
      loops_.push_back(&loop);
      employ(loop.most - 1);
      ++news_;
    }
    inside = true;
    for (int helper = 1; helper < loop.most; ++helper) wake_.notify_one();
    loop.work(0);
    inside = false;
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
    if (helpers_ >= helpers) return;
    const SignalsBlocked blocked;
    try {
      while (helpers_ < helpers) {
        std::thread([this] { serve(); }).detach();
        ++helpers_;
      }
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
  }

  [[noreturn]] void serve() {
    use_any_processor();
    inside = true;
    for (;;) {
      std::unique_lock lock(mutex_);
      Shared* loop = open_loop();
      if (loop == nullptr) {
        const unsigned seen = news_;
        lock.unlock();
        look_for([&] { return news_ != seen; });
        lock.lock();
        wake_.wait(lock, [&] { return (loop = open_loop()) != nullptr; });
      }
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
  if (threads <= 1 || inside) return work(0);
  // Never destroyed: helpers outlive main().
  static Team& team = *new Team;
  Shared loop{work, threads};
  team.run(loop);
}

}  // namespace l21::internal
