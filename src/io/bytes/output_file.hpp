// A file opened for writing in which no failed write goes unnoticed.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace l21::internal::io {

class OutputFile {
 public:
  // Truncates `path`; `name` stands for it in errors, since `path` may be a temporary name.
  OutputFile(const std::string& path, std::string name);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::span<const std::byte> bytes);
  // Some file systems report a full disk only here. Must be called last.
  void close();

 private:
  std::string name_;
  int descriptor_ = -1;
};

}  // namespace l21::internal::io
