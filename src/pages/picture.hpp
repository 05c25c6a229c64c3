// Small images inside a page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "l21/types.hpp"

namespace l21::internal::pages {

struct Picture {
  Index height = 0, width = 0;
  std::vector<std::uint8_t> pixels;  // row by row, `channels` each
  std::string description;           // what it shows, for those who cannot see it
  int channels = 1;                  // 1: grey, 3: red, green, blue
};

// Values from `black` to `white`, cut off beyond them; row-major. NaN is black.
[[nodiscard]] Picture picture_of(const Eigen::Ref<const Vector<double>>& values, Index height, Index width,
                                 double black, double white);
// Values of either sign: 0 is mid-grey, the largest |value| black or white.
[[nodiscard]] Picture picture_about_zero(const Eigen::Ref<const Vector<double>>& values, Index height, Index width);

// In colour: 0 is white, above it red, below it blue, the fuller the farther, up to `most`.
[[nodiscard]] Picture picture_of_signs(const Eigen::Ref<const Vector<double>>& values, Index height, Index width,
                                       double most);

// The picture as the source of an <img>: data:image/png;base64,...
[[nodiscard]] std::string data_address(const Picture& picture);

}  // namespace l21::internal::pages
