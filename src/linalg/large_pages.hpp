// Large pages for what is read or written at random places.
#pragma once

#include <cstddef>

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <sys/mman.h>

#include <cstdint>
#endif

namespace l21::internal {

// Asks the system to back this memory with large pages: addresses all over it then need no table walks. To be called
// before it is first written. Without effect where it is small or there are none.
inline void prefer_large_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
  constexpr std::uintptr_t kLarge = std::uintptr_t{2} << 20;
  const auto begin = (reinterpret_cast<std::uintptr_t>(data) + kLarge - 1) / kLarge * kLarge;
  const auto end = (reinterpret_cast<std::uintptr_t>(data) + bytes) / kLarge * kLarge;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

// The same for the numbers of a matrix that was allocated and not yet written, where it is so large that taking single
// pages from the system, and giving them back, would take as long as the work on it.
template <class Numbers>
void prefer_large_pages(Numbers& fresh) {
  constexpr std::size_t kWorthAsking = std::size_t{8} << 20;
  const std::size_t bytes = static_cast<std::size_t>(fresh.size()) * sizeof(*fresh.data());
  if (bytes >= kWorthAsking) prefer_large_pages(fresh.data(), bytes);
}

// Keeps what is freed for what is asked for next, where a program may decide that for its process: blocks of d x m
// numbers come and go in every step, and on 16 threads taking their pages from the system is a tenth of a wide fit.
inline void keep_freed_memory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the most there is
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

}  // namespace l21::internal
