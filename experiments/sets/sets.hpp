// Image sets that are made, not loaded: the same pixels on every run. Fewer than all are spread evenly over all.
#pragma once

#include "image_set.hpp"

namespace l21::internal::experiments {

inline constexpr Index kMostObjects = 1440, kMostFaces = 400;
// As many noise images as experiments need.
inline constexpr Index kTextures = 600;

// 20 solids, each on a turntable at 72 angles, shaded, before black; 64 x 64.
[[nodiscard]] ImageSet objects(Index count = kMostObjects, int threads = 0);

// 40 people, 10 images each, that differ in pose, light and expression; 56 x 46.
[[nodiscard]] ImageSet faces(Index count = kMostFaces, int threads = 0);

// Surfaces of many directions and scales: images that belong to neither of the above. Any number and size.
[[nodiscard]] ImageSet textures(Index count, Index height, Index width, int threads = 0);

}  // namespace l21::internal::experiments
