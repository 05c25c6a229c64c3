// l21pca completion bash: what the shell offers after Tab, from the same arguments the program takes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command.hpp"
#include "help.hpp"
#include "l21/error.hpp"

namespace l21::internal::app {
namespace {

std::vector<std::string> flags_of(const CLI::Option& option) {
  std::vector<std::string> flags;
  for (const auto& name : option.get_snames()) flags.push_back("-" + name);
  for (const auto& name : option.get_lnames()) flags.push_back("--" + name);
  return flags;
}

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const auto* option : visible_options(command)) {
    for (auto& flag : flags_of(*option)) flags.push_back(std::move(flag));
  }
  return flags;
}

// "fit:--center") words="mean median";;  An option that takes a file offers files, like every argument without words.
void print_values(const CLI::App& command) {
  for (const auto* option : visible_options(command)) {
    const auto choices = option_choices(*option);
    if (option->get_positional() || choices.empty()) continue;
    for (const auto& flag : flags_of(*option)) {
      fmt::print("    {}:{}) words=\"{}\";;\n", command.get_name(), flag, fmt::join(choices, " "));
    }
  }
}

void print_bash(const CLI::App& program) {
  std::vector<std::string> names = {"help"};
  for (const auto* command : visible_commands(program)) names.push_back(command->get_name());
  fmt::print(
      "# bash completion for l21pca, written by `l21pca completion bash`\n_l21pca() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} words=\"\"\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W \"{} {}\" -- \"$current\"))\n    return\n  "
      "fi\n",
      fmt::join(names, " "), fmt::join(flags_of(program), " "));
  fmt::print("  case ${{COMP_WORDS[1]}}:$previous in\n");
  for (const auto* command : visible_commands(program)) print_values(*command);
  fmt::print("    help:*) words=\"{}\";;\n    *) case ${{COMP_WORDS[1]}}:$current in\n", fmt::join(names, " "));
  for (const auto* command : visible_commands(program)) {
    fmt::print("      {}:-*) words=\"{}\";;\n", command->get_name(), fmt::join(flags_of(*command), " "));
  }
  fmt::print(
      "    esac;;\n  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}}\n"
      "# No words: file names.\ncomplete -o default -o bashdefault -F _l21pca l21pca\n");
}

class CompletionCommand final : public Command {
 public:
  explicit CompletionCommand(CLI::App& program)
      : Command(program, {.name = "completion",
                          .description = "The completion script of a shell",
                          .examples = "source <(l21pca completion bash)"}),
        program_(program) {
    arguments_.group("");
    arguments_.add_option("SHELL", shell_, "bash")->required();
  }
  [[nodiscard]] ExitCode run() override {
    if (shell_ != "bash") throw InvalidArgument(fmt::format("completion knows bash, got '{}'", shell_));
    print_bash(program_);
    return ExitCode::done;
  }

 private:
  const CLI::App& program_;
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> make_completion(CLI::App& program) {
  return std::make_unique<CompletionCommand>(program);
}

}  // namespace l21::internal::app
