#include <numbers>

#include "sets/draw.hpp"
#include "sets/sets.hpp"
#include "sets/solids.hpp"

namespace l21::internal::experiments {
namespace {

constexpr Index kSide = 64, kAngles = 72;

// Where the light comes from: the camera's left, above and behind it.
const Vec3 kLamp = Vec3(-0.45, 0.65, 0.62).normalized();

// A solid on the turntable as the camera, 20 degrees above it, sees it.
class Turntable {
 public:
  Turntable(const Solid& solid, double turn) : solid_(solid) {
    const double tilt = 20 * std::numbers::pi / 180;
    const Eigen::AngleAxisd camera(-tilt, Vec3::UnitX()), table(turn, Vec3::UnitY());
    to_solid_ = (table * camera).toRotationMatrix();
  }
  // The grey value, 0 to 1, that the ray through (x, y) brings home.
  [[nodiscard]] double grey(double x, double y) const {
    constexpr double kPixel = 2.0 / kSide;
    double z = 1.2, closest = 1e9, edge = 0;
    for (int step = 0; step < 64 && z > -1.2; ++step) {
      const double d = at({x, y, z}).distance;
      if (d < 1e-3) return shaded({x, y, z});
      if (d < closest) closest = d, edge = z;
      z -= 0.9 * d;
    }
    // Rays that pass within a pixel see a part of the edge, so that outlines are smooth.
    const double cover = 1 - closest / (0.7 * kPixel);
    return cover > 0 ? cover * shaded({x, y, edge}) : 0;
  }

 private:
  [[nodiscard]] Nearest at(const Vec3& p) const { return nearest(solid_, to_solid_ * p); }
  [[nodiscard]] Vec3 normal(const Vec3& p) const {
    constexpr double h = 2e-3;
    Vec3 n;
    for (int k = 0; k < 3; ++k) n[k] = at(p + h * Vec3::Unit(k)).distance - at(p - h * Vec3::Unit(k)).distance;
    return n.normalized();
  }
  [[nodiscard]] double shaded(const Vec3& p) const {
    const Vec3 n = normal(p);
    const double diffuse = std::max(0.0, n.dot(kLamp));
    const double gloss = std::pow(std::max(0.0, n.dot((kLamp + Vec3::UnitZ()).normalized())), 40);
    const double colour = at(p).grey * painted(solid_, to_solid_ * p);
    return std::min(1.0, colour * (0.22 + 0.78 * diffuse) + 0.18 * gloss);
  }

  const Solid& solid_;
  Eigen::Matrix3d to_solid_;
};

void render(const Solid& solid, Index angle, Eigen::Ref<Vector<double>> image) {
  const Turntable turntable(solid, 2 * std::numbers::pi * static_cast<double>(angle) / kAngles);
  for (Index row = 0; row < kSide; ++row)
    for (Index col = 0; col < kSide; ++col) {
      const auto at = [](Index i) { return 1.02 * ((2 * static_cast<double>(i) + 1) / kSide - 1); };
      image[row * kSide + col] = std::round(255 * turntable.grey(at(col), -at(row)));
    }
}

}  // namespace

ImageSet objects(Index count, int threads) {
  return drawn_of(kMostObjects, "objects", count, kSide, kSide, threads,
                  [](Index image, Eigen::Ref<Vector<double>> pixels) {
                    render(shelf()[static_cast<std::size_t>(image / kAngles)], image % kAngles, pixels);
                  });
}

}  // namespace l21::internal::experiments
