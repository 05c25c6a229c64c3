// A file opened for reading, with errors that name it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace l21::internal::io {

class InputFile {
 public:
  // Throws DataError: missing, a directory, unreadable.
  explicit InputFile(std::string path);
  // Borrows an open descriptor, such as standard input; `name` stands for it in errors.
  InputFile(int descriptor, std::string name);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  // A pipe or a device has no size that could be trusted.
  [[nodiscard]] bool regular() const { return regular_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  // Fills `target` from byte `offset` on; throws DataError when the file ends before.
  void read_at(std::size_t offset, std::span<std::byte> target) const;
  // Everything from the current position to the end, also of a pipe.
  [[nodiscard]] std::vector<std::byte> read_all() const;

 private:
  std::string path_;
  int descriptor_ = -1;
  bool owned_ = true;
  bool regular_ = false;
  std::size_t size_ = 0;
};

}  // namespace l21::internal::io
