#include "io/text/text_input.hpp"

#include <unistd.h>

#include <utility>

#include "io/bytes/input_file.hpp"

namespace l21::internal::io {
namespace {

bool is_gzip(std::span<const std::byte> bytes) {
  return bytes.size() >= 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
}

}  // namespace

TextInput::TextInput(MappedFile file, const std::string& name)
    : file_(is_gzip(file.bytes()) ? MappedFile(gunzip(file.bytes(), name)) : std::move(file)) {}

TextInput::TextInput(const std::string& path) : TextInput(MappedFile(path), path) {}

TextInput TextInput::standard_input() {
  const InputFile file(STDIN_FILENO, "standard input");
  return {MappedFile(file.read_all()), file.path()};
}

}  // namespace l21::internal::io
