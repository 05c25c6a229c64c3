// What results were computed with.
#pragma once

#include <vector>

#include "report/page.hpp"

namespace l21::report {

// l21pca, the compiler, Eigen, and the BLAS with the kernels it chose. Not the number of threads: it changes nothing.
[[nodiscard]] std::vector<Fact> versions();

}  // namespace l21::report
