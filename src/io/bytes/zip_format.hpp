// Numbers and record layouts of the ZIP format (PKWARE APPNOTE 6.3, sections 4.3 and 4.5.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace l21::internal::io::zip {

inline constexpr std::uint32_t kLocalSignature = 0x04034b50;
inline constexpr std::uint32_t kDirectorySignature = 0x02014b50;
inline constexpr std::uint32_t kEndSignature = 0x06054b50;
inline constexpr std::uint32_t kEnd64Signature = 0x06064b50;
inline constexpr std::uint32_t kLocator64Signature = 0x07064b50;
inline constexpr std::size_t kLocalSize = 30;
inline constexpr std::size_t kDirectorySize = 46;
inline constexpr std::size_t kEndSize = 22;
inline constexpr std::size_t kEnd64Size = 56;
inline constexpr std::size_t kLocator64Size = 20;
inline constexpr std::uint16_t kExtra64 = 0x0001;
// A field with all bits set says: see the 64-bit record.
inline constexpr std::uint32_t kFull32 = 0xffffffff;
inline constexpr std::uint16_t kFull16 = 0xffff;
inline constexpr std::uint16_t kEncryptedFlag = 0x0001;
inline constexpr std::uint16_t kDescriptorFlag = 0x0008;
inline constexpr int kStored = 0;
inline constexpr int kDeflated = 8;

// A little-endian number of `width` bytes; the caller has checked that they are there.
[[nodiscard]] inline std::uint64_t number_at(std::span<const std::byte> bytes, std::size_t offset, int width) {
  std::uint64_t value = 0;
  for (int i = width - 1; i >= 0; --i) {
    value = value << 8 | std::to_integer<std::uint64_t>(bytes[offset + static_cast<std::size_t>(i)]);
  }
  return value;
}
[[nodiscard]] inline std::uint16_t u16(std::span<const std::byte> bytes, std::size_t offset) {
  return static_cast<std::uint16_t>(number_at(bytes, offset, 2));
}
[[nodiscard]] inline std::uint32_t u32(std::span<const std::byte> bytes, std::size_t offset) {
  return static_cast<std::uint32_t>(number_at(bytes, offset, 4));
}
[[nodiscard]] inline std::uint64_t u64(std::span<const std::byte> bytes, std::size_t offset) {
  return number_at(bytes, offset, 8);
}

}  // namespace l21::internal::io::zip
