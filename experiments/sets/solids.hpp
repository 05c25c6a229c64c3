// Solids made of a few parts, as distances to their surface.
#pragma once

#include <span>
#include <vector>

#include "sets/vec3.hpp"

namespace l21::internal::experiments {

enum class Shape { ellipsoid, box, cylinder, cone, torus };
enum class Upright { x, y, z };       // the axis of a cylinder, cone or torus
enum class Joint { add, melt, cut };  // united, united with a soft seam, taken away
enum class Paint { plain, stripes, checks, rings, clouds };

struct Part {
  Shape shape;
  Vec3 at;
  Vec3 size;  // half lengths; cylinder, cone: radius, half height, rounding; torus: radius, radius of the tube
  Upright upright = Upright::y;
  Joint joint = Joint::add;
  double grey = 0.8;
};

struct Solid {
  std::vector<Part> parts;
  Paint paint = Paint::plain;
  double scale = 6;  // of the paint: how often it repeats
};

// What is nearest to a point: how far its surface is (negative inside) and how bright it is.
struct Nearest {
  double distance;
  double grey;
};
[[nodiscard]] Nearest nearest(const Solid& solid, const Vec3& p);

// The brightness that the paint of `solid` has at p, about 1.
[[nodiscard]] double painted(const Solid& solid, const Vec3& p);

// Twenty things one might find on a shelf; each fits in a ball of radius 1.
[[nodiscard]] std::span<const Solid> shelf();

}  // namespace l21::internal::experiments
