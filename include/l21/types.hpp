/// @file
/// Matrix types shared by everything.
#pragma once

#include <Eigen/Core>

// Matrices go back and forth between the library and its users: both must align them alike.
static_assert(EIGEN_MAX_ALIGN_BYTES == 32,
              "compile with -DEIGEN_MAX_ALIGN_BYTES=32, as the library was: link to l21pca::core in CMake, or use "
              "pkg-config --cflags l21pca");

/// All of the library.
namespace l21 {

/// Counts rows and columns.
using Index = Eigen::Index;

/// Column-major.
template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
/// Row-major.
template <class T>
using RowMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// A column.
template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

}  // namespace l21
