// Which version of l21pca these headers belong to.
#pragma once

#include <string_view>

// For the preprocessor. Before 1.0 a minor version may break, afterwards only a major one. CMake checks that these
// numbers, kVersion and the version of the project agree.
#define L21PCA_VERSION_MAJOR 0
#define L21PCA_VERSION_MINOR 1
#define L21PCA_VERSION_PATCH 0

namespace l21 {

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace l21
