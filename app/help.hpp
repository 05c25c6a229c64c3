// How help looks: two columns, wrapped, examples at the end.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace l21::internal::app {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

// "Examples:" and one indented line for each line of `examples`.
[[nodiscard]] std::string examples_section(const std::string& examples);

// What the exit codes mean, one line each: the end of the overview and a section of the manual.
[[nodiscard]] const std::vector<std::pair<int, std::string>>& exit_code_meanings();

// "-k, --components N", "DATA".
[[nodiscard]] std::string option_heading(const CLI::Option& option);

// The values an option takes when it takes a few: its type name is then "a|b|FILE"; upper case stands for anything.
[[nodiscard]] std::vector<std::string> option_choices(const CLI::Option& option);

// The options and positionals of a command that help shows.
[[nodiscard]] std::vector<const CLI::Option*> visible_options(const CLI::App& command);
[[nodiscard]] std::vector<const CLI::App*> visible_commands(const CLI::App& program);

}  // namespace l21::internal::app
