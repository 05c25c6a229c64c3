#include "io/images/image_decode.hpp"

#include <cstdlib>
#include <limits>
#include <memory>
#include <new>

#include "io/images/image_check.hpp"
#include "io/table/fail.hpp"

// stb_image up to 2.27 looks up the code words of a damaged JPEG as far as 64 KiB before or behind their table: a code
// of up to 16 bits plus an offset of as many. With this much around every block it reads zeros there, not what belongs
// to others.
namespace {
constexpr std::size_t kPadding = std::size_t{128} << 10;

void* padded_malloc(std::size_t size) {
  auto* block = static_cast<char*>(std::calloc(1, size + 2 * kPadding));
  return block == nullptr ? nullptr : block + kPadding;
}
void padded_free(void* data) {
  if (data != nullptr) std::free(static_cast<char*>(data) - kPadding);
}
void* padded_realloc(void* data, std::size_t size) {
  if (data == nullptr) return padded_malloc(size);
  auto* block = static_cast<char*>(std::realloc(static_cast<char*>(data) - kPadding, size + 2 * kPadding));
  return block == nullptr ? nullptr : block + kPadding;
}
}  // namespace

#define STBI_MALLOC(size) padded_malloc(size)
#define STBI_REALLOC(data, size) padded_realloc(data, size)
#define STBI_FREE(data) padded_free(data)
#define STBI_ASSERT(condition) ((void)0)  // a damaged image is no reason to abort
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 65535
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_RESIZE_STATIC
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wsign-compare"
#endif
#include <stb_image.h>
#include <stb_image_resize.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace l21::internal::io {
namespace {

// Deflate expands at most 1032 times, and a byte of PNG holds at most 8 pixels; JPEG cannot pack as tightly.
constexpr std::int64_t kMostPixelsPerByte = std::int64_t{8} * 1032;

// 0.299 R + 0.587 G + 0.114 B in thousandths, rounded to nearest.
std::uint8_t grey(const stbi_uc* rgb) {
  return static_cast<std::uint8_t>((299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000);
}

}  // namespace

GreyImage decode_image(std::span<const std::byte> bytes, const std::string& where) {
  if (auto image = decode_pgm(bytes, where)) return *std::move(image);
  if (!png_chunks_fit(bytes)) data_error("{}: cannot be decoded as an image: it is cut off", where);
  if (!jpeg_tables_fit(bytes)) data_error("{}: cannot be decoded as an image: its code tables are damaged", where);
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    data_error("{}: the image file is larger than 2 GiB", where);
  }
  const int length = static_cast<int>(bytes.size());
  int width = 0;
  int height = 0;
  int channels = 0;
  if (length == 0 || stbi_info_from_memory(data, length, &width, &height, &channels) == 0) {
    data_error("{}: cannot be decoded as an image: {}", where,
               length == 0 ? "the file is empty" : stbi_failure_reason());
  }
  const std::int64_t pixels = static_cast<std::int64_t>(width) * height;
  if (pixels < 1 || pixels > kMostPixels || pixels / kMostPixelsPerByte > length) {
    data_error("{}: an image of {} x {} pixels cannot be in a file of {} bytes", where, width, height, length);
  }
  const std::unique_ptr<stbi_uc, void (*)(void*)> decoded(
      stbi_load_from_memory(data, length, &width, &height, &channels, 0), stbi_image_free);
  if (!decoded) data_error("{}: cannot be decoded as an image: {}", where, stbi_failure_reason());

  GreyImage image{{width, height}, std::vector<std::uint8_t>(static_cast<std::size_t>(pixels))};
  const bool colour = channels >= 3;  // 1: grey, 2: grey and alpha, 3 and 4: colour
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const stbi_uc* pixel = decoded.get() + i * static_cast<std::size_t>(channels);
    image.pixels[i] = colour ? grey(pixel) : pixel[0];
  }
  return image;
}

GreyImage resize_image(const GreyImage& image, ImageSize size) {
  const auto pixels = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
  GreyImage resized{size, std::vector<std::uint8_t>(pixels)};
  if (stbir_resize_uint8(image.pixels.data(), image.size.width, image.size.height, 0, resized.pixels.data(), size.width,
                         size.height, 0, 1) == 0) {
    throw std::bad_alloc();
  }
  return resized;
}

}  // namespace l21::internal::io
