// One image file to grey values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "l21/io.hpp"

namespace l21::internal::io {

struct GreyImage {
  ImageSize size;
  std::vector<std::uint8_t> pixels;  // row by row
};

// PGM, PNG, JPEG or BMP, by its content. Colour becomes 0.299 R + 0.587 G + 0.114 B, rounded; 16 bits become 8.
// Throws DataError naming `where`.
[[nodiscard]] GreyImage decode_image(std::span<const std::byte> bytes, const std::string& where);

// PGM alone, plain (P2) or raw (P5); none when the bytes are something else. Values above 255 are scaled by the file's
// largest value, others are kept.
[[nodiscard]] std::optional<GreyImage> decode_pgm(std::span<const std::byte> bytes, const std::string& where);

[[nodiscard]] GreyImage resize_image(const GreyImage& image, ImageSize size);

// More would not be a picture but an attack or an accident.
inline constexpr std::int64_t kMostPixels = std::int64_t{1} << 28;

}  // namespace l21::internal::io
