#include "image_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "l21/error.hpp"
#include "pages/image_rows.hpp"

namespace l21::internal::experiments {
namespace {

// Weights that turn `from` pixels of one side into `to`: a triangle as wide as the coarser of the two grids.
Matrix<double> resampling(Index from, Index to) {
  Matrix<double> weights = Matrix<double>::Zero(to, from);
  const double ratio = static_cast<double>(from) / static_cast<double>(to);
  const double reach = std::max(1.0, ratio);
  for (Index i = 0; i < to; ++i) {
    const double middle = (static_cast<double>(i) + 0.5) * ratio - 0.5;
    for (Index j = 0; j < from; ++j)
      weights(i, j) = std::max(0.0, 1 - std::abs(static_cast<double>(j) - middle) / reach);
    weights.row(i) /= weights.row(i).sum();
  }
  return weights;
}

// One image after the other through rows <- A image B^T.
ImageSet transformed(const ImageSet& set, const Matrix<double>& A, const Matrix<double>& B) {
  ImageSet result{set.name, A.rows(), B.rows(), {}};
  result.pixels.resize(set.count(), result.height * result.width);
  for (Index i = 0; i < set.count(); ++i) {
    const Eigen::Map<const RowMatrix<double>> image(set.pixels.row(i).data(), set.height, set.width);
    Eigen::Map<RowMatrix<double>>(result.pixels.row(i).data(), result.height, result.width) = A * image * B.transpose();
  }
  return result;
}

// Means of `factor` neighbours.
Matrix<double> averaging(Index from, Index factor) {
  Matrix<double> weights = Matrix<double>::Zero(from / factor, from);
  for (Index i = 0; i < weights.rows(); ++i)
    weights.row(i).segment(i * factor, factor).setConstant(1.0 / static_cast<double>(factor));
  return weights;
}

}  // namespace

ImageSet images_of(const Table& table, std::string name, const std::vector<Index>& shape) {
  const std::vector<Index>& known = table.sample_shape.size() == 2 ? table.sample_shape : shape;
  if (table.sparse) throw DataError(fmt::format("{}: images cannot be sparse", name));
  if (known.size() != 2)
    throw DataError(fmt::format("{}: rows of {} values do not say how high and wide an image is; give --shape HxW",
                                name, table.view.cols));
  if (known[0] * known[1] != table.view.cols)
    throw DataError(fmt::format("{}: rows have {} values, which is not {} x {} (--shape)", name, table.view.cols,
                                known[0], known[1]));
  if (table.view.rows < 2)
    throw DataError(fmt::format("{}: has {} images, at least 2 are needed", name, table.view.rows));
  ImageSet set{std::move(name), known[0], known[1],
               pages::rows_at(table.view, pages::evenly_spread(table.view.rows, table.view.rows))};
  for (Index i = 0; i < set.pixels.size(); ++i)
    if (!std::isfinite(set.pixels.data()[i]))
      throw DataError(fmt::format("{}: image {}, value {}: not a finite number", set.name, i / set.pixels.cols() + 1,
                                  i % set.pixels.cols() + 1));
  return set;
}

ImageSet downsampled(const ImageSet& set, Index factor) {
  if (factor == 1) return set;
  if (factor < 1 || factor > std::min(set.height, set.width))
    throw InvalidArgument(fmt::format("--downsample must satisfy 1 <= N <= {} for images of {} x {}, got {}",
                                      std::min(set.height, set.width), set.height, set.width, factor));
  return transformed(set, averaging(set.height, factor), averaging(set.width, factor));
}

ImageSet resized(const ImageSet& set, Index height, Index width) {
  if (set.height == height && set.width == width) return set;
  return transformed(set, resampling(set.height, height), resampling(set.width, width));
}

ImageSet spread_over(const ImageSet& set, Index count) {
  if (count >= set.count()) return set;
  ImageSet some{set.name, set.height, set.width, RowMatrix<double>(count, set.pixels.cols())};
  const auto chosen = pages::evenly_spread(count, set.count());
  for (Index i = 0; i < count; ++i) some.pixels.row(i) = set.pixels.row(chosen[static_cast<std::size_t>(i)]);
  return some;
}

}  // namespace l21::internal::experiments
