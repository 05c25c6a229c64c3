#include "io/text_input.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <utility>

#include "io/fail.hpp"
#include "io/input_file.hpp"

namespace l21::io {
namespace {

bool is_gzip(std::span<const std::byte> bytes) {
  return bytes.size() >= 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
}
std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

TextInput::TextInput(const std::string& path) {
  const InputFile file(path);
  if (file.regular() && file.size() > 0) {
    void* address = ::mmap(nullptr, file.size(), PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (address != MAP_FAILED) {
      mapped_ = address;
      mapped_size_ = file.size();
      ::madvise(mapped_, mapped_size_, MADV_WILLNEED);
      const std::span bytes(static_cast<const std::byte*>(mapped_), mapped_size_);
      text_ = as_text(bytes);
      if (is_gzip(bytes)) {
        held_ = gunzip(bytes, path);
        text_ = as_text(held_);
        ::munmap(std::exchange(mapped_, nullptr), mapped_size_);
      }
      return;
    }
  }
  hold(file.read_all(), path);
}

TextInput TextInput::standard_input() {
  const InputFile file(STDIN_FILENO, "standard input");
  TextInput input;
  input.hold(file.read_all(), file.path());
  return input;
}

void TextInput::hold(std::vector<std::byte> bytes, const std::string& name) {
  held_ = is_gzip(bytes) ? gunzip(bytes, name) : std::move(bytes);
  text_ = as_text(held_);
}

TextInput::TextInput(TextInput&& other) noexcept
    : held_(std::move(other.held_)),
      mapped_(std::exchange(other.mapped_, nullptr)),
      mapped_size_(other.mapped_size_),
      text_(std::exchange(other.text_, {})) {}

TextInput::~TextInput() {
  if (mapped_ != nullptr) ::munmap(mapped_, mapped_size_);
}

}  // namespace l21::io
