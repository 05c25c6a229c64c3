// l21pca impute MODEL DATA -o WHOLE
#include "apply.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "output.hpp"

namespace l21::internal::app {
namespace {

constexpr const char* kExamples =
    "l21pca impute model.npz data.csv -o whole.csv      # fit --missing fit made the model, or any other fit\n"
    "l21pca impute model.npz data.csv --id-column name -o whole.csv";

class ImputeCommand final : public Command {
 public:
  explicit ImputeCommand(CLI::App& program)
      : Command(program, {.name = "impute",
                          .description = "A table with its missing cells filled in by a model, the others as they were",
                          .examples = kExamples}),
        apply_(arguments_) {}
  [[nodiscard]] ExitCode run() override;

 private:
  ApplyArguments apply_;
};

ExitCode ImputeCommand::run() {
  const auto applied = apply_.load(MissingCells::as_nan);
  const auto rows =
      in_file(apply_.data_path(), [&] { return applied.model.impute(applied.table.rows(), applied.threads); });
  Table result = borrowed_table(rows, applied.table);
  result.column_names = applied.model.feature_names;
  result.sample_shape = applied.model.sample_shape;
  write_table(apply_.output(), result);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> make_impute(CLI::App& program) {
  return std::make_unique<ImputeCommand>(program);
}

}  // namespace l21::internal::app
