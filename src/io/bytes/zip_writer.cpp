#include <zlib.h>

#include <algorithm>
#include <utility>

#include "io/bytes/zip.hpp"
#include "io/bytes/zip_format.hpp"
#include "io/table/fail.hpp"

namespace l21::internal::io {
namespace {

// 1 January 1980, midnight: the first moment the format can express.
constexpr std::uint32_t kTimestamp = 1u << 21 | 1u << 16;
constexpr std::uint16_t kUtf8Flag = 0x0800;
constexpr std::uint16_t kVersion = 20;
constexpr std::uint16_t kVersion64 = 45;

void put(std::vector<std::byte>& bytes, std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
}
void put_text(std::vector<std::byte>& bytes, std::string_view text) {
  for (const char c : text) bytes.push_back(static_cast<std::byte>(c));
}
std::uint64_t capped32(std::uint64_t value) {
  return std::min<std::uint64_t>(value, zip::kFull32);
}

// What the local header and the directory have in common, from "version needed" to "extra length".
void put_common(std::vector<std::byte>& bytes, const ZipMember& member, std::size_t extra_length) {
  put(bytes, extra_length > 0 ? kVersion64 : kVersion, 2);
  put(bytes, kUtf8Flag, 2);
  put(bytes, zip::kStored, 2);
  put(bytes, kTimestamp, 4);
  put(bytes, member.crc, 4);
  put(bytes, capped32(member.compressed_size), 4);
  put(bytes, capped32(member.size), 4);
  put(bytes, member.name.size(), 2);
  put(bytes, extra_length, 2);
}

void put_directory_entry(std::vector<std::byte>& bytes, const ZipMember& member) {
  const bool big = member.size >= zip::kFull32;
  const bool far = member.offset >= zip::kFull32;
  const std::size_t numbers = (big ? 2u : 0u) + (far ? 1u : 0u);
  put(bytes, zip::kDirectorySignature, 4);
  put(bytes, numbers > 0 ? kVersion64 : kVersion, 2);  // made by
  put_common(bytes, member, numbers > 0 ? 4 + 8 * numbers : 0);
  put(bytes, 0, 2);  // comment
  put(bytes, 0, 2);  // disk
  put(bytes, 0, 2);  // internal attributes
  put(bytes, 0, 4);  // external attributes
  put(bytes, capped32(member.offset), 4);
  put_text(bytes, member.name);
  if (numbers == 0) return;
  put(bytes, zip::kExtra64, 2);
  put(bytes, 8 * numbers, 2);
  if (big) {
    put(bytes, member.size, 8);
    put(bytes, member.compressed_size, 8);
  }
  if (far) put(bytes, member.offset, 8);
}

void put_end64(std::vector<std::byte>& bytes, std::uint64_t entries, std::uint64_t size, std::uint64_t offset) {
  const std::uint64_t record = bytes.size();
  put(bytes, zip::kEnd64Signature, 4);
  put(bytes, zip::kEnd64Size - 12, 8);
  put(bytes, kVersion64, 2);
  put(bytes, kVersion64, 2);
  put(bytes, 0, 8);  // disks
  put(bytes, entries, 8);
  put(bytes, entries, 8);
  put(bytes, size, 8);
  put(bytes, offset, 8);
  put(bytes, zip::kLocator64Signature, 4);
  put(bytes, 0, 4);
  put(bytes, record, 8);
  put(bytes, 1, 4);
}

}  // namespace

void ZipWriter::add(std::string name, std::span<const std::byte> content) {
  if (name.empty() || name.size() >= zip::kFull16) bad_request("a ZIP member cannot be named '{}'", shown(name));
  for (const ZipMember& member : members_) {
    if (member.name == name) bad_request("two ZIP members cannot both be named '{}'", shown(name));
  }
  ZipMember member;
  member.name = std::move(name);
  member.offset = bytes_.size();
  member.size = member.compressed_size = content.size();
  member.crc =
      content.empty()
          ? 0
          : static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
  const bool big = member.size >= zip::kFull32;
  put(bytes_, zip::kLocalSignature, 4);
  put_common(bytes_, member, big ? 20 : 0);
  put_text(bytes_, member.name);
  if (big) {
    put(bytes_, zip::kExtra64, 2);
    put(bytes_, 16, 2);
    put(bytes_, member.size, 8);
    put(bytes_, member.compressed_size, 8);
  }
  bytes_.insert(bytes_.end(), content.begin(), content.end());
  members_.push_back(std::move(member));
}

std::vector<std::byte> ZipWriter::finish() {
  const std::uint64_t offset = bytes_.size();
  for (const ZipMember& member : members_) put_directory_entry(bytes_, member);
  const std::uint64_t size = bytes_.size() - offset;
  const std::uint64_t entries = members_.size();
  if (offset >= zip::kFull32 || size >= zip::kFull32 || entries >= zip::kFull16) {
    put_end64(bytes_, entries, size, offset);
  }
  const auto capped_entries = std::min<std::uint64_t>(entries, zip::kFull16);
  put(bytes_, zip::kEndSignature, 4);
  put(bytes_, 0, 4);  // disks
  put(bytes_, capped_entries, 2);
  put(bytes_, capped_entries, 2);
  put(bytes_, capped32(size), 4);
  put(bytes_, capped32(offset), 4);
  put(bytes_, 0, 2);  // comment
  members_.clear();
  return std::exchange(bytes_, {});
}

}  // namespace l21::internal::io
