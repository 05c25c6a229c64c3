// Where a ZIP archive says its members are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "io/bytes/zip.hpp"

namespace l21::internal::io::zip {

struct Directory {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t entries = 0;
};

// Finds the end record (the 64-bit one where needed). The directory is checked to lie just before it.
[[nodiscard]] Directory find_directory(std::span<const std::byte> bytes, const std::string& path);
[[nodiscard]] std::vector<ZipMember> parse_directory(std::span<const std::byte> bytes, const Directory& directory,
                                                     const std::string& path);

// Replaces those of the given fields that are full by the numbers of the 64-bit extra field, in the order of the
// standard.
void apply_extra64(std::span<const std::byte> extra, std::span<std::uint64_t* const> fields, const std::string& path);

}  // namespace l21::internal::io::zip
