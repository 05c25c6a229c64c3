// In the place of HDF5's and MATLAB's readers and writers where these are not built.
#include "io/hdf5/hdf5.hpp"
#include "io/matlab/mat.hpp"
#include "io/table/fail.hpp"

namespace l21::internal::io {
namespace {

[[noreturn]] void refuse(const std::string& path) {
  data_error(
      "{}: this l21pca was built without HDF5 and MATLAB files; "
      "convert it to .npy (numpy.save(\"data.npy\", array)), or build it with libhdf5 and libmatio",
      path);
}

}  // namespace

Table read_hdf5_file(const std::string& path, const std::optional<std::string>&) {
  refuse(path);
}
Table read_mat_file(const std::string& path, const std::optional<std::string>&) {
  refuse(path);
}
void write_hdf5_file(const std::string&, const std::string& file, const std::optional<std::string>&, const Table&) {
  refuse(file);
}
void write_mat_file(const std::string&, const std::string& file, const Table&) {
  refuse(file);
}

}  // namespace l21::internal::io
