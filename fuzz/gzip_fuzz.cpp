// Compressed text.
#include "fuzz.hpp"
#include "io/text/text_input.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace l21;
  using namespace l21::internal;
  fuzz::expect_answer([&] { (void)io::gunzip(fuzz::as_bytes(data, size), "fuzz"); });
  return 0;
}
