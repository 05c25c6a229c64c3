#include "command.hpp"

#include "help.hpp"

namespace l21::internal::app {

Command::Command(CLI::App& program, const Text& text)
    : arguments_(*program.add_subcommand(text.name, text.description)) {
  arguments_.group("Commands")->footer(examples_section(text.examples));
}

}  // namespace l21::internal::app
