// The number types that files hold, and their conversion to the four that tables hold.
#pragma once

#include <cstddef>
#include <optional>

#include "l21/rows.hpp"

namespace l21::internal::io {

enum class Element { boolean, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64 };

[[nodiscard]] std::size_t element_size(Element element);

// The storage that holds such numbers as they are. None: they become float64.
[[nodiscard]] std::optional<Storage> native_storage(Element element);

// target[i] = source[i] as float64. `source` need not be aligned. Integers beyond 2^53 are rounded.
void widen(const std::byte* source, Element element, std::size_t count, double* target);

// Reverses the bytes of each value, in place.
void swap_bytes(std::byte* values, std::size_t count, std::size_t bytes_per_value);

// Calls `f` with a value of the scalar type of `storage`.
template <class F>
decltype(auto) with_scalar(Storage storage, F&& f) {
  switch (storage) {
    case Storage::float32: return f(float{});
    case Storage::uint8: return f(std::uint8_t{});
    case Storage::int16: return f(std::int16_t{});
    case Storage::float64: break;
  }
  return f(double{});
}

}  // namespace l21::internal::io
