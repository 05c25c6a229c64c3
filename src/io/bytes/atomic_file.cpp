#include "io/bytes/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "io/bytes/input_file.hpp"
#include "io/bytes/output_file.hpp"
#include "io/table/fail.hpp"

namespace l21::internal::io {
namespace fs = std::filesystem;
namespace {

// A symbolic link stays a link: the file it points to is the one replaced.
std::string follow_link(const std::string& path) {
  std::error_code ignored;
  return fs::is_symlink(path, ignored) ? fs::weakly_canonical(path, ignored).string() : path;
}

// Creates an empty file beside `target` that nobody else has. Its permissions are those of the file it will replace.
std::string create_temporary(const std::string& target, const std::string& path) {
  static std::atomic<unsigned> counter{0};
  const fs::path folder = fs::path(target).parent_path();
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const std::string leaf = fmt::format(".{}.{}-{}.tmp", fs::path(target).filename().string(), ::getpid(), counter++);
    std::string name = (folder / leaf).string();
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno == EEXIST) continue;
    if (descriptor < 0) data_error("{}: cannot be written: {}", path, std::strerror(errno));
    struct stat status {};
    // Not being allowed to copy the permissions is no reason to lose the result.
    if (::stat(target.c_str(), &status) == 0) (void)!::fchmod(descriptor, status.st_mode & 07777);
    ::close(descriptor);
    return name;
  }
  data_error("{}: cannot be written: no free temporary name in its folder", path);
}

void sync(const std::string& name, int flags, const std::string& path) {
  const int descriptor = ::open(name.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) data_error("{}: cannot be written: {}", path, std::strerror(errno));
  // EINVAL: the file system cannot sync this kind of file, and there is nothing more to be done.
  const bool failed = ::fsync(descriptor) != 0 && errno != EINVAL;
  const int reason = errno;
  ::close(descriptor);
  if (failed) data_error("{}: cannot be written: {}", path, std::strerror(reason));
}

void sync_and_rename(const std::string& temporary, const std::string& target, const std::string& path) {
  sync(temporary, O_RDONLY, path);
  if (::rename(temporary.c_str(), target.c_str()) != 0) {
    data_error("{}: cannot be written: {}", path, std::strerror(errno));
  }
  const std::string folder = fs::path(target).parent_path().string();
  sync(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY, path);
}

}  // namespace

void write_atomically(const std::string& path, const std::function<void(const std::string& temporary)>& write) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) data_error("{}: is a folder, a file was expected", path);
  // A device or a pipe is written to; renaming over /dev/null would replace the device.
  if (exists && !S_ISREG(status.st_mode)) return write(path);

  const std::string target = follow_link(path);
  const std::string temporary = create_temporary(target, path);
  try {
    write(temporary);
    sync_and_rename(temporary, target, path);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

void write_file_atomically(const std::string& path, std::span<const std::byte> bytes) {
  write_atomically(path, [&](const std::string& temporary) {
    OutputFile file(temporary, path);
    file.write(bytes);
    file.close();
  });
}

std::vector<std::byte> read_file(const std::string& path) {
  return InputFile(path).read_all();
}

}  // namespace l21::internal::io
