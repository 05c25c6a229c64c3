#include "command_line.hpp"

#include <string_view>

namespace l21::internal::app {
namespace {

std::vector<std::string>& words() {
  static std::vector<std::string> remembered;
  return remembered;
}

std::string shell_quoted(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+%@";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

void remember_command_line(std::vector<std::string> all) {
  words() = std::move(all);
}

std::string command_line() {
  std::string line = "l21pca";
  for (std::size_t i = 0; i < words().size(); ++i) {
    if (words()[i] == "--threads") {
      ++i;  // and its value
      continue;
    }
    if (words()[i].starts_with("--threads=")) continue;
    line += ' ';
    line += shell_quoted(words()[i]);
  }
  return line;
}

}  // namespace l21::internal::app
