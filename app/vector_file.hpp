// A file that holds one vector: a center, or weights.
#pragma once

#include <string>

#include "l21/types.hpp"

namespace l21::internal::app {

// One row or one column of numbers, read on `threads` threads at most (0: as many as the machine has). Throws DataError
// that names the file and its shape.
[[nodiscard]] Vector<double> read_vector(const std::string& path, int threads);

}  // namespace l21::internal::app
