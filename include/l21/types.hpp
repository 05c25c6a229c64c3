/// @file
/// Matrix types shared by everything.
#pragma once

#include <Eigen/Core>

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
