#include "pages/picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "l21/error.hpp"
#include "pages/markup.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace l21::internal::pages {

Picture picture_of(const Eigen::Ref<const Vector<double>>& values, Index height, Index width, double black,
                   double white) {
  Picture picture{height, width, std::vector<std::uint8_t>(static_cast<std::size_t>(values.size())), {}};
  const double scale = white > black ? 255 / (white - black) : 0;
  for (Index i = 0; i < values.size(); ++i) {
    const double grey = scale * (values[i] - black);
    picture.pixels[static_cast<std::size_t>(i)] =
        grey > 0 ? static_cast<std::uint8_t>(std::lround(std::min(grey, 255.0))) : std::uint8_t{0};
  }
  return picture;
}

Picture picture_about_zero(const Eigen::Ref<const Vector<double>>& values, Index height, Index width) {
  const double largest = values.size() > 0 ? values.cwiseAbs().maxCoeff() : 0.0;
  const double span = largest > 0 ? largest : 1.0;
  return picture_of(values, height, width, -span, span);
}

Picture picture_of_signs(const Eigen::Ref<const Vector<double>>& values, Index height, Index width, double most) {
  constexpr double kWhite = 255;
  constexpr std::array<double, 3> kRed{178, 24, 43}, kBlue{33, 102, 172};
  Picture picture{height, width, {}, {}, 3};
  for (const double value : values) {
    const auto& full = value > 0 ? kRed : kBlue;
    const double share = std::min(std::abs(value) / most, 1.0);
    for (const double channel : full)
      picture.pixels.push_back(static_cast<std::uint8_t>(std::lround(kWhite + share * (channel - kWhite))));
  }
  return picture;
}

std::string data_address(const Picture& picture) {
  std::vector<std::byte> png;
  const auto append = [](void* context, void* data, int size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    auto& all = *static_cast<std::vector<std::byte>*>(context);
    all.insert(all.end(), bytes, bytes + size);
  };
  const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  if (stbi_write_png_to_func(append, &png, width, height, picture.channels, picture.pixels.data(),
                             width * picture.channels) == 0)
    throw DataError("not enough memory for a picture of the report");
  return "data:image/png;base64," + base64(png);
}

}  // namespace l21::internal::pages
