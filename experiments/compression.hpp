// A trial in the coordinates of the space that its rows span: what every rotation invariant fit needs, and no more.
#pragma once

#include "corruption.hpp"
#include "l21/model.hpp"

namespace l21::internal::experiments {

struct Compressed {
  RowMatrix<double> training, originals;  // coordinates about `origin`
  Vector<double> outside;                 // of each original, the length of what the coordinates do not have
  Matrix<double> basis;                   // d x r, orthonormal; empty: coordinates are pixels minus origin
  Vector<double> origin;                  // d
  std::vector<Index> sample_shape{};      // of pixels as they are: height and width
};

// About the mean, or what `center` finds in pixels only (median, none). One QR of the training rows where they are
// fewer than the pixels.
[[nodiscard]] Compressed compressed(const Trial& trial, Center center, int threads);
// Pixels as they are, for methods that depend on the axes.
[[nodiscard]] Compressed uncompressed(const Trial& trial, const ImageSet& set);

// The options for fitting `asked` to the coordinates.
[[nodiscard]] FitOptions in_coordinates(FitOptions asked, const Compressed& trial);
// The same model in pixels.
[[nodiscard]] Model lifted(Model model, const Compressed& trial, const FitOptions& asked, const ImageSet& set);

// e(m) = mean || (x_original - c) - W W^T (x - c) ||, c the fitted center; `model` is in coordinates. Of a model that
// leaves damaged cells out, W t takes the place of W W^T (x - c).
[[nodiscard]] double reconstruction_error(const Model& model, const Compressed& trial, int threads);

}  // namespace l21::internal::experiments
