// The text of a file, of standard input or of a .gz, whole.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/bytes/mapped_file.hpp"

namespace l21::internal::io {

// A plain file is mapped, not copied; everything else is held in memory. Compressed text is recognized by its first
// bytes.
class TextInput {
 public:
  explicit TextInput(const std::string& path);
  [[nodiscard]] static TextInput standard_input();

  [[nodiscard]] std::string_view text() const {
    return {reinterpret_cast<const char*>(file_.bytes().data()), file_.bytes().size()};
  }

 private:
  TextInput(MappedFile file, const std::string& name);

  MappedFile file_;
};

// All members of a .gz, one after the other. Throws DataError when the stream is damaged or cut.
[[nodiscard]] std::vector<std::byte> gunzip(std::span<const std::byte> packed, const std::string& name);

}  // namespace l21::internal::io
