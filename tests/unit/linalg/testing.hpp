// What the unit tests of the numeric core share: random tables, naive formulas.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "data/prepared_rows.hpp"
#include "l21/rows.hpp"
#include "l21/types.hpp"
#include "linalg/random.hpp"
#include "tolerances.hpp"

namespace l21::internal::test {

using BothPrecisions = ::testing::Types<float, double>;

// Thread counts that must all give the same bits.
inline constexpr int kThreadCounts[] = {1, 2, 3, 7};

[[nodiscard]] inline RowMatrix<double> random_rows(Index rows, Index cols, std::uint64_t seed) {
  NormalGenerator normal(seed);
  RowMatrix<double> X(rows, cols);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) X(i, j) = normal();
  return X;
}

// Columns of standard deviation 1, 1/2, 1/3, ...: a unique answer for every number of components.
[[nodiscard]] inline RowMatrix<double> decaying_rows(Index rows, Index cols, std::uint64_t seed) {
  RowMatrix<double> X = random_rows(rows, cols, seed);
  for (Index j = 0; j < cols; ++j) X.col(j) /= static_cast<double>(1 + j);
  return X;
}

// Decaying rows in a random basis: no coordinate is special.
[[nodiscard]] inline RowMatrix<double> rotated_rows(Index rows, Index cols, std::uint64_t seed) {
  return decaying_rows(rows, cols, seed) * random_orthonormal(cols, cols, seed + 1).transpose();
}

// Standard deviations 1, 2^-0.4, 3^-0.4, ... in a random basis: plain iterations are many.
[[nodiscard]] inline RowMatrix<double> slowly_decaying_rows(Index rows, Index cols, std::uint64_t seed) {
  RowMatrix<double> X = random_rows(rows, cols, seed);
  for (Index j = 0; j < cols; ++j) X.col(j) *= std::pow(static_cast<double>(1 + j), -0.4);
  return X * random_orthonormal(cols, cols, seed + 1).transpose();
}

[[nodiscard]] inline Vector<double> random_weights(Index rows, std::uint64_t seed) {
  NormalGenerator normal(seed);
  Vector<double> w(rows);
  for (double& value : w) value = 0.1 + std::abs(normal());
  return w;
}

[[nodiscard]] inline RowMatrix<double> centered(const RowMatrix<double>& X, const Vector<double>& c) {
  return X.rowwise() - c.transpose();
}
[[nodiscard]] inline RowMatrix<double> centered(const RowMatrix<double>& X) {
  return centered(X, X.colwise().mean().transpose());
}

// 10 rows +-5 e1 and 100 rows +-e2 (DESIGN 5.2): PCA is e1, where every e2 row has no projection.
[[nodiscard]] inline RowMatrix<double> trap_rows() {
  RowMatrix<double> X = RowMatrix<double>::Zero(110, 2);
  for (Index i = 0; i < 110; ++i) X(i, i < 10 ? 0 : 1) = (i % 2 == 0 ? 1 : -1) * (i < 10 ? 5.0 : 1.0);
  return X;
}

// The rows as they are, or less their weighted mean where the caller centered them.
template <class T>
[[nodiscard]] PreparedRows<T> prepared(const RowMatrix<double>& X, const Vector<double>& weights = {}, int threads = 1,
                                       RowScaling scaling = RowScaling::none) {
  return prepare_rows<T>(rows_of(X), {Vector<double>::Ones(X.cols()), Vector<double>::Zero(X.cols()), scaling}, weights,
                         threads);
}

// The rows are borrowed: a temporary would be gone.
template <class T>
PreparedRows<T> prepared(RowMatrix<double>&&, const Vector<double>& = {}, int = 1, RowScaling = {}) = delete;

[[nodiscard]] inline double departure_from_orthonormal(const Matrix<double>& W) {
  return (W.transpose() * W - Matrix<double>::Identity(W.cols(), W.cols())).norm();
}

// ||W W^T - V V^T||_F.
[[nodiscard]] inline double projector_difference(const Matrix<double>& W, const Matrix<double>& V) {
  return (W * W.transpose() - V * V.transpose()).norm();
}

template <class A, class B>
[[nodiscard]] bool same_bits(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && (a.array() == b.array()).all();
}

}  // namespace l21::internal::test
