// What results were computed with.
#pragma once

#include <vector>

#include "pages/page.hpp"

namespace l21::internal::pages {

// l21pca, the compiler, Eigen, and the BLAS with the kernels it chose. Not the number of threads: it changes nothing.
[[nodiscard]] std::vector<Fact> versions();

}  // namespace l21::internal::pages
