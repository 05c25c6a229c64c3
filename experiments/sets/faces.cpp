#include "sets/draw.hpp"
#include "sets/person.hpp"
#include "sets/sets.hpp"
#include "sets/vec3.hpp"

namespace l21::internal::experiments {
namespace {

constexpr Index kHeight = 56, kWidth = 46, kPictures = 10;  // of each person

// The face as a map over the front of the head: `across` to its left and right, `up` from its middle.
class FaceMap {
 public:
  FaceMap(const Person& person, const Sitting& sitting) : person_(person), sitting_(sitting) {}

  // How bright the surface is, 0 to 1.
  [[nodiscard]] double grey(double across, double up) const {
    double grey = person_.skin;
    for (const Spot& spot : person_.spots)
      grey += spot.grey * bump((across - spot.across) / spot.reach, (up - spot.up) / spot.reach);
    grey = mix(grey, person_.hair + 0.1, person_.beard * beard(across, up));
    grey = mix(grey, grey * person_.lips, lips(across, up));
    grey *= 1 - 0.55 * bump(across / (0.8 * person_.mouth_width), (up - mouth_line(across)) / 0.018);
    grey = mix(grey, 0.1, sitting_.open_mouth * mouth_opening(across, up));
    for (const double side : {-1.0, 1.0}) grey = eye(grey, across - side * person_.eye_apart, up, side);
    const double streaks = 0.05 * std::sin(38 * across + 5 * up);
    return mix(grey, person_.hair + streaks, hair(across, up));
  }
  // How far the surface stands out from the head.
  [[nodiscard]] double relief(double across, double up) const {
    const Person& p = person_;
    const double bridge = up + 0.5 * p.nose_length - 0.08;
    double height = 0.13 * bump(across / (p.nose_width * (0.7 - bridge)), bridge / (0.75 * p.nose_length));
    height += 0.03 * bump(across / p.mouth_width, (up + p.mouth_height) / 0.07);
    height += 0.04 * bump(across / 0.16, (up + 0.68) / 0.12);
    for (const double side : {-1.0, 1.0}) {
      height -= 0.06 * bump((across - side * p.eye_apart) / 0.14, (up - 0.1) / 0.1);
      height += 0.03 * bump((across - side * p.eye_apart) / 0.17, (up - p.brow_height) / 0.05);
      height += (0.03 + 0.02 * sitting_.smile) * bump((across - side * 0.3) / 0.13, (up + 0.2) / 0.14);
    }
    for (const Spot& spot : p.spots)
      height += spot.height * bump((across - spot.across) / spot.reach, (up - spot.up) / spot.reach);
    return height;
  }

 private:
  [[nodiscard]] double eye(double skin, double across, double up, double side) const {
    const Person& p = person_;
    const double y = up - 0.1, open = std::max(0.012, 0.5 * p.eye_size * sitting_.open_eyes);
    const double inside = smooth_step(1.15, 0.85, length(across / p.eye_size, y / open));
    const double iris = smooth_step(1.2, 0.8, length(across, y) / (0.45 * p.eye_size));
    double grey = mix(skin, mix(0.85, p.iris, iris), inside);
    grey *= 1 - 0.5 * bump(across / p.eye_size, (y - open) / 0.025);  // lashes
    const double brow = bump(across / p.brow_width, (up - p.brow_height - 0.03 * side * across) / 0.028);
    grey = mix(grey, grey * (1 - p.brow_dark), std::min(1.0, 1.2 * brow));
    const double rim = std::abs(length(across / 0.165, y / 0.12) - 1);
    return mix(grey, 0.15, p.glasses * smooth_step(0.2, 0.06, rim));
  }
  [[nodiscard]] double mouth_line(double across) const {
    return -person_.mouth_height + 0.9 * sitting_.smile * across * across;
  }
  [[nodiscard]] double lips(double across, double up) const {
    const double wide = person_.mouth_width * (1 + 0.15 * sitting_.smile);
    return smooth_step(1.2, 0.7,
                       length(across / wide, (up - mouth_line(across)) / (0.06 + 0.05 * sitting_.open_mouth)));
  }
  [[nodiscard]] double mouth_opening(double across, double up) const {
    return smooth_step(1.2, 0.7, length(across / (0.8 * person_.mouth_width), (up - mouth_line(across)) / 0.05));
  }
  [[nodiscard]] double beard(double across, double up) const {
    return smooth_step(-0.22, -0.34, up - 0.5 * across * across) * (1 - 0.9 * lips(across, up));
  }
  [[nodiscard]] double hair(double across, double up) const {
    const double top = smooth_step(-0.04, 0.04, up - person_.hairline + 0.5 * across * across);
    const double beside = smooth_step(-0.04, 0.05, std::abs(across) - person_.sides - 0.25 * std::max(0.0, -up));
    return std::max(top, beside * smooth_step(-0.55, -0.3, up));
  }

  const Person& person_;
  const Sitting& sitting_;
};

// The head is an ellipsoid whose lower half narrows to the jaw; the face is laid around it.
class Portrait {
 public:
  Portrait(const Person& person, const Sitting& sitting) : person_(person), sitting_(sitting), map_(person, sitting) {
    to_head_ = (Eigen::AngleAxisd(sitting.roll, Vec3::UnitZ()) * Eigen::AngleAxisd(sitting.pitch, Vec3::UnitX()) *
                Eigen::AngleAxisd(sitting.yaw, Vec3::UnitY()))
                   .toRotationMatrix()
                   .transpose();
    lamp_ = Vec3(sitting.light_across, sitting.light_up, 1).normalized();
  }
  // The grey value, 0 to 1, at (x, y) of the picture, y upward from -1 to 1.
  [[nodiscard]] double grey(double x, double y) const {
    const double u = (x - sitting_.right) / sitting_.scale, v = (y - sitting_.up) / sitting_.scale;
    if (const auto grey = head(u, v)) return *grey;
    return shoulders(u, v);
  }

 private:
  [[nodiscard]] std::optional<double> head(double u, double v) const {
    const double narrow = 1 - person_.jaw * smooth_step(0, -0.8, v);
    const Vec3 half(person_.width * narrow, person_.height, 0.7);
    // In coordinates that make the head a ball, the ray is origin + z direction.
    const Vec3 origin = (to_head_ * Vec3(u, v, 0)).cwiseQuotient(half),
               direction = (to_head_ * Vec3::UnitZ()).cwiseQuotient(half);
    const double a = direction.squaredNorm(), b = origin.dot(direction), c = origin.squaredNorm() - 1;
    const double inside = b * b - a * c;
    if (inside < 0) return std::nullopt;
    const Vec3 q = origin + (-b + std::sqrt(inside)) / a * direction;
    const Vec3 p = q.cwiseProduct(half);
    const double across = half.x() * std::atan2(q.x(), q.z()), up = p.y();
    return std::min(1.0, map_.grey(across, up) * light(q.cwiseQuotient(half).normalized(), across, up));
  }
  [[nodiscard]] double light(Vec3 normal, double across, double up) const {
    constexpr double h = 0.01;
    const double slope_across = (map_.relief(across + h, up) - map_.relief(across - h, up)) / (2 * h);
    const double slope_up = (map_.relief(across, up + h) - map_.relief(across, up - h)) / (2 * h);
    const Vec3 east = Vec3::UnitY().cross(normal).normalized(), north = normal.cross(east);
    normal = (to_head_.transpose() * (normal - slope_across * east - slope_up * north)).normalized();
    return sitting_.brightness * (0.35 + 0.75 * std::max(0.0, normal.dot(lamp_)));
  }
  [[nodiscard]] double shoulders(double u, double v) const {
    const double neck = smooth_step(0.02, -0.02, std::abs(u) - 0.3) * smooth_step(0.02, -0.02, v + 0.45);
    const double body = smooth_step(0.03, -0.03, v + 0.82 + 0.25 * u * u);
    const double backdrop = sitting_.backdrop + 0.05 * v;
    return mix(mix(backdrop, 0.55 * person_.skin * sitting_.brightness, neck), person_.shirt * sitting_.brightness,
               body);
  }

  const Person& person_;
  const Sitting& sitting_;
  FaceMap map_;
  Eigen::Matrix3d to_head_;
  Vec3 lamp_;
};

void take_picture(Index who, Index which, Eigen::Ref<Vector<double>> image) {
  constexpr double kGrain = 0.012;  // of the film
  Dice of_person(1, static_cast<std::uint64_t>(who)),
      of_sitting(2, static_cast<std::uint64_t>(who * kPictures + which));
  const Person person(of_person);
  const Sitting sitting(of_sitting);
  const Portrait portrait(person, sitting);
  for (Index row = 0; row < kHeight; ++row)
    for (Index col = 0; col < kWidth; ++col) {
      double sum = 0;
      for (const double dy : {-0.25, 0.25})
        for (const double dx : {-0.25, 0.25}) {
          const double x = (static_cast<double>(col) + 0.5 + dx - kWidth / 2.0) / (kHeight / 2.0);
          sum += portrait.grey(x, 1 - (static_cast<double>(row) + 0.5 + dy) / (kHeight / 2.0));
        }
      image[row * kWidth + col] = std::round(255 * std::clamp(sum / 4 + kGrain * of_sitting.normal(), 0.0, 1.0));
    }
}

}  // namespace

ImageSet faces(Index count, int threads) {
  return drawn_of(kMostFaces, "faces", count, kHeight, kWidth, threads,
                  [](Index image, Eigen::Ref<Vector<double>> pixels) {
                    take_picture(image / kPictures, image % kPictures, pixels);
                  });
}

}  // namespace l21::internal::experiments
