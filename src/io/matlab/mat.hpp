// MATLAB's .mat files: versions 4, 5, 7 and 7.3.
#pragma once

#include <optional>
#include <string>

#include "l21/table.hpp"

namespace l21::internal::io {

// The variable `name`, or the only real numeric matrix. Values stay column-major. Of three and more axes the first is
// rows and the others flatten in C order, as for every other format: an image stack has its samples first.
[[nodiscard]] Table read_mat_file(const std::string& path, const std::optional<std::string>& name);

// The variable "data": version 5, above 2 GiB version 7.3. `file` stands for the path in errors.
void write_mat_file(const std::string& path, const std::string& file, const Table& table);

}  // namespace l21::internal::io
