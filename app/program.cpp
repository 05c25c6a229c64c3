#include "program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "command_line.hpp"
#include "errors.hpp"
#include "help.hpp"
#include "l21/version.hpp"
#include "suggestion.hpp"

namespace l21::internal::app {
namespace {

constexpr const char* kDescription =
    "l21pca finds a low-dimensional subspace of data that contain outliers, and applies it to new data.";

constexpr const char* kExamples =
    "l21pca demo                                   # see what robustness buys\n"
    "l21pca fit data.csv -k 5 -o model.npz         # rows are points, columns are features\n"
    "l21pca transform model.npz new.csv -o scores.csv\n"
    "l21pca outliers model.npz data.csv --only     # which rows do not belong\n"
    "l21pca report model.npz data.csv -o report.html\n"
    "l21pca fit faces/ --resize 46x56 -k 20 --preset robust -o faces.npz";

std::string overview_footer() {
  std::string text =
      "\n`l21pca COMMAND --help` tells more about a command.\n\n" + examples_section(kExamples) + "\n\nExit codes:";
  for (const auto& [code, meaning] : exit_code_meanings()) text += fmt::format("\n  {:<4} {}", code, meaning);
  return text;
}

// `help` and nothing at all show the overview, `help COMMAND` the command's help.
std::vector<std::string> with_help_spelled_out(std::vector<std::string> words) {
  if (words.empty()) return {"--help"};
  if (words.front() != "help") return words;
  std::rotate(words.begin(), words.begin() + 1, words.end());
  words.back() = "--help";
  return words;
}

void check_command(const CLI::App& program, const std::string& word) {
  const auto is_it = [&](const CLI::App* command) { return command->get_name() == word; };
  if (word.starts_with('-') || !program.get_subcommands(is_it).empty()) return;
  std::vector<std::string> names;
  for (const auto* command : visible_commands(program)) names.push_back(command->get_name());
  const auto meant = nearest_word(word, names);
  throw InvalidArgument(fmt::format("there is no command '{}'{}; the commands are {}", word,
                                    meant ? fmt::format(", did you mean {}?", *meant) : "", fmt::join(names, ", ")));
}

// The flags of a command, as they are written.
std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  return flags;
}

std::string unexpected_argument(const CLI::App& command, const std::string& word) {
  const auto meant = nearest_word(word.substr(0, word.find('=')), flags_of(command));
  return fmt::format("unexpected argument '{}'{}", word, meant ? fmt::format(", did you mean {}?", *meant) : "");
}

[[noreturn]] void throw_usage(const CLI::App& program, const CLI::ParseError& error) {
  const auto chosen = program.get_subcommands();
  const std::string command = chosen.empty() ? "" : chosen.front()->get_name() + " ";
  const auto unexpected = program.remaining(/*recurse=*/true);
  const std::string what = unexpected.empty()
                               ? error.what()
                               : unexpected_argument(chosen.empty() ? program : *chosen.front(), unexpected.front());
  throw InvalidArgument(fmt::format("{}; see l21pca {}--help", what, command));
}

}  // namespace

Program::Program() : arguments_(kDescription, "l21pca") {
  arguments_.formatter(std::make_shared<HelpFormatter>());  // shared_ptr: what CLI11 takes
  arguments_.set_help_flag("-h,--help", "show this help and end");
  arguments_.set_version_flag("-V,--version", fmt::format("l21pca {}", kVersion), "show the version and end");
  arguments_.require_subcommand(0, 1);
  for (const auto make :
       {make_scree, make_fit, make_transform, make_reconstruct, make_impute, make_outliers, make_report, make_info,
        make_convert, make_experiment, make_demo, make_manual, make_completion}) {
    commands_.push_back(make(arguments_));
  }
  arguments_.footer(overview_footer());
}

ExitCode Program::run(std::vector<std::string> words) {
  remember_command_line(words);
  words = with_help_spelled_out(std::move(words));
  check_command(arguments_, words.front());
  try {
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    arguments_.parse(words);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", arguments_.help());
    return ExitCode::done;
  } catch (const CLI::CallForVersion& version) {
    fmt::print("{}\n", version.what());
    return ExitCode::done;
  } catch (const CLI::ParseError& error) {
    throw_usage(arguments_, error);
  }
  return run_chosen();
}

ExitCode Program::run_chosen() {
  const auto chosen = std::find_if(commands_.begin(), commands_.end(), [](const auto& c) { return c->chosen(); });
  if (chosen == commands_.end()) throw InvalidArgument("a command is missing; see l21pca --help");
  return (*chosen)->run();
}

}  // namespace l21::internal::app
