#include <matio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "io/bytes/atomic_file.hpp"
#include "io/bytes/output_file.hpp"
#include "io/hdf5/hdf5_handle.hpp"
#include "io/matlab/mat.hpp"
#include "io/table/fail.hpp"
#include "io/table/shape.hpp"

namespace l21::internal::io {
namespace {

struct MatType {
  matio_classes class_type;
  matio_types data_type;
};

MatType type_of(Storage storage) {
  switch (storage) {
    case Storage::float32: return {MAT_C_SINGLE, MAT_T_SINGLE};
    case Storage::uint8: return {MAT_C_UINT8, MAT_T_UINT8};
    case Storage::int16: return {MAT_C_INT16, MAT_T_INT16};
    case Storage::float64: break;
  }
  return {MAT_C_DOUBLE, MAT_T_DOUBLE};
}

void write_regular(const std::string& path, const std::string& file, const Table& table) {
  const RowsView& view = table.view;
  const auto shape = array_shape(table);
  std::vector<std::size_t> extents(shape.begin(), shape.end());
  const std::size_t bytes =
      static_cast<std::size_t>(view.rows) * static_cast<std::size_t>(view.cols) * bytes_per_value(view.storage);
  const auto values = std::make_unique_for_overwrite<std::byte[]>(bytes);
  copy_column_major(view, shape, values.get());

  constexpr std::size_t kLargestVersion5 = (std::size_t{1} << 31) - (std::size_t{1} << 20);
  const auto version = bytes > kLargestVersion5 ? MAT_FT_MAT73 : MAT_FT_MAT5;
  const Hdf5Session session;
  const auto check = [&](bool good) {
    if (!good) data_error("{}: cannot be written as a MATLAB file; check the space on the disk", file);
  };
  // A header of our own: matio's holds the time, and equal tables should be equal bytes.
  constexpr const char* kHeader = "MATLAB 5.0 MAT-file, written by l21pca";
  std::unique_ptr<mat_t, decltype(&Mat_Close)> output(Mat_CreateVer(path.c_str(), kHeader, version), Mat_Close);
  check(output != nullptr);
  const auto [class_type, data_type] = type_of(view.storage);
  const std::unique_ptr<matvar_t, decltype(&Mat_VarFree)> variable(
      Mat_VarCreate("data", class_type, data_type, static_cast<int>(extents.size()), extents.data(), values.get(),
                    MAT_F_DONT_COPY_DATA),
      Mat_VarFree);
  check(variable != nullptr);
  check(Mat_VarWrite(output.get(), variable.get(), MAT_COMPRESSION_NONE) == 0);
  check(Mat_Close(output.release()) == 0);
  // matio does not report every failed write; a full disk shows in the length.
  check(std::filesystem::file_size(path) >= bytes);
}

// matio needs to go back in the file, which a pipe or a device cannot.
void write_special(const std::string& path, const std::string& file, const Table& table) {
  std::string scratch = (std::filesystem::temp_directory_path() / "l21pca-XXXXXX").string();
  const int descriptor = ::mkstemp(scratch.data());
  if (descriptor < 0) data_error("{}: cannot be written: no temporary file: {}", file, std::strerror(errno));
  ::close(descriptor);
  const std::unique_ptr<std::string, void (*)(std::string*)> guard(&scratch,
                                                                   [](auto* name) { ::unlink(name->c_str()); });
  write_regular(scratch, file, table);
  OutputFile output(path, file);
  output.write(read_file(scratch));
  output.close();
}

}  // namespace

void write_mat_file(const std::string& path, const std::string& file, const Table& table) {
  std::error_code ignored;
  const bool special = std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
  special ? write_special(path, file, table) : write_regular(path, file, table);
}

}  // namespace l21::internal::io
