#include "io/bytes/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "io/table/fail.hpp"

namespace l21::internal::io {
namespace {

// One system call transfers at most 2 GiB on Linux; smaller pieces also keep interruption cheap.
constexpr std::size_t kPiece = std::size_t{1} << 30;

}  // namespace

InputFile::InputFile(std::string path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0 && (errno == ENOENT || errno == ENOTDIR)) data_error("{}: no such file; check the path", path_);
  if (descriptor_ < 0) data_error("{}: cannot be opened: {}", path_, std::strerror(errno));
  struct stat status {};
  const bool known = ::fstat(descriptor_, &status) == 0;
  if (known && S_ISDIR(status.st_mode)) {
    ::close(descriptor_);
    data_error("{}: is a folder, a file was expected", path_);
  }
  regular_ = known && S_ISREG(status.st_mode);
  size_ = regular_ ? static_cast<std::size_t>(status.st_size) : 0;
}

InputFile::InputFile(int descriptor, std::string name)
    : path_(std::move(name)), descriptor_(descriptor), owned_(false) {}

InputFile::~InputFile() {
  if (owned_ && descriptor_ >= 0) ::close(descriptor_);
}

void InputFile::read_at(std::size_t offset, std::span<std::byte> target) const {
  while (!target.empty()) {
    const ssize_t got =
        ::pread(descriptor_, target.data(), std::min(target.size(), kPiece), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) data_error("{}: cannot be read: {}", path_, std::strerror(errno));
    if (got == 0) data_error("{}: ends at byte {}, {} more were expected", path_, offset, target.size());
    offset += static_cast<std::size_t>(got);
    target = target.subspan(static_cast<std::size_t>(got));
  }
}

std::vector<std::byte> InputFile::read_all() const {
  std::vector<std::byte> bytes(std::max<std::size_t>(size_ + 1, 1 << 16));
  std::size_t used = 0;
  for (;;) {
    if (used == bytes.size()) bytes.resize(2 * bytes.size());
    const ssize_t got = ::read(descriptor_, bytes.data() + used, std::min(bytes.size() - used, kPiece));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) data_error("{}: cannot be read: {}", path_, std::strerror(errno));
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
  }
  bytes.resize(used);
  return bytes;
}

}  // namespace l21::internal::io
