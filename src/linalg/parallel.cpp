#include "linalg/parallel.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <utility>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "linalg/blas.hpp"
#include "linalg/processors.hpp"
#include "linalg/team.hpp"

namespace l21::internal {
namespace {

// Keeps the exception of the lowest task, so that the message does not depend on timing.
class FirstFailure {
 public:
  void keep(Index task, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (error_ && task_ <= task) return;
    task_ = task;
    error_ = std::move(error);
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  Index task_ = 0;
  std::exception_ptr error_;
};

using Body = std::function<void(Index, int)>;

// A BLAS that is built with OpenMP takes as many threads as OpenMP would give the thread that calls it.
class OneForOpenMP {
#ifdef _OPENMP
 public:
  OneForOpenMP() {
    omp_set_num_threads(1);
  }
  ~OneForOpenMP() {
    omp_set_num_threads(before_);
  }
  OneForOpenMP(const OneForOpenMP&) = delete;
  OneForOpenMP& operator=(const OneForOpenMP&) = delete;

 private:
  int before_ = omp_get_max_threads();
#endif
};

void run_tasks(std::atomic<Index>& next, Index tasks, int thread, const Body& body, FirstFailure& failure) {
  const ProductTeam alone(1);
  [[maybe_unused]] const OneForOpenMP serial;
  for (Index task = next++; task < tasks; task = next++) {
    try {
      body(task, thread);
    } catch (...) {
      failure.keep(task, std::current_exception());
    }
  }
}

// The spellings cover OpenBLAS, also as it is packaged for Python, MKL and BLIS.
struct BlasThreadCalls {
  int (*get)() = nullptr;
  void (*set)(int) = nullptr;
};

// The library that our products come from. A host such as Python may have loaded others beside it, and may not show
// ours to everybody.
void* blas_library() {
  Dl_info found{};
  if (dladdr(blas_address(), &found) == 0 || !found.dli_fname) return RTLD_DEFAULT;
  void* const handle = dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  return handle ? handle : RTLD_DEFAULT;
}

BlasThreadCalls find_blas_thread_calls() {
  void* const library = blas_library();
  constexpr const char* kNames[][2] = {{"openblas_get_num_threads", "openblas_set_num_threads"},
                                       {"scipy_openblas_get_num_threads", "scipy_openblas_set_num_threads"},
                                       {"MKL_Get_Max_Threads", "MKL_Set_Num_Threads"},
                                       {"bli_thread_get_num_threads", "bli_thread_set_num_threads"}};
  for (const auto& [get, set] : kNames) {
    BlasThreadCalls calls{reinterpret_cast<int (*)()>(dlsym(library, get)),
                          reinterpret_cast<void (*)(int)>(dlsym(library, set))};
    if (calls.get && calls.set) return calls;
  }
  return {};
}

const BlasThreadCalls& blas_thread_calls() {
  static const BlasThreadCalls calls = find_blas_thread_calls();
  return calls;
}

// The setting belongs to the process, so its users are counted.
struct SerialLives {
  std::mutex mutex;
  int count = 0;
  int host_threads = 0;
};
SerialLives serial_lives;

// What the host lets BLAS use: OMP_NUM_THREADS and threadpoolctl are heard there too.
[[maybe_unused]] int blas_threads_of_host() {
  if (!blas_thread_calls().get) return std::numeric_limits<int>::max();
  const std::lock_guard lock(serial_lives.mutex);
  return serial_lives.count > 0 ? serial_lives.host_threads : std::max(1, blas_thread_calls().get());
}

thread_local int product_team = 1;

// A forked child has its parent's teams of threads on the books, but not the threads: it would wait for them for ever.
std::atomic<bool> forked{false};
[[maybe_unused]] const int kForkHandler = pthread_atfork(nullptr, nullptr, [] { forked = true; });

}  // namespace

ProductTeam::ProductTeam(int threads) : previous_(std::exchange(product_team, threads)) {}
ProductTeam::~ProductTeam() {
  product_team = previous_;
}
int ProductTeam::size() {
  return product_team;
}

int resolve_threads(int requested) {
  if (forked) return 1;
  if (requested > 0) return requested;
#ifdef _OPENMP
  return std::min(omp_get_max_threads(), available_processors());
#else
  return std::min(blas_threads_of_host(), available_processors());
#endif
}

void parallel_for(int threads, Index tasks, const Body& body) {
  std::atomic<Index> next = 0;
  FirstFailure failure;
  share_work(forked ? 1 : static_cast<int>(std::min<Index>(threads, tasks)),
             [&](int thread) { run_tasks(next, tasks, thread, body, failure); });
  failure.rethrow();
}

SerialBlas::SerialBlas() {
  if (!blas_thread_calls().set) return;
  const std::lock_guard lock(serial_lives.mutex);
  if (serial_lives.count++ == 0) serial_lives.host_threads = blas_thread_calls().get();
  blas_thread_calls().set(1);
}

SerialBlas::~SerialBlas() {
  if (!blas_thread_calls().set) return;
  const std::lock_guard lock(serial_lives.mutex);
  if (--serial_lives.count == 0) blas_thread_calls().set(serial_lives.host_threads);
}

}  // namespace l21::internal
