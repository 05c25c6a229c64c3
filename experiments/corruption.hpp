// Image sets as methods get to see them: some images damaged, or strange ones among them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "image_set.hpp"

namespace l21::internal::experiments {

// What an occluding square is filled with: `noise` draws every pixel anew, `mean` is the mean grey of the set.
enum class Fill { black, white, noise, mean };
[[nodiscard]] std::string_view to_string(Fill fill);
// Throws InvalidArgument for any other word.
[[nodiscard]] Fill parse_fill(const std::string& word);

struct Trial {
  RowMatrix<double> training;   // what methods are fitted to
  RowMatrix<double> originals;  // what the first originals.rows() rows of it should have been
  std::vector<bool> corrupted;  // one per row of training
};

// Throws InvalidArgument unless 0 <= share < 1.
void check_share(double share);

// round(share n) images, each with a randomly placed square of half the image's width. Of one seed, the images of a
// smaller share are among those of a larger one.
[[nodiscard]] Trial occluded(const ImageSet& set, double share, Fill fill, std::uint64_t seed);

// round(share n) images of `noise`, which has the size of `set`, after those of `set`; chosen without repetition as
// long as there are enough.
[[nodiscard]] Trial with_noise_images(const ImageSet& set, const ImageSet& noise, double share, std::uint64_t seed);

}  // namespace l21::internal::experiments
