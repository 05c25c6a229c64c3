// A folder of images as a table: one image per row.
#pragma once

#include <string>
#include <string_view>

#include "l21/io.hpp"

namespace l21::internal::io {

// All .pgm, .png, .jpg, .jpeg and .bmp files below `folder`, in natural order of their relative names; hidden files and
// folders are left out.
[[nodiscard]] Table read_image_folder(const std::string& folder, const ReadOptions& options);

// Whether a comes before b when runs of digits count as numbers: "s2/9.pgm" before "s10/1.pgm".
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

}  // namespace l21::internal::io
