#include "corruption.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "sets/sets.hpp"

namespace l21::internal::experiments {
namespace {

ImageSet bright(Index count, Index height, Index width) {
  ImageSet set{"bright", height, width, RowMatrix<double>(count, height * width)};
  for (Index i = 0; i < set.pixels.size(); ++i) set.pixels.data()[i] = 100 + static_cast<double>(i % 100);
  return set;
}

TEST(Occluded, OneSquareOfHalfTheWidthInTheRightNumberOfImages) {
  const ImageSet set = bright(40, 11, 9);
  for (const double share : {0.0, 0.1, 0.25, 0.5}) {
    const Trial trial = occluded(set, share, Fill::black, 3);
    EXPECT_EQ(std::count(trial.corrupted.begin(), trial.corrupted.end(), true), std::lround(40 * share));
    EXPECT_EQ(trial.originals, set.pixels);
    for (Index i = 0; i < 40; ++i) {
      const Eigen::Map<const RowMatrix<double>> image(trial.training.row(i).data(), 11, 9);
      const auto black = (image.array() == 0).count();
      EXPECT_EQ(black, trial.corrupted[static_cast<std::size_t>(i)] ? 16 : 0);
      // All of it in one square.
      bool found = black == 0;
      for (Index r = 0; r + 4 <= 11; ++r)
        for (Index c = 0; c + 4 <= 9; ++c) found = found || (image.block(r, c, 4, 4).array() == 0).all();
      EXPECT_TRUE(found);
    }
  }
}

TEST(Occluded, SmallerSharesArePartOfLargerOnesAndSeedsDiffer) {
  const ImageSet set = bright(50, 8, 8);
  const Trial some = occluded(set, 0.1, Fill::noise, 7), more = occluded(set, 0.3, Fill::noise, 7);
  for (Index i = 0; i < 50; ++i)
    EXPECT_TRUE(!some.corrupted[static_cast<std::size_t>(i)] || some.training.row(i) == more.training.row(i)) << i;
  EXPECT_NE(occluded(set, 0.3, Fill::noise, 8).training, more.training);
  EXPECT_EQ(occluded(set, 0.3, Fill::noise, 7).training, more.training);
}

TEST(Occluded, FillsAreWhatTheySay) {
  const ImageSet set = bright(4, 8, 8);
  const auto changed = [&](Fill fill) {
    const Trial trial = occluded(set, 0.25, fill, 1);
    const auto row = std::find(trial.corrupted.begin(), trial.corrupted.end(), true) - trial.corrupted.begin();
    std::vector<double> values;
    for (Index j = 0; j < 64; ++j)
      if (trial.training(row, j) != set.pixels(row, j)) values.push_back(trial.training(row, j));
    return values;
  };
  for (const double value : changed(Fill::white)) EXPECT_EQ(value, 255);
  for (const double value : changed(Fill::mean)) EXPECT_EQ(value, set.pixels.mean());
  const auto noise = changed(Fill::noise);
  EXPECT_GT(*std::max_element(noise.begin(), noise.end()) - *std::min_element(noise.begin(), noise.end()), 50);
}

TEST(NoiseImages, ComeAfterTheSetWithoutRepetition) {
  const ImageSet set = bright(20, 6, 6);
  const ImageSet noise = textures(8, 6, 6);
  const Trial trial = with_noise_images(set, noise, 0.3, 5);
  ASSERT_EQ(trial.training.rows(), 26);
  EXPECT_EQ(trial.training.topRows(20), set.pixels);
  std::vector<Index> used;
  for (Index i = 20; i < 26; ++i)
    for (Index k = 0; k < 8; ++k)
      if (trial.training.row(i) == noise.pixels.row(k)) used.push_back(k);
  std::sort(used.begin(), used.end());
  EXPECT_EQ(used.size(), 6U);
  EXPECT_EQ(std::unique(used.begin(), used.end()), used.end());
  // More than there are: they repeat.
  EXPECT_EQ(with_noise_images(set, noise, 0.9, 5).training.rows(), 38);
}

}  // namespace
}  // namespace l21::internal::experiments
