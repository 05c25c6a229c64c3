// Independent pieces of work on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace l21::internal::io {

// Runs work(i) for i = 0 ... count - 1 on `threads` threads at most, the calling one among them; 0: as many as the
// machine has. When some throw, the exception of the lowest i is rethrown: pieces are started in order, so all before
// it have run.
template <class Work>
void for_each_piece(std::size_t count, int threads, const Work& work) {
  std::vector<std::exception_ptr> failures(count);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  const auto run = [&] {
    while (!failed) {
      const std::size_t i = next++;
      if (i >= count) return;
      try {
        work(i);
      } catch (...) {
        failures[i] = std::current_exception();
        failed = true;
      }
    }
  };
  const unsigned allowed = threads > 0 ? static_cast<unsigned>(threads) : std::thread::hardware_concurrency();
  const std::size_t team = std::min<std::size_t>(count, std::max(1u, allowed));
  {
    std::vector<std::jthread> helpers;
    try {
      for (std::size_t t = 1; t < team; ++t) helpers.emplace_back(run);
    } catch (const std::system_error&) {
      // The system allows no more threads; those that run do the work.
    }
    run();
  }
  for (const auto& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace l21::internal::io
