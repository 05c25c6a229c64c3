// l21pca manual: the man page, from the same arguments the program takes.
#include <fmt/core.h>

#include <sstream>

#include "command.hpp"
#include "help.hpp"
#include "l21/version.hpp"

namespace l21::internal::app {
namespace {

// Text that roff must not read as commands: a hyphen stays a hyphen, a backslash a backslash.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  // A line that starts with a dot or a quote would be a request.
  if (!result.empty() && (result.front() == '.' || result.front() == '\'')) result.insert(0, "\\&");
  return result;
}

std::string synopsis(const CLI::App& command) {
  std::string line = fmt::format("l21pca {}", command.get_name());
  for (const auto* option : visible_options(command)) {
    if (option->get_positional()) line += ' ' + option->get_name();
  }
  return line + " [options]";
}

// The lines below "Examples:" in a footer, as they stand.
std::string example_lines(const std::string& footer) {
  std::istringstream lines(footer.substr(footer.find("Examples:")));
  std::string result, line;
  std::getline(lines, line);
  while (std::getline(lines, line) && line.starts_with("  ")) result += roff(line.substr(2)) + '\n';
  return result;
}

void print_options(const CLI::App& command) {
  for (const auto* option : visible_options(command)) {
    fmt::print(".TP\n.B {}\n{}\n", roff(option_heading(*option)), roff(option->get_description()));
  }
}

void print_examples(const CLI::App& command) {
  fmt::print(".PP\n.nf\n.RS\n{}.RE\n.fi\n", example_lines(command.get_footer()));
}

void print_command(const CLI::App& command) {
  fmt::print(".SS {}\n{}.\n", roff(synopsis(command)), roff(command.get_description()));
  print_options(command);
  print_examples(command);
}

void print_manual(const CLI::App& program) {
  fmt::print(".TH L21PCA 1 \"\" \"l21pca {}\" \"User Commands\"\n", kVersion);
  fmt::print(
      ".SH NAME\nl21pca \\- robust principal component analysis by L21\\-norm maximization\n.SH SYNOPSIS\n.nf\n");
  for (const auto* command : visible_commands(program)) fmt::print("{}\n", roff(synopsis(*command)));
  fmt::print(".fi\n.SH DESCRIPTION\n{}\n.SH OPTIONS\n", roff(program.get_description()));
  print_options(program);
  fmt::print(".SH COMMANDS\n");
  for (const auto* command : visible_commands(program)) print_command(*command);
  fmt::print(".SH EXIT STATUS\n");
  for (const auto& [code, meaning] : exit_code_meanings()) fmt::print(".TP\n.B {}\n{}\n", code, roff(meaning));
  fmt::print(".SH EXAMPLES\n");
  print_examples(program);
}

class ManualCommand final : public Command {
 public:
  explicit ManualCommand(CLI::App& program)
      : Command(program,
                {.name = "manual", .description = "The man page, in roff", .examples = "l21pca manual | man -l -"}),
        program_(program) {
    arguments_.group("");
  }
  [[nodiscard]] ExitCode run() override {
    print_manual(program_);
    return ExitCode::done;
  }

 private:
  const CLI::App& program_;
};

}  // namespace

std::unique_ptr<Command> make_manual(CLI::App& program) {
  return std::make_unique<ManualCommand>(program);
}

}  // namespace l21::internal::app
