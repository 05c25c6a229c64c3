// ZIP archives and the arrays in them.
#include "fuzz.hpp"
#include "io/bytes/zip.hpp"
#include "io/numpy/npz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace l21;
  using namespace l21::internal;
  const auto bytes = fuzz::as_bytes(data, size);
  fuzz::expect_answer([&] {
    const io::ZipReader archive("fuzz", {bytes.begin(), bytes.end()});
    for (const io::ZipMember& member : archive.members()) {
      fuzz::expect_answer([&] { fuzz::require(archive.read(member.name).size() == member.size); });
      fuzz::expect_answer([&] { (void)io::read_npz(archive, member.name); });
    }
    (void)io::read_npz(archive, std::nullopt);
  });
  return 0;
}
