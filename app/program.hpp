// The program as a whole: its commands, and the way from arguments to the one that runs.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"

namespace l21::internal::app {

class Program {
 public:
  Program();
  // Throws InvalidArgument when the arguments cannot be understood, and what the command throws.
  [[nodiscard]] ExitCode run(std::vector<std::string> words);

 private:
  [[nodiscard]] ExitCode run_chosen();

  CLI::App arguments_;
  std::vector<std::unique_ptr<Command>> commands_;
};

}  // namespace l21::internal::app
