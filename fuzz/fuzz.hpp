// What the fuzz targets share.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "l21/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace l21::fuzz {

inline std::span<const std::byte> as_bytes(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const std::byte*>(data), size};
}
inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Bad input may be refused in these two ways; any other exception is a finding.
template <class F>
void expect_answer(F&& f) {
  try {
    f();
  } catch (const DataError&) {
  } catch (const InvalidArgument&) {
  }
}

inline void require(bool condition) {
  if (!condition) std::abort();
}

// The input as a file, for parsers that take nothing else.
class InputOnDisk {
 public:
  InputOnDisk(const std::uint8_t* data, std::size_t size)
      : path_((std::filesystem::temp_directory_path() / "l21pca-fuzz-XXXXXX").string()) {
    const int descriptor = ::mkstemp(path_.data());
    require(descriptor >= 0 && ::write(descriptor, data, size) == static_cast<ssize_t>(size));
    ::close(descriptor);
  }
  ~InputOnDisk() { ::unlink(path_.c_str()); }
  InputOnDisk(const InputOnDisk&) = delete;
  InputOnDisk& operator=(const InputOnDisk&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace l21::fuzz
