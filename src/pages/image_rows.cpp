#include "pages/image_rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/table/element.hpp"

namespace l21::internal::pages {
namespace {

double value_at(const RowsView& rows, Index i, Index j) {
  return io::with_scalar(rows.storage, [&](auto zero) {
    return static_cast<double>(
        static_cast<const decltype(zero)*>(rows.data)[i * rows.row_stride + j * rows.col_stride]);
  });
}

}  // namespace

std::vector<Index> evenly_spread(Index count, Index total) {
  std::vector<Index> chosen;
  for (Index k = 0; k < std::min(count, total); ++k) chosen.push_back(k * total / std::min(count, total));
  return chosen;
}

RowMatrix<double> rows_at(const RowsView& rows, const std::vector<Index>& which) {
  RowMatrix<double> copy(static_cast<Index>(which.size()), rows.cols);
  for (Index i = 0; i < copy.rows(); ++i)
    for (Index j = 0; j < rows.cols; ++j) copy(i, j) = value_at(rows, which[static_cast<std::size_t>(i)], j);
  return copy;
}

GreyRange grey_range(const RowMatrix<double>& rows) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const double value : rows.reshaped())
    if (std::isfinite(value)) least = std::min(least, value), most = std::max(most, value);
  if (least > most) return {};
  if (least >= 0 && most <= 255 && most > 127) return {};
  return {least, most};
}

PictureRow picture_row(std::string name, const RowMatrix<double>& images, ImageShape shape, GreyRange range) {
  PictureRow row{std::move(name), {}};
  for (Index i = 0; i < images.rows(); ++i) {
    row.pictures.push_back(picture_of(images.row(i).transpose(), shape.height, shape.width, range.black, range.white));
    row.pictures.back().description = row.name;
  }
  return row;
}

PictureRow eigen_images(std::string name, const LinearSubspace& subspace, ImageShape shape, Index count) {
  const GreyRange range = grey_range(subspace.center.transpose());
  PictureRow row = picture_row(name + ", center", subspace.center.transpose(), shape, range);
  for (Index j = 0; j < std::min(count, subspace.components.rows()); ++j) {
    row.pictures.push_back(picture_about_zero(subspace.components.row(j).transpose(), shape.height, shape.width));
    row.pictures.back().description = fmt::format("{}, component {}", name, j + 1);
  }
  row.name = std::move(name);
  return row;
}

}  // namespace l21::internal::pages
