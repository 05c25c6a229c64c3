// The options of a fit, as l21::option_table() describes them, and the few that name files.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "l21/option_table.hpp"

namespace l21::internal::app {

// One option of the table as an argument of `command`. `also` names what it takes beyond its choices: "FILE".
CLI::Option* add_table_option(CLI::App& command, const OptionSpec& spec, const std::string& also = {});

// Only --threads, for the commands that apply a model or convert a table.
class ThreadsArgument {
 public:
  explicit ThreadsArgument(CLI::App& command);
  [[nodiscard]] int threads() const;

 private:
  const OptionSpec* spec_;
  const CLI::Option* option_;
};

class FitArguments {
 public:
  explicit FitArguments(CLI::App& command);
  // Only these fields of FitOptions.
  FitArguments(CLI::App& command, const std::vector<std::string_view>& only);

  // Preset first, then everything given explicitly; reads --center FILE, --init MODEL and --weights FILE.
  // Throws InvalidArgument naming the option, DataError naming the file.
  [[nodiscard]] FitOptions options() const;
  // The files that options() reads.
  [[nodiscard]] std::vector<std::string> files() const;

 private:
  struct Given {
    const OptionSpec* spec;
    const CLI::Option* option;
  };
  std::vector<Given> given_;
  bool takes_files_ = true;
  std::string preset_;
  std::string weights_;
};

}  // namespace l21::internal::app
