// The program as a child process.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace l21::internal::test {

struct Outcome {
  int exit_code = -1;  // 128 + signal when a signal ended it
  std::string out;
  std::string err;
};

struct RunOptions {
  std::filesystem::path folder;  // where it runs
  std::string input;             // on its standard input
};

// Runs `l21pca words...` to its end.
[[nodiscard]] Outcome run_program(const std::vector<std::string>& words, const RunOptions& options);

// The same with a terminal as standard error, which gets `signal` once `text` has been shown there.
[[nodiscard]] Outcome run_and_signal(const std::vector<std::string>& words, const RunOptions& options,
                                     const std::string& text, int signal);

}  // namespace l21::internal::test
