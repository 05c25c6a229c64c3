// Arguments of the commands that apply a model to a table: MODEL DATA [-o OUT].
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "fit_arguments.hpp"
#include "input.hpp"
#include "l21/model.hpp"

namespace l21::internal::app {

class ApplyArguments {
 public:
  explicit ApplyArguments(CLI::App& command);
  // What -o means where a page results.
  struct Output {
    std::string help, type_name;
  };
  ApplyArguments(CLI::App& command, const Output& output);

  struct Loaded {
    Model model;
    Table table;  // its columns are the model's, in the model's order
    int threads = 0;
  };
  // Checks the output, then reads both files. Cells may be missing where the command, or the model, can do without.
  [[nodiscard]] Loaded load(MissingCells missing = MissingCells::refuse) const;
  [[nodiscard]] const std::string& data_path() const { return input_.path(); }
  [[nodiscard]] const std::string& output() const { return output_; }

 private:
  std::string model_;
  InputArguments input_;
  std::string output_ = "-";
  ThreadsArgument threads_;
  bool writes_table_ = true;
};

}  // namespace l21::internal::app
