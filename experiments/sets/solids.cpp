#include "sets/solids.hpp"

namespace l21::internal::experiments {
namespace {

// Coordinates in which the axis of the part is y.
Vec3 turned(const Vec3& p, Upright upright) {
  switch (upright) {
    case Upright::x: return {p.y(), p.x(), p.z()};
    case Upright::y: return p;
    case Upright::z: return {p.x(), p.z(), p.y()};
  }
  return p;
}

double box(const Vec3& p, const Vec3& half) {
  constexpr double kRoundedEdge = 0.04;
  const Vec3 q = p.cwiseAbs() - (half.array() - kRoundedEdge).matrix();
  return q.cwiseMax(0).norm() + std::min(q.maxCoeff(), 0.0) - kRoundedEdge;
}

// A lower bound of the distance; exact for a ball.
double ellipsoid(const Vec3& p, const Vec3& half) {
  const double k = p.cwiseQuotient(half).norm();
  const double slope = p.cwiseQuotient(half.cwiseProduct(half)).norm();
  return slope > 1e-9 ? k * (k - 1) / slope : -half.minCoeff();
}

double cylinder(const Vec3& p, const Vec3& size) {
  const double side = length(p.x(), p.z()) - size.x() + size.z(), end = std::abs(p.y()) - size.y() + size.z();
  return length(std::max(side, 0.0), std::max(end, 0.0)) + std::min(std::max(side, end), 0.0) - size.z();
}

// Radius size.x below, a point above; a lower bound of the distance.
double cone(const Vec3& p, const Vec3& size) {
  const double slant = length(size.x(), 2 * size.y());
  const double side = (length(p.x(), p.z()) * 2 * size.y() + (p.y() - size.y()) * size.x()) / slant;
  return std::max(side, -p.y() - size.y());
}

double torus(const Vec3& p, const Vec3& size) {
  return length(length(p.x(), p.z()) - size.x(), p.y()) - size.y();
}

double distance(const Part& part, const Vec3& p) {
  const Vec3 q = turned(p - part.at, part.upright);
  switch (part.shape) {
    case Shape::ellipsoid: return ellipsoid(q, part.size);
    case Shape::box: return box(q, part.size);
    case Shape::cylinder: return cylinder(q, part.size);
    case Shape::cone: return cone(q, part.size);
    case Shape::torus: return torus(q, part.size);
  }
  return 0;
}

Nearest joined(const Nearest& before, const Part& part, double d) {
  constexpr double kSeam = 0.12;
  if (part.joint == Joint::cut) return {std::max(before.distance, -d), before.grey};
  const Nearest nearer = d < before.distance ? Nearest{d, part.grey} : before;
  if (part.joint == Joint::add) return nearer;
  const double overlap = std::max(kSeam - std::abs(d - before.distance), 0.0) / kSeam;
  const double share = std::clamp(0.5 + 0.5 * (before.distance - d) / kSeam, 0.0, 1.0);
  return {nearer.distance - overlap * overlap * kSeam / 4, mix(before.grey, part.grey, share)};
}

}  // namespace

Nearest nearest(const Solid& solid, const Vec3& p) {
  Nearest found{1e9, 0};
  for (const Part& part : solid.parts) found = joined(found, part, distance(part, p));
  return found;
}

double painted(const Solid& solid, const Vec3& p) {
  const Vec3 q = solid.scale * p;
  switch (solid.paint) {
    case Paint::plain: return 1;
    case Paint::stripes: return 0.72 + 0.28 * std::tanh(3 * std::sin(2 * q.y() + 0.7 * std::sin(q.x())));
    case Paint::checks: return 0.7 + 0.3 * std::tanh(9 * std::sin(q.x()) * std::sin(q.y()) * std::sin(q.z() + 0.8));
    case Paint::rings: return 0.75 + 0.25 * std::sin(2 * length(q.x(), q.z()) + q.y());
    case Paint::clouds:
      return 0.72 +
             0.14 * (std::sin(q.x() + 1.7 * std::sin(1.3 * q.y())) + std::sin(1.4 * q.y() + 2 * std::sin(q.z())));
  }
  return 1;
}

}  // namespace l21::internal::experiments
