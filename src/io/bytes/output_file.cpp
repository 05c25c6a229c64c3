#include "io/bytes/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "io/table/fail.hpp"

namespace l21::internal::io {

OutputFile::OutputFile(const std::string& path, std::string name) : name_(std::move(name)) {
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) data_error("{}: cannot be written: {}", name_, std::strerror(errno));
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::write(std::span<const std::byte> bytes) {
  constexpr std::size_t kPiece = std::size_t{1} << 30;
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor_, bytes.data(), std::min(bytes.size(), kPiece));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) data_error("{}: cannot be written: {}", name_, std::strerror(errno));
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
}

void OutputFile::close() {
  if (::close(std::exchange(descriptor_, -1)) != 0)
    data_error("{}: cannot be written: {}", name_, std::strerror(errno));
}

}  // namespace l21::internal::io
