// HDF5 files. Most of what it can find lies in HDF5.
#include "fuzz.hpp"
#include "io/hdf5/hdf5.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace l21;
  using namespace l21::internal;
  const fuzz::InputOnDisk file(data, size);
  fuzz::expect_answer([&] { (void)io::read_hdf5_file(file.path(), std::nullopt); });
  fuzz::expect_answer([&] { (void)io::read_hdf5_file(file.path(), "/X"); });
  return 0;
}
