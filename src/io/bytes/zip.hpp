// The part of the ZIP format that .npz needs: stored and deflated members, sizes above 4 GiB, checked CRCs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/bytes/mapped_file.hpp"

namespace l21::internal::io {

struct ZipMember {
  std::string name;
  std::uint64_t offset = 0;  // of its local header
  std::uint64_t compressed_size = 0;
  std::uint64_t size = 0;
  std::uint32_t crc = 0;
  int method = 0;  // 0 stored, 8 deflated
};

// An archive in a file or in memory. Every read verifies the CRC, that the local header agrees with the directory and
// that all offsets and sizes lie inside the file; a lie throws DataError naming `path` and the member.
class ZipReader {
 public:
  explicit ZipReader(std::string path);
  ZipReader(std::string path, std::vector<std::byte> bytes);

  [[nodiscard]] const std::vector<ZipMember>& members() const { return members_; }
  [[nodiscard]] bool contains(std::string_view name) const;
  // The uncompressed bytes of a member. Throws DataError when there is none of that name.
  [[nodiscard]] std::vector<std::byte> read(std::string_view name) const;
  // The same piece by piece, in order, until `take` returns false; none of it need stay in memory. The checksum is
  // verified at the end.
  void read_pieces(std::string_view name, const std::function<bool(std::span<const std::byte>)>& take) const;
  // The first `most` bytes, or all if there are fewer.
  [[nodiscard]] std::vector<std::byte> beginning(std::string_view name, std::size_t most) const;
  // All without a copy where the member is stored as it is; else `scratch` holds the bytes.
  [[nodiscard]] std::span<const std::byte> view(std::string_view name, std::vector<std::byte>& scratch) const;
  [[nodiscard]] std::uint64_t size_of(std::string_view name) const { return find(name).size; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void read_directory();
  void check_extents(std::uint64_t directory_offset) const;
  // The member's bytes as they lie in the archive, after its local header was checked against the directory.
  [[nodiscard]] std::span<const std::byte> packed(const ZipMember& member) const;
  // The same of a member that is not deflated, after its two sizes were compared.
  [[nodiscard]] std::span<const std::byte> stored(const ZipMember& member) const;
  [[nodiscard]] const ZipMember& find(std::string_view name) const;

  std::string path_;
  MappedFile file_;
  std::vector<ZipMember> members_;
};

// Collects stored (uncompressed) members with a fixed time stamp, so that equal contents are equal bytes.
class ZipWriter {
 public:
  void add(std::string name, std::span<const std::byte> content);
  [[nodiscard]] std::vector<std::byte> finish();

 private:
  std::vector<std::byte> bytes_;
  std::vector<ZipMember> members_;
};

}  // namespace l21::internal::io
