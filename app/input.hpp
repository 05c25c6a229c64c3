// Arguments of every command that reads a table.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "l21/io.hpp"
#include "l21/options.hpp"

namespace l21::internal::app {

class InputArguments {
 public:
  // Adds the positional DATA (called `name`, say IN) and the options that select from it.
  explicit InputArguments(CLI::App& command, const std::string& name = "DATA");

  [[nodiscard]] const std::string& path() const { return path_; }
  // On `threads` threads at most; 0: as many as the machine has.
  [[nodiscard]] Table read(int threads = 0, MissingCells missing = MissingCells::refuse) const;

 private:
  std::string path_;
  std::string id_column_, resize_;
  ReadOptions options_;
};

// Whether a fit goes without cells that are missing.
[[nodiscard]] inline MissingCells cells_of(const FitOptions& options) {
  return options.missing == Missing::fit ? MissingCells::as_nan : MissingCells::refuse;
}

}  // namespace l21::internal::app
