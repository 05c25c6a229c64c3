// What the figures were measured with.
#pragma once

#include <nlohmann/json.hpp>

namespace l21::bench {

// l21pca, the compiler, OpenBLAS with the kernels it chose, the number of threads.
[[nodiscard]] nlohmann::ordered_json versions();

}  // namespace l21::bench
