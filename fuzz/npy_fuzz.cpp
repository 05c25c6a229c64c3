// .npy: whatever is accepted must survive being written and read again.
#include <cstring>

#include "fuzz.hpp"
#include "io/numpy/npy.hpp"
#include "io/table/shape.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace l21;
  using namespace l21::internal;
  const auto bytes = fuzz::as_bytes(data, size);
  fuzz::expect_answer([&] { (void)io::parse_npy_strings(bytes, "fuzz"); });
  fuzz::expect_answer([&] {
    const Table table = io::parse_npy(bytes, "fuzz");
    const auto written = io::format_npy(table.view, io::array_shape(table));
    const Table again = io::parse_npy(written, "fuzz");
    fuzz::require(again.sample_shape == table.sample_shape);
    const auto rewritten = io::format_npy(again.view, io::array_shape(again));
    fuzz::require(written == rewritten);
  });
  return 0;
}
