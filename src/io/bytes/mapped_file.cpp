#include "io/bytes/mapped_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

#include "io/bytes/input_file.hpp"

namespace l21::internal::io {

MappedFile::MappedFile(const std::string& path) {
  const InputFile file(path);
  if (file.regular() && file.size() > 0) {
    void* address = ::mmap(nullptr, file.size(), PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (address != MAP_FAILED) {
      mapped_ = address;
      mapped_size_ = file.size();
      ::madvise(mapped_, mapped_size_, MADV_WILLNEED);
      return;
    }
  }
  held_ = file.read_all();
}

MappedFile::MappedFile(std::vector<std::byte> bytes) : held_(std::move(bytes)) {}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : held_(std::move(other.held_)), mapped_(std::exchange(other.mapped_, nullptr)), mapped_size_(other.mapped_size_) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(held_, other.held_);
  std::swap(mapped_, other.mapped_);
  std::swap(mapped_size_, other.mapped_size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (mapped_ != nullptr) ::munmap(mapped_, mapped_size_);
}

// Whole pages only: others may hold what is still needed.
void MappedFile::forget(std::span<const std::byte> part) const {
  if (mapped_ == nullptr) return;
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(part.data()) + page - 1) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(part.data() + part.size()) / page * page;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace l21::internal::io
