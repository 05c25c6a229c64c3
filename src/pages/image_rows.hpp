// Rows that are images, shown as pictures.
#pragma once

#include <vector>

#include "l21/model.hpp"
#include "pages/page.hpp"

namespace l21::internal::pages {

// At most `count` of 0 .. total - 1.
[[nodiscard]] std::vector<Index> evenly_spread(Index count, Index total);

// A few rows copied out of a table, as numbers. Dense rows only.
[[nodiscard]] RowMatrix<double> rows_at(const RowsView& rows, const std::vector<Index>& which);

// Which values are black and white for all images of a set.
struct GreyRange {
  double black = 0, white = 255;
};
// 0 to 255 where values lie in it and fill at least half of it; else from the smallest to the largest.
[[nodiscard]] GreyRange grey_range(const RowMatrix<double>& rows);

struct ImageShape {
  Index height = 0, width = 0;
};

[[nodiscard]] PictureRow picture_row(std::string name, const RowMatrix<double>& images, ImageShape shape,
                                     GreyRange range);
// The center and the first components.
[[nodiscard]] PictureRow eigen_images(std::string name, const LinearSubspace& subspace, ImageShape shape, Index count);

}  // namespace l21::internal::pages
