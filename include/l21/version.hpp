/// @file
/// Which version of l21pca these headers belong to.
#pragma once

#include <string_view>

/// Before 1.0 a minor version may break, afterwards only a major one. CMake checks that these numbers, kVersion and the
/// version of the project agree.
#define L21_VERSION_MAJOR 0
/// Of l21pca 1.2.3 it is 2.
#define L21_VERSION_MINOR 1
/// Of l21pca 1.2.3 it is 3.
#define L21_VERSION_PATCH 0

namespace l21 {

/// "major.minor.patch".
inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace l21
