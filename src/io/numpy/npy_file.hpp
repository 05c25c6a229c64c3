// .npy files that go straight between the disk and a table's own buffer.
#pragma once

#include <string>

#include "l21/table.hpp"

namespace l21::internal::io {

// Memory: the table alone, plus 1 MiB where numbers must be converted.
[[nodiscard]] Table read_npy_file(const std::string& path);
// Writes to `path`; `name` stands for it in errors.
void write_npy_file(const std::string& path, const std::string& name, const Table& table);

}  // namespace l21::internal::io
