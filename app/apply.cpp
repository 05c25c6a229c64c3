#include "apply.hpp"

#include <filesystem>

#include "errors.hpp"
#include "l21/io.hpp"
#include "l21/match_columns.hpp"
#include "l21/model_file.hpp"
#include "output.hpp"

namespace l21::internal::app {
namespace {

// Positionals come in the order in which they are declared.
CLI::App& with_model(CLI::App& command, std::string& model) {
  command.add_option("MODEL", model, "the model that fit wrote (.npz)")->required();
  return command;
}

// Its columns become the model's, in the model's order.
Table matched(Table table, const Model& model, const MatchNames& called) {
  const TableColumns columns{table.view.cols, table.column_names, table.sample_shape};
  if (const auto wanted = match_columns(model, columns, called)) return select_columns(std::move(table), *wanted);
  return table;
}

}  // namespace

ApplyArguments::ApplyArguments(CLI::App& command) : input_(with_model(command, model_)), threads_(command) {
  add_table_output(command, output_);
}

ApplyArguments::ApplyArguments(CLI::App& command, const Output& output)
    : input_(with_model(command, model_)), threads_(command), writes_table_(false) {
  command.add_option("-o,--output", output_, output.help)->type_name(output.type_name);
}

ApplyArguments::Loaded ApplyArguments::load(MissingCells missing) const {
  if (writes_table_)
    check_output(output_, {model_, input_.path()});
  else
    check_page_output(output_, {model_, input_.path()});
  const int threads = threads_.threads();
  Model model = load_model(model_);
  if (model.options.missing == Missing::fit) missing = MissingCells::as_nan;
  Table table =
      matched(input_.read(threads, missing), model, {.table = display_name(input_.path()), .model = "model " + model_});
  return {std::move(model), std::move(table), threads};
}

}  // namespace l21::internal::app
