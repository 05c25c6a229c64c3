// Small grey images inside a page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "l21/types.hpp"

namespace l21::internal::pages {

struct Picture {
  Index height = 0, width = 0;
  std::vector<std::uint8_t> pixels;  // row by row
  std::string description;           // what it shows, for those who cannot see it
};

// Values from `black` to `white`, cut off beyond them; row-major. NaN is black.
[[nodiscard]] Picture picture_of(const Eigen::Ref<const Vector<double>>& values, Index height, Index width,
                                 double black, double white);
// Values of either sign: 0 is mid-grey, the largest |value| black or white.
[[nodiscard]] Picture picture_about_zero(const Eigen::Ref<const Vector<double>>& values, Index height, Index width);

// The picture as the source of an <img>: data:image/png;base64,...
[[nodiscard]] std::string data_address(const Picture& picture);

}  // namespace l21::internal::pages
