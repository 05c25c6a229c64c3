// Images of every kind.
#include "fuzz.hpp"
#include "io/images/image_decode.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace l21;
  using namespace l21::internal;
  fuzz::expect_answer([&] {
    const io::GreyImage image = io::decode_image(fuzz::as_bytes(data, size), "fuzz");
    const auto pixels = static_cast<std::size_t>(image.size.width) * static_cast<std::size_t>(image.size.height);
    fuzz::require(pixels > 0 && image.pixels.size() == pixels);
  });
  return 0;
}
