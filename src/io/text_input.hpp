// The text of a file, of standard input or of a .gz, whole.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace l21::io {

// A plain file is mapped, not copied; everything else is held in memory. Compressed text is recognized by its first
// bytes.
class TextInput {
 public:
  explicit TextInput(const std::string& path);
  [[nodiscard]] static TextInput standard_input();
  ~TextInput();
  TextInput(TextInput&& other) noexcept;
  TextInput& operator=(TextInput&&) = delete;

  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  TextInput() = default;
  void hold(std::vector<std::byte> bytes, const std::string& name);

  std::vector<std::byte> held_;
  void* mapped_ = nullptr;
  std::size_t mapped_size_ = 0;
  std::string_view text_;
};

// All members of a .gz, one after the other. Throws DataError when the stream is damaged or cut.
[[nodiscard]] std::vector<std::byte> gunzip(std::span<const std::byte> packed, const std::string& name);

}  // namespace l21::io
