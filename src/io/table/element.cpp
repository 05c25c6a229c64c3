#include "io/table/element.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace l21::internal::io {
namespace {

template <class T>
void widen_as(const std::byte* source, std::size_t count, double* target) {
  for (std::size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, source + i * sizeof(T), sizeof(T));
    target[i] = static_cast<double>(value);
  }
}

// IEEE 754 binary16: 1 sign bit, 5 exponent bits (bias 15), 10 fraction bits.
double half_to_double(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 0x1f;
  const int fraction = bits & 0x3ff;
  double magnitude = 0.0;
  if (exponent == 0x1f) {
    magnitude = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    magnitude = std::ldexp(fraction, -24);
  } else {
    magnitude = std::ldexp(1024 + fraction, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

void widen_halves(const std::byte* source, std::size_t count, double* target) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, source + 2 * i, 2);
    target[i] = half_to_double(bits);
  }
}

}  // namespace

std::size_t element_size(Element element) {
  switch (element) {
    case Element::boolean:
    case Element::int8:
    case Element::uint8: return 1;
    case Element::int16:
    case Element::uint16:
    case Element::float16: return 2;
    case Element::int32:
    case Element::uint32:
    case Element::float32: return 4;
    case Element::int64:
    case Element::uint64:
    case Element::float64: return 8;
  }
  return 0;
}

std::optional<Storage> native_storage(Element element) {
  switch (element) {
    case Element::float64: return Storage::float64;
    case Element::float32: return Storage::float32;
    case Element::uint8: return Storage::uint8;
    case Element::int16: return Storage::int16;
    default: return std::nullopt;
  }
}

void widen(const std::byte* source, Element element, std::size_t count, double* target) {
  switch (element) {
    case Element::boolean:
      std::transform(source, source + count, target, [](std::byte b) { return b == std::byte{0} ? 0.0 : 1.0; });
      break;
    case Element::int8: widen_as<std::int8_t>(source, count, target); break;
    case Element::int16: widen_as<std::int16_t>(source, count, target); break;
    case Element::int32: widen_as<std::int32_t>(source, count, target); break;
    case Element::int64: widen_as<std::int64_t>(source, count, target); break;
    case Element::uint8: widen_as<std::uint8_t>(source, count, target); break;
    case Element::uint16: widen_as<std::uint16_t>(source, count, target); break;
    case Element::uint32: widen_as<std::uint32_t>(source, count, target); break;
    case Element::uint64: widen_as<std::uint64_t>(source, count, target); break;
    case Element::float16: widen_halves(source, count, target); break;
    case Element::float32: widen_as<float>(source, count, target); break;
    case Element::float64: widen_as<double>(source, count, target); break;
  }
}

void swap_bytes(std::byte* values, std::size_t count, std::size_t bytes_per_value) {
  for (std::size_t i = 0; i < count; ++i) {
    std::reverse(values + i * bytes_per_value, values + (i + 1) * bytes_per_value);
  }
}

}  // namespace l21::internal::io
