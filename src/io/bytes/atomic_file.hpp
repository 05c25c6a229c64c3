// Files that are written whole or not at all.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace l21::internal::io {

// Gives `write` a temporary name beside `path`; when it returns the file is synced and renamed to `path`, when it
// throws the temporary file is removed. Throws DataError naming `path` and the system's reason.
void write_atomically(const std::string& path, const std::function<void(const std::string& temporary)>& write);

// The same for bytes in memory.
void write_file_atomically(const std::string& path, std::span<const std::byte> bytes);

// The whole file. Throws DataError naming `path` and the reason: missing, a directory, unreadable.
[[nodiscard]] std::vector<std::byte> read_file(const std::string& path);

}  // namespace l21::internal::io
