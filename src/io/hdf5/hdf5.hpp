// HDF5 data sets.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "l21/table.hpp"

namespace l21::internal::io {

// The data set `name`, or the only one in all groups. Axis 0 is rows, the others flatten to columns.
[[nodiscard]] Table read_hdf5_file(const std::string& path, const std::optional<std::string>& name);

// Its values as they lie in the file, row-major, before any meaning is given to the axes.
struct Hdf5Array {
  std::unique_ptr<std::byte[]> bytes;
  Storage storage = Storage::float64;
  std::vector<Index> shape;
};
[[nodiscard]] Hdf5Array read_hdf5_array(const std::string& path, const std::optional<std::string>& name);

// A new file at `path` with one data set, "/data" unless named. `file` stands for the path in errors. The file is
// made in memory (twice the size of the table), since HDF5 does not recover from a disk that is full.
void write_hdf5_file(const std::string& path, const std::string& file, const std::optional<std::string>& name,
                     const Table& table);

}  // namespace l21::internal::io
