// Sets whose images are drawn one by one.
#pragma once

#include <fmt/core.h>

#include <functional>

#include "image_set.hpp"
#include "l21/error.hpp"
#include "linalg/parallel.hpp"

namespace l21::internal::experiments {

// `count` images, each filled by draw(number of the image, pixels row by row); which thread draws which changes
// nothing.
inline ImageSet drawn(std::string name, Index count, Index height, Index width, int threads,
                      const std::function<void(Index, Eigen::Ref<Vector<double>>)>& draw) {
  ImageSet set{std::move(name), height, width, RowMatrix<double>(count, height * width)};
  parallel_for(resolve_threads(threads), count, [&](Index i, int) {
    Vector<double> pixels(height * width);
    draw(i, pixels);
    set.pixels.row(i) = pixels.transpose();
  });
  return set;
}

// `count` of a set that has `most` images, spread evenly over it. Throws InvalidArgument for another number.
inline ImageSet drawn_of(Index most, std::string name, Index count, Index height, Index width, int threads,
                         const std::function<void(Index, Eigen::Ref<Vector<double>>)>& draw) {
  if (count < 2 || count > most)
    throw InvalidArgument(fmt::format("the {} are 2 to {} images, got {}", name, most, count));
  return drawn(std::move(name), count, height, width, threads,
               [&](Index i, Eigen::Ref<Vector<double>> pixels) { draw(i * most / count, pixels); });
}

}  // namespace l21::internal::experiments
