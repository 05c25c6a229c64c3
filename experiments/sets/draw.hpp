// Sets whose images are drawn one by one.
#pragma once

#include <functional>

#include "image_set.hpp"
#include "linalg/parallel.hpp"

namespace l21::experiments {

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

}  // namespace l21::experiments
