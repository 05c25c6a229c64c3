#include "compression.hpp"

#include <gtest/gtest.h>

#include "l21/fit.hpp"
#include "reference/reference.hpp"
#include "sets/sets.hpp"

namespace l21::internal::experiments {
namespace {

constexpr int kComponents = 7;

Model fit_in(const Compressed& trial, FitOptions options) {
  options.components = kComponents;
  return fit(rows_of(trial.training), in_coordinates(options, trial));
}

// A fit in coordinates, lifted, is the fit in pixels; its e(m) is that of the reference formula on the lifted model.
void expect_same(const ImageSet& set, const Trial& trial, FitOptions options) {
  options.tolerance = 1e-10;
  const Compressed coordinates = compressed(trial, options.center, 0);
  const Compressed pixels = uncompressed(trial, set);
  const Model inside = fit_in(coordinates, options);
  const Model model = lifted(inside, coordinates, options, set);
  const Model direct = fit_in(pixels, options);
  EXPECT_LT(
      reference::projector_difference(model.linear().components.transpose(), direct.linear().components.transpose()),
      1e-6);
  EXPECT_LT((model.linear().center - direct.linear().center).norm(), 1e-8 * direct.linear().center.norm() + 1e-8);
  EXPECT_NEAR(model.orthogonal_cutoff, direct.orthogonal_cutoff, 1e-6 * direct.orthogonal_cutoff);
  const double error = reference::reconstruction_error(trial.originals, trial.training.topRows(trial.originals.rows()),
                                                       model.linear().components.transpose(), model.linear().center);
  EXPECT_NEAR(reconstruction_error(inside, coordinates, 0), error, 1e-10 * error);
  EXPECT_NEAR(reconstruction_error(direct, pixels, 0), error, 1e-7 * error);
  // Components have the sign they would have had, so pictures do not flip.
  for (Index j = 0; j < kComponents; ++j)
    EXPECT_GT(model.linear().components.row(j).dot(direct.linear().components.row(j)), 0.99);
}

TEST(Compression, AFitInCoordinatesIsTheFitInPixels) {
  const ImageSet set = downsampled(faces(50), 2);
  const Trial trial = occluded(set, 0.2, Fill::black, 1);
  for (const Center center : {Center::mean, Center::median, Center::geometric_median, Center::none}) {
    FitOptions options;
    options.center = center;
    expect_same(set, trial, options);
  }
  for (const Method method : {Method::pca, Method::r1}) {
    FitOptions options;
    options.method = method;
    expect_same(set, trial, options);
  }
}

TEST(Compression, MoreImagesThanPixelsStayAsTheyAre) {
  const ImageSet set = downsampled(faces(90), 7);  // 8 x 6 pixels
  const Trial trial = with_noise_images(set, textures(9, set.height, set.width), 0.1, 2);
  EXPECT_EQ(compressed(trial, Center::mean, 0).basis.size(), 0);
  expect_same(set, trial, {});
}

TEST(Compression, HugeAndTinyValuesHaveErrorsToo) {
  const ImageSet set = downsampled(faces(30), 4);
  const Trial trial = occluded(set, 0.2, Fill::black, 1);
  const double error =
      reconstruction_error(fit_in(compressed(trial, Center::mean, 0), {}), compressed(trial, Center::mean, 0), 0);
  for (const double scale : {0x1p900, 0x1p-700}) {
    Trial scaled = trial;
    scaled.training *= scale;
    scaled.originals *= scale;
    const Compressed coordinates = compressed(scaled, Center::mean, 0);
    EXPECT_NEAR(reconstruction_error(fit_in(coordinates, {}), coordinates, 0) / scale, error, 1e-6 * error);
  }
}

TEST(Compression, RoundingIsNoError) {
  const Trial trial = occluded(downsampled(faces(12), 4), 0, Fill::black, 1);
  const Compressed coordinates = compressed(trial, Center::mean, 0);
  FitOptions options;
  options.components = 12;
  EXPECT_EQ(reconstruction_error(fit(rows_of(coordinates.training), options), coordinates, 0), 0);
}

TEST(Compression, NoiseImagesDoNotEnterTheError) {
  const ImageSet set = downsampled(faces(30), 2);
  const Trial trial = with_noise_images(set, textures(20, set.height, set.width), 0.5, 2);
  expect_same(set, trial, {});
}

}  // namespace
}  // namespace l21::internal::experiments
