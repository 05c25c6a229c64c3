// The bytes of a file, without a copy where it can be mapped.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace l21::internal::io {

class MappedFile {
 public:
  MappedFile() = default;
  // Maps a regular file; reads a pipe. Throws DataError naming the file.
  explicit MappedFile(const std::string& path);
  // Bytes that are in memory already.
  explicit MappedFile(std::vector<std::byte> bytes);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  [[nodiscard]] std::span<const std::byte> bytes() const {
    return mapped_ ? std::span(static_cast<const std::byte*>(mapped_), mapped_size_) : std::span(held_);
  }
  // These bytes are done with: they need not stay in memory. They can still be read.
  void forget(std::span<const std::byte> part) const;

 private:
  std::vector<std::byte> held_;
  void* mapped_ = nullptr;
  std::size_t mapped_size_ = 0;
};

}  // namespace l21::internal::io
