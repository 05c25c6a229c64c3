// MATLAB files. Most of what it can find lies in matio.
#include "fuzz.hpp"
#include "io/matlab/mat.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace l21;
  using namespace l21::internal;
  const fuzz::InputOnDisk file(data, size);
  fuzz::expect_answer([&] { (void)io::read_mat_file(file.path(), std::nullopt); });
  fuzz::expect_answer([&] { (void)io::read_mat_file(file.path(), "X"); });
  return 0;
}
