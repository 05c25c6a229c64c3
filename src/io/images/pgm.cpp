#include <algorithm>
#include <cctype>
#include <string_view>

#include "io/images/image_decode.hpp"
#include "io/table/fail.hpp"

namespace l21::internal::io {
namespace {

class PgmReader {
 public:
  PgmReader(std::string_view text, const std::string& where) : rest_(text), where_(where) {}

  // The next number, behind blanks and comments that run from # to the end of the line.
  int number() {
    for (;;) {
      while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_[0])) != 0) rest_.remove_prefix(1);
      if (!rest_.starts_with('#')) break;
      rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
    }
    int value = -1;
    while (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_[0])) != 0) {
      value = std::min(std::max(value, 0) * 10 + (rest_[0] - '0'), 1 << 24);
      rest_.remove_prefix(1);
    }
    if (value < 0) data_error("{}: the PGM image is damaged: a number was expected near '{}'", where_, shown(rest_));
    return value;
  }
  // Behind the one blank that ends the header.
  [[nodiscard]] std::string_view raw_data() const { return rest_.substr(std::min<std::size_t>(1, rest_.size())); }
  [[nodiscard]] std::size_t remaining() const { return rest_.size(); }

 private:
  std::string_view rest_;
  const std::string& where_;
};

std::uint8_t to_eight_bits(int value, int largest) {
  value = std::min(value, largest);
  return static_cast<std::uint8_t>(largest <= 255 ? value : (value * 255LL + largest / 2) / largest);
}

}  // namespace

std::optional<GreyImage> decode_pgm(std::span<const std::byte> bytes, const std::string& where) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const bool plain = text.starts_with("P2");
  if (!plain && !text.starts_with("P5")) return std::nullopt;
  PgmReader reader(text.substr(2), where);
  GreyImage image;
  image.size.width = reader.number();
  image.size.height = reader.number();
  const int largest = reader.number();
  const auto pixels = static_cast<std::int64_t>(image.size.width) * image.size.height;
  if (pixels < 1 || pixels > kMostPixels || largest < 1 || largest > 65535) {
    data_error("{}: the PGM image is damaged: {} x {} pixels up to {}", where, image.size.width, image.size.height,
               largest);
  }
  const auto count = static_cast<std::size_t>(pixels);
  const std::size_t width = largest > 255 ? 2 : 1;  // bytes of a raw pixel
  const std::size_t needed = plain ? count : count * width;
  if (needed > (plain ? reader.remaining() : reader.raw_data().size()))
    data_error("{}: the PGM image is cut off", where);
  image.pixels.resize(count);
  const std::string_view data = reader.raw_data();
  for (std::size_t i = 0; i < count; ++i) {
    int value = 0;
    if (plain) {
      value = reader.number();
    } else {
      for (std::size_t b = 0; b < width; ++b) value = value << 8 | static_cast<unsigned char>(data[i * width + b]);
    }
    image.pixels[i] = to_eight_bits(value, largest);
  }
  return image;
}

}  // namespace l21::internal::io
