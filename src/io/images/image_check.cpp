#include "io/images/image_check.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace l21::internal::io {
namespace {

// Behind the end there are zeros, as for stb.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  int byte() {
    if (rest_.empty()) return 0;
    const int value = std::to_integer<int>(rest_.front());
    rest_ = rest_.subspan(1);
    return value;
  }
  int two_bytes() {
    const int high = byte();
    return high << 8 | byte();
  }
  void skip(int count) { rest_ = rest_.subspan(std::min(rest_.size(), static_cast<std::size_t>(std::max(count, 0)))); }

 private:
  std::span<const std::byte> rest_;
};

constexpr int kStart = 0xd8;
constexpr int kEnd = 0xd9;
constexpr int kCodeTables = 0xc4;

// The next marker; kEnd at the end of the file. A marker is 0xff, perhaps several times, and a byte that is neither
// zero (a literal 0xff of the data) nor a restart.
int next_marker(ByteReader& reader) {
  while (!reader.at_end()) {
    if (reader.byte() != 0xff) continue;
    int code = 0xff;
    while (code == 0xff && !reader.at_end()) code = reader.byte();
    const bool restart = code >= 0xd0 && code <= 0xd7;
    if (code != 0 && code != 0xff && !restart) return code;
  }
  return kEnd;
}

// A segment of tables: a byte of identity, the numbers of codes of 1 to 16 bits, the codes' values.
bool code_tables_fit(ByteReader& reader, int length) {
  constexpr int kMostCodes = 256;
  while (length > 0) {
    reader.byte();
    int codes = 0;
    for (int bits = 1; bits <= 16; ++bits) codes += reader.byte();
    if (codes > kMostCodes) return false;
    reader.skip(codes);
    length -= 17 + codes;
  }
  return true;
}

}  // namespace

bool png_chunks_fit(std::span<const std::byte> bytes) {
  constexpr std::size_t kSignature = 8;
  constexpr std::size_t kFrame = 12;  // length, type and checksum of a chunk
  if (bytes.size() < kSignature || std::memcmp(bytes.data(), "\x89PNG", 4) != 0) return true;
  for (auto rest = bytes.subspan(kSignature); rest.size() >= kFrame;) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8 | std::to_integer<std::size_t>(rest[i]);
    if (length > rest.size() - kFrame) return false;
    rest = rest.subspan(kFrame + length);
  }
  return true;
}

bool jpeg_tables_fit(std::span<const std::byte> bytes) {
  if (bytes.empty() || bytes[0] != std::byte{0xff}) return true;
  ByteReader reader(bytes);
  for (;;) {
    const int marker = next_marker(reader);
    if (marker == kEnd) return true;
    if (marker == kStart) continue;
    const int length = reader.two_bytes() - 2;
    if (marker != kCodeTables) {
      reader.skip(length);
    } else if (!code_tables_fit(reader, length)) {
      return false;
    }
  }
}

}  // namespace l21::internal::io
