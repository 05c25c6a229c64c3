// Large pages for what is read or written at random places.
#pragma once

#include <cstddef>

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

}  // namespace l21::internal
