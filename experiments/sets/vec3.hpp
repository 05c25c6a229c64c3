// Points in space, for drawing.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace l21::internal::experiments {

using Vec3 = Eigen::Vector3d;

// 0 below a, 1 above b, smooth in between.
[[nodiscard]] inline double smooth_step(double a, double b, double x) {
  const double t = std::clamp((x - a) / (b - a), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

// std::hypot guards against overflow, which takes longer than all else here.
[[nodiscard]] inline double length(double x, double y) {
  return std::sqrt(x * x + y * y);
}

[[nodiscard]] inline double mix(double a, double b, double share) {
  return a + (b - a) * share;
}

// A bump of height 1 at 0.
[[nodiscard]] inline double bump(double x, double y) {
  return std::exp(-x * x - y * y);
}

}  // namespace l21::internal::experiments
