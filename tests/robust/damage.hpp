// Tables with a known subspace and known outliers.
#pragma once

#include <Eigen/QR>
#include <cmath>
#include <cstdint>
#include <random>

#include "l21/types.hpp"

namespace l21::internal {

enum class Damage { none, isotropic, cluster, other_plane, shifted, heavy_tails };
inline constexpr Damage kDamages[] = {Damage::none,        Damage::isotropic, Damage::cluster,
                                      Damage::other_plane, Damage::shifted,   Damage::heavy_tails};

struct DamagedShape {
  std::uint64_t seed = 1;
  Index rows = 200, cols = 20;
  Index components = 3;
  double share = 0.3;
  double noise = 0.1;
};

struct Damaged {
  Matrix<double> X;
  Matrix<double> W;       // d x m
  Vector<double> center;  // of the inliers
  Index outliers = 0;     // the first rows
};

inline Damaged damaged(Damage damage, const DamagedShape& shape) {
  std::mt19937_64 engine(shape.seed);
  std::normal_distribution<double> distribution;
  const auto normal = [&] { return distribution(engine); };
  const auto gaussian = [&](Index rows, Index cols) { return Matrix<double>::NullaryExpr(rows, cols, normal).eval(); };
  const auto orthonormal = [&](Index rows, Index cols) {
    const Eigen::HouseholderQR<Matrix<double>> qr(gaussian(rows, cols));
    return Matrix<double>(qr.householderQ() * Matrix<double>::Identity(rows, cols));
  };
  const Index n = shape.rows, d = shape.cols, m = shape.components;
  Damaged table;
  table.W = orthonormal(d, m);
  table.center = 3 * gaussian(d, 1);
  table.X = gaussian(n, m) * table.W.transpose() + shape.noise * gaussian(n, d);
  if (damage != Damage::none && damage != Damage::heavy_tails)
    table.outliers = static_cast<Index>(shape.share * static_cast<double>(n));
  auto bad = table.X.topRows(table.outliers);
  const Vector<double> away = orthonormal(d, 1);
  switch (damage) {
    case Damage::none: break;
    case Damage::isotropic: bad = 10 * gaussian(table.outliers, d); break;
    case Damage::cluster:
      bad = 0.05 * gaussian(table.outliers, d);
      bad.rowwise() += 10 * away.transpose();
      break;
    case Damage::other_plane:
      bad = gaussian(table.outliers, m) * orthonormal(d, m).transpose() + shape.noise * gaussian(table.outliers, d);
      break;
    case Damage::shifted:
      bad = 0.4 * gaussian(table.outliers, d);
      bad.rowwise() += 10 * away.transpose();
      break;
    case Damage::heavy_tails:
      for (Index i = 0; i < n; ++i) table.X.row(i) /= std::max(std::abs(normal()), 1e-3);
      break;
  }
  table.X.rowwise() += table.center.transpose();
  return table;
}

}  // namespace l21::internal
