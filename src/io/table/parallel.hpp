// Independent pieces of work on all cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace l21::internal::io {

// Runs work(i) for i = 0 ... count - 1. When some throw, the exception of the lowest i is rethrown: pieces are started
// in order, so all before it have run.
template <class Work>
void for_each_piece(std::size_t count, const Work& work) {
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
  const std::size_t threads = std::min<std::size_t>(count, std::max(1u, std::thread::hardware_concurrency()));
  {
    std::vector<std::jthread> helpers;
    try {
      for (std::size_t t = 1; t < threads; ++t) helpers.emplace_back(run);
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
