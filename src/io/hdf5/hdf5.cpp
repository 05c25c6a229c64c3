#include "io/hdf5/hdf5.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "io/bytes/input_file.hpp"
#include "io/hdf5/hdf5_handle.hpp"
#include "io/table/fail.hpp"
#include "io/table/shape.hpp"

namespace l21::internal::io {
namespace {

herr_t note_dataset(hid_t group, const char* name, const H5L_info_t*, void* names) noexcept {
  const Hdf5Handle object(H5Oopen(group, name, H5P_DEFAULT), H5Oclose);
  if (object.valid() && H5Iget_type(object.get()) == H5I_DATASET) {
    static_cast<std::vector<std::string>*>(names)->push_back(std::string("/") + name);
  }
  return 0;  // a dangling link is no reason to stop
}

std::string find_dataset(hid_t file, const std::string& path, const std::optional<std::string>& name) {
  std::vector<std::string> names;
  H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, note_dataset, &names);
  std::string wanted = !name ? "" : name->starts_with('/') ? *name : "/" + *name;
  if (name && std::find(names.begin(), names.end(), wanted) != names.end()) return wanted;
  constexpr std::size_t kListed = 20;
  const auto shown_end = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kListed));
  std::string list = fmt::format("{}", fmt::join(names.begin(), shown_end, ", "));
  if (names.size() > kListed) list += fmt::format(", ... ({} in all)", names.size());
  if (names.empty()) data_error("{}: holds no data sets", path);
  if (name) data_error("{}: has no data set '{}'; it has {}", path, shown(wanted), list);
  if (names.size() > 1) data_error("{}: holds several data sets: {}; name one as {}:/PATH", path, list, path);
  return names.front();
}

struct MemoryType {
  hid_t type;
  Storage storage;
};

MemoryType memory_type(hid_t type, const std::string& where) {
  const std::size_t size = H5Tget_size(type);
  const bool is_signed = H5Tget_sign(type) == H5T_SGN_2;
  switch (H5Tget_class(type)) {
    case H5T_FLOAT:
      if (size == 4) return {H5T_NATIVE_FLOAT, Storage::float32};
      return {H5T_NATIVE_DOUBLE, Storage::float64};
    case H5T_INTEGER:
      if (size == 1 && !is_signed) return {H5T_NATIVE_UINT8, Storage::uint8};
      if (size == 2 && is_signed) return {H5T_NATIVE_INT16, Storage::int16};
      return {H5T_NATIVE_DOUBLE, Storage::float64};
    case H5T_ENUM: return {H5T_NATIVE_DOUBLE, Storage::float64};  // how h5py stores booleans
    case H5T_COMPOUND: data_error("{}: holds complex numbers or records; save its real part or one field", where);
    case H5T_STRING: data_error("{}: holds texts, not numbers", where);
    default: data_error("{}: holds neither integers nor floating-point numbers", where);
  }
}

std::vector<Index> dataset_shape(hid_t space, const std::string& where) {
  const int axes = H5Sget_simple_extent_ndims(space);
  if (axes < 0 || H5Sget_simple_extent_type(space) == H5S_NULL) data_error("{}: holds no values", where);
  std::vector<hsize_t> extents(static_cast<std::size_t>(axes));
  if (axes > 0) H5Sget_simple_extent_dims(space, extents.data(), nullptr);
  std::vector<Index> shape;
  shape.reserve(extents.size());
  for (const hsize_t extent : extents) {
    shape.push_back(static_cast<Index>(std::min<hsize_t>(extent, std::numeric_limits<Index>::max())));
  }
  return shape;
}

// A few bytes may declare any extent: chunks that were never written read as zeros.
void check_plausible(hid_t dataset, hid_t type, const std::vector<Index>& shape, const std::string& where) {
  constexpr std::size_t kSmall = std::size_t{64} << 20;
  constexpr std::size_t kLargestRatio = 2000;  // no filter packs real data tighter
  const auto values = value_count(shape);
  const std::size_t stored = H5Dget_storage_size(dataset);
  const std::size_t size = H5Tget_size(type);
  if (!values || (*values > kSmall / size && *values / kLargestRatio > stored / size)) {
    data_error("{}: shape ({}) claims far more than the {} bytes stored; the file is damaged or was never filled",
               where, fmt::join(shape, ", "), stored);
  }
}

}  // namespace

Hdf5Array read_hdf5_array(const std::string& path, const std::optional<std::string>& name) {
  if (const InputFile probe(path); probe.regular() && probe.size() == 0) data_error("{}: the file is empty", path);
  const Hdf5Session session;
  const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.valid()) data_error("{}: is not an HDF5 file, or is damaged", path);
  const std::string dataset_name = find_dataset(file.get(), path, name);
  const std::string where = fmt::format("{}:{}", path, shown(dataset_name));
  const Hdf5Handle dataset(H5Dopen2(file.get(), dataset_name.c_str(), H5P_DEFAULT), H5Dclose);
  const Hdf5Handle type(dataset.valid() ? H5Dget_type(dataset.get()) : -1, H5Tclose);
  const Hdf5Handle space(dataset.valid() ? H5Dget_space(dataset.get()) : -1, H5Sclose);
  if (!dataset.valid() || !type.valid() || !space.valid())
    data_error("{}: cannot be opened; the file is damaged", where);

  const MemoryType memory = memory_type(type.get(), where);
  std::vector<Index> shape = dataset_shape(space.get(), where);
  check_plausible(dataset.get(), type.get(), shape, where);
  auto bytes = std::make_unique_for_overwrite<std::byte[]>(*value_count(shape) * bytes_per_value(memory.storage));
  if (H5Dread(dataset.get(), memory.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.get()) < 0) {
    data_error("{}: cannot be read; it is damaged, or packed by a filter that is not installed", where);
  }
  return {std::move(bytes), memory.storage, std::move(shape)};
}

Table read_hdf5_file(const std::string& path, const std::optional<std::string>& name) {
  Hdf5Array array = read_hdf5_array(path, name);
  return shaped_table(std::move(array.bytes), array.storage, array.shape, Order::row_major);
}

}  // namespace l21::internal::io
