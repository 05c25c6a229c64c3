// Images of one size, one a row.
#pragma once

#include <string>

#include "l21/table.hpp"
#include "l21/types.hpp"

namespace l21::internal::experiments {

struct ImageSet {
  std::string name;
  Index height = 0, width = 0;
  RowMatrix<double> pixels{};  // grey values, usually 0 to 255

  [[nodiscard]] Index count() const { return pixels.rows(); }
};

// Images out of a table that knows their shape; else they have `shape` {height, width}. Throws DataError for a table
// without one, sparse tables, fewer than two images and what is not finite.
[[nodiscard]] ImageSet images_of(const Table& table, std::string name, const std::vector<Index>& shape);

// Every square of factor x factor pixels becomes its mean; what is left over at the right and below is cut off.
// Throws InvalidArgument when nothing would be left.
[[nodiscard]] ImageSet downsampled(const ImageSet& set, Index factor);

// Brought to another size: pixels are means over the area they cover (smaller) or interpolated (larger).
[[nodiscard]] ImageSet resized(const ImageSet& set, Index height, Index width);

// `count` images spread evenly over the set.
[[nodiscard]] ImageSet spread_over(const ImageSet& set, Index count);

}  // namespace l21::internal::experiments
