// NumPy's .npz: a ZIP archive of .npy arrays.
#pragma once

#include <optional>
#include <string>

#include "io/bytes/zip.hpp"
#include "l21/table.hpp"

namespace l21::internal::io {

// The array `name`, or the only one with numbers. Text arrays "row_ids" and "column_names" of fitting length name its
// rows and columns. Throws DataError that lists the arrays when there are several and none was named.
[[nodiscard]] Table read_npz(const ZipReader& archive, const std::optional<std::string>& name);

// The array "data", with "row_ids" and "column_names" when the table has them.
void write_npz_file(const std::string& path, const std::string& file, const Table& table);

}  // namespace l21::internal::io
