#include <memory>
#include <new>
#include <vector>

#include "io/bytes/output_file.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/hdf5_handle.hpp"
#include "io/table/fail.hpp"
#include "io/table/shape.hpp"

namespace l21::internal::io {
namespace {

hid_t native_type(Storage storage) {
  switch (storage) {
    case Storage::float32: return H5T_NATIVE_FLOAT;
    case Storage::uint8: return H5T_NATIVE_UINT8;
    case Storage::int16: return H5T_NATIVE_INT16;
    case Storage::float64: break;
  }
  return H5T_NATIVE_DOUBLE;
}

// Fails only for lack of memory or for a path that HDF5 does not allow.
std::vector<std::byte> format_hdf5(const void* data, Storage storage, const std::vector<hsize_t>& extents,
                                   const std::string& name, const std::string& file) {
  const Hdf5Session session;
  const auto checked = [&](hid_t id, Hdf5Handle::Closer close) {
    if (id < 0) data_error("{}: HDF5 cannot hold a data set '{}'; choose another path", file, shown(name));
    return Hdf5Handle(id, close);
  };
  constexpr std::size_t kGrowth = std::size_t{1} << 24;
  const Hdf5Handle access = checked(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_fapl_core(access.get(), kGrowth, false);
  const Hdf5Handle output = checked(H5Fcreate("memory", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose);
  const Hdf5Handle links = checked(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  const Hdf5Handle creation = checked(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation.get(), false);  // equal tables are equal bytes
  const Hdf5Handle space =
      checked(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), H5Sclose);
  const hid_t type = native_type(storage);
  const Hdf5Handle dataset = checked(
      H5Dcreate2(output.get(), name.c_str(), type, space.get(), links.get(), creation.get(), H5P_DEFAULT), H5Dclose);
  if (H5Dwrite(dataset.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) throw std::bad_alloc();
  if (H5Fflush(output.get(), H5F_SCOPE_GLOBAL) < 0) throw std::bad_alloc();
  std::vector<std::byte> image(static_cast<std::size_t>(H5Fget_file_image(output.get(), nullptr, 0)));
  if (H5Fget_file_image(output.get(), image.data(), image.size()) < 0) throw std::bad_alloc();
  return image;
}

}  // namespace

void write_hdf5_file(const std::string& path, const std::string& file, const std::optional<std::string>& name,
                     const Table& table) {
  const RowsView& view = table.view;
  const void* data = view.data;
  std::unique_ptr<std::byte[]> compact;
  if (!is_compact_row_major(view)) {
    const auto values = static_cast<std::size_t>(view.rows) * static_cast<std::size_t>(view.cols);
    compact = std::make_unique_for_overwrite<std::byte[]>(values * bytes_per_value(view.storage));
    copy_row_major(view, compact.get());
    data = compact.get();
  }
  std::vector<hsize_t> extents;
  for (const Index extent : array_shape(table)) extents.push_back(static_cast<hsize_t>(extent));
  OutputFile output(path, file);
  output.write(format_hdf5(data, view.storage, extents, name.value_or("/data"), file));
  output.close();
}

}  // namespace l21::internal::io
