#include "io/bytes/zip_directory.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "io/bytes/zip_format.hpp"
#include "io/table/fail.hpp"

namespace l21::internal::io::zip {
namespace {

// The end record is the last thing in the file but for a comment whose length it states.
std::optional<std::size_t> find_end(std::span<const std::byte> bytes) {
  if (bytes.size() < kEndSize) return std::nullopt;
  const std::size_t last = bytes.size() - kEndSize;
  const std::size_t first = last - std::min<std::size_t>(last, kFull16);
  for (std::size_t at = last + 1; at-- > first;) {
    if (u32(bytes, at) == kEndSignature && at + kEndSize + u16(bytes, at + 20) == bytes.size()) return at;
  }
  return std::nullopt;
}

Directory directory64(std::span<const std::byte> bytes, std::size_t end, const std::string& path) {
  const auto damaged = [&] { data_error("{}: the 64-bit ZIP directory is damaged", path); };
  if (end < kLocator64Size + kEnd64Size || u32(bytes, end - kLocator64Size) != kLocator64Signature) damaged();
  const std::size_t locator = end - kLocator64Size;
  const std::uint64_t record = u64(bytes, locator + 8);
  // The record may be longer than we know, never shorter, and ends where the locator begins.
  if (record > locator - kEnd64Size || u32(bytes, record) != kEnd64Signature) damaged();
  if (u64(bytes, record + 4) != locator - record - 12) damaged();
  const Directory found{u64(bytes, record + 48), u64(bytes, record + 40), u64(bytes, record + 32)};
  if (found.offset > record || found.size != record - found.offset) damaged();
  return found;
}

ZipMember parse_entry(std::span<const std::byte> entry, const std::string& path) {
  const std::size_t name_length = u16(entry, 28);
  const std::size_t extra_length = u16(entry, 30);
  const auto* text = reinterpret_cast<const char*>(entry.data());
  ZipMember member;
  member.name.assign(text + kDirectorySize, name_length);
  member.method = u16(entry, 10);
  member.crc = u32(entry, 16);
  member.compressed_size = u32(entry, 20);
  member.size = u32(entry, 24);
  member.offset = u32(entry, 42);
  const std::array<std::uint64_t*, 3> fields{&member.size, &member.compressed_size, &member.offset};
  apply_extra64(entry.subspan(kDirectorySize + name_length, extra_length), fields, path);
  if ((u16(entry, 8) & kEncryptedFlag) != 0) data_error("{}: member '{}' is encrypted", path, shown(member.name));
  if (member.method != kStored && member.method != kDeflated) {
    data_error("{}: member '{}' is packed by method {}; only stored and deflated members are read", path,
               shown(member.name), member.method);
  }
  return member;
}

}  // namespace

void apply_extra64(std::span<const std::byte> extra, std::span<std::uint64_t* const> fields, const std::string& path) {
  if (std::none_of(fields.begin(), fields.end(), [](const auto* field) { return *field == kFull32; })) return;
  while (extra.size() >= 4) {
    const std::size_t length = u16(extra, 2);
    if (length > extra.size() - 4) break;
    if (u16(extra, 0) == kExtra64) {
      std::size_t at = 4;
      for (std::uint64_t* field : fields) {
        if (*field != kFull32) continue;
        if (at + 8 > 4 + length) data_error("{}: a 64-bit ZIP size is missing; the file is damaged", path);
        *field = u64(extra, at);
        at += 8;
      }
      return;
    }
    extra = extra.subspan(4 + length);
  }
}

Directory find_directory(std::span<const std::byte> bytes, const std::string& path) {
  if (bytes.empty()) data_error("{}: the file is empty", path);
  const auto end = find_end(bytes);
  if (!end) data_error("{}: is not a ZIP archive, or its end is missing", path);
  const Directory found{u32(bytes, *end + 16), u32(bytes, *end + 12), u16(bytes, *end + 10)};
  if (u16(bytes, *end + 8) != found.entries || u32(bytes, *end + 4) != 0) {
    data_error("{}: a ZIP archive in several parts cannot be read", path);
  }
  if (found.offset == kFull32 || found.size == kFull32 || found.entries == kFull16) {
    return directory64(bytes, *end, path);
  }
  if (found.offset > *end || found.size != *end - found.offset) data_error("{}: the ZIP directory is damaged", path);
  return found;
}

std::vector<ZipMember> parse_directory(std::span<const std::byte> bytes, const Directory& directory,
                                       const std::string& path) {
  auto rest = bytes.subspan(directory.offset, directory.size);
  std::vector<ZipMember> members;
  while (!rest.empty()) {
    if (rest.size() < kDirectorySize || u32(rest, 0) != kDirectorySignature) break;
    const std::size_t length = kDirectorySize + u16(rest, 28) + u16(rest, 30) + u16(rest, 32);
    if (length > rest.size()) break;
    members.push_back(parse_entry(rest.first(length), path));
    rest = rest.subspan(length);
  }
  if (!rest.empty() || members.size() != directory.entries) data_error("{}: the ZIP directory is damaged", path);
  return members;
}

}  // namespace l21::internal::io::zip
