// One command of the program: it declares its arguments when made and does its work when run.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "exit_code.hpp"

namespace l21::internal::app {

class Command {
 public:
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  // Does what the arguments ask for. Throws InvalidArgument for a wrong argument, DataError for data that cannot be
  // used.
  [[nodiscard]] virtual ExitCode run() = 0;
  [[nodiscard]] bool chosen() const { return arguments_.parsed(); }

 protected:
  struct Text {
    std::string name;
    std::string description;
    std::string examples;  // one command a line
  };
  Command(CLI::App& program, const Text& text);

  CLI::App& arguments_;
};

[[nodiscard]] std::unique_ptr<Command> make_fit(CLI::App& program);
[[nodiscard]] std::unique_ptr<Command> make_transform(CLI::App& program);
[[nodiscard]] std::unique_ptr<Command> make_reconstruct(CLI::App& program);
[[nodiscard]] std::unique_ptr<Command> make_impute(CLI::App& program);
[[nodiscard]] std::unique_ptr<Command> make_outliers(CLI::App& program);
[[nodiscard]] std::unique_ptr<Command> make_report(CLI::App& program);
[[nodiscard]] std::unique_ptr<Command> make_experiment(CLI::App& program);
[[nodiscard]] std::unique_ptr<Command> make_scree(CLI::App& program);
[[nodiscard]] std::unique_ptr<Command> make_info(CLI::App& program);
[[nodiscard]] std::unique_ptr<Command> make_convert(CLI::App& program);
[[nodiscard]] std::unique_ptr<Command> make_demo(CLI::App& program);
// Hidden: the build and packagers use them.
[[nodiscard]] std::unique_ptr<Command> make_manual(CLI::App& program);
[[nodiscard]] std::unique_ptr<Command> make_completion(CLI::App& program);

}  // namespace l21::internal::app
