#include "help.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "exit_code.hpp"

namespace l21::internal::app {
namespace {

constexpr std::size_t kTextColumn = 28;
constexpr std::size_t kWidth = 100;

// The words of `text` in lines that start at kTextColumn; the first line starts where the cursor is.
std::string wrapped(const std::string& text) {
  std::istringstream words(text);
  std::string result, word;
  std::size_t column = kTextColumn;
  while (words >> word) {
    if (column > kTextColumn && column + 1 + word.size() > kWidth) {
      result += '\n' + std::string(kTextColumn, ' ');
      column = kTextColumn;
    } else if (column > kTextColumn) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
  }
  return result + '\n';
}

bool is_placeholder(const std::string& word) {
  return !word.empty() && std::isupper(static_cast<unsigned char>(word.front())) != 0;
}

}  // namespace

HelpFormatter::HelpFormatter() {
  label("SUBCOMMAND", "COMMAND");
  label("Positionals", "Arguments");
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool) const {
  std::string left = "  " + option_heading(*option);
  if (left.size() + 2 > kTextColumn) {
    left += '\n' + std::string(kTextColumn, ' ');
  } else {
    left.resize(kTextColumn, ' ');
  }
  return left + wrapped(option->get_description());
}

std::string examples_section(const std::string& examples) {
  std::istringstream lines(examples);
  std::string result = "Examples:", line;
  while (std::getline(lines, line)) result += "\n  " + line;
  return result;
}

const std::vector<std::pair<int, std::string>>& exit_code_meanings() {
  static const std::vector<std::pair<int, std::string>> meanings = {
      {static_cast<int>(ExitCode::done), "done; also when the fit did not converge, with a warning"},
      {static_cast<int>(ExitCode::data), "the data or a file cannot be used; nothing was written"},
      {static_cast<int>(ExitCode::usage), "wrong arguments; nothing was written"},
      {static_cast<int>(ExitCode::not_converged), "with --strict: the fit did not converge; the model was written"},
      {static_cast<int>(ExitCode::interrupted),
       "interrupted (Ctrl-C); the model so far was written, marked not converged"},
  };
  return meanings;
}

std::string option_heading(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name();
  std::string heading;
  for (const auto& name : option.get_snames()) heading += (heading.empty() ? "-" : ", -") + name;
  for (const auto& name : option.get_lnames()) heading += (heading.empty() ? "--" : ", --") + name;
  const std::string type = option.get_type_name();
  return type.empty() ? heading : heading + ' ' + type;
}

std::vector<std::string> option_choices(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  std::vector<std::string> choices = CLI::detail::split(type, '|');
  std::erase_if(choices, is_placeholder);
  return choices;
}

std::vector<const CLI::Option*> visible_options(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
}

std::vector<const CLI::App*> visible_commands(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

}  // namespace l21::internal::app
