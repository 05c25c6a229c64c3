// The command that is running, for reports.
#pragma once

#include <string>
#include <vector>

namespace l21::internal::app {

// Remembers the words after the program's name.
void remember_command_line(std::vector<std::string> words);

// "l21pca fit data.csv -k 5", quoted as a shell needs it; without --threads, which changes no result.
[[nodiscard]] std::string command_line();

}  // namespace l21::internal::app
