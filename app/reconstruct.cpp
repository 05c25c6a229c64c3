// l21pca reconstruct MODEL DATA -o XHAT, l21pca impute MODEL DATA -o WHOLE: rows as a model has them.
#include "apply.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "output.hpp"

namespace l21::internal::app {
namespace {

constexpr const char* kReconstructExamples =
    "l21pca reconstruct model.npz noisy.csv -o clean.csv\n"
    "l21pca reconstruct faces.npz faces/ --resize 46x56 -o clean.npy";

constexpr const char* kImputeExamples =
    "l21pca impute model.npz data.csv -o whole.csv      # fit --missing fit made the model, or any other fit\n"
    "l21pca impute model.npz data.csv --id-column name -o whole.csv";

// What a model makes of rows, as wide as they are.
struct RowsMade {
  const char *name, *description, *examples;
  RowMatrix<double> (Model::*by)(const Rows&, int) const;
  MissingCells missing;
};

class RowsCommand final : public Command {
 public:
  RowsCommand(CLI::App& program, const RowsMade& made)
      : Command(program, {.name = made.name, .description = made.description, .examples = made.examples}),
        made_(made),
        apply_(arguments_) {}
  [[nodiscard]] ExitCode run() override;

 private:
  RowsMade made_;
  ApplyArguments apply_;
};

ExitCode RowsCommand::run() {
  const auto applied = apply_.load(made_.missing);
  const auto rows =
      in_file(apply_.data_path(), [&] { return (applied.model.*made_.by)(applied.table.rows(), applied.threads); });
  Table result = borrowed_table(rows, applied.table);
  result.column_names = applied.model.feature_names;
  result.sample_shape = applied.model.sample_shape;
  write_table(apply_.output(), result);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> make_reconstruct(CLI::App& program) {
  const RowsMade made{.name = "reconstruct",
                      .description = "The nearest points to rows inside the subspace of a model",
                      .examples = kReconstructExamples,
                      .by = &Model::reconstruct,
                      .missing = MissingCells::refuse};
  return std::make_unique<RowsCommand>(program, made);
}

std::unique_ptr<Command> make_impute(CLI::App& program) {
  const RowsMade made{.name = "impute",
                      .description = "A table with its missing cells filled in by a model, the others as they were",
                      .examples = kImputeExamples,
                      .by = &Model::impute,
                      .missing = MissingCells::as_nan};
  return std::make_unique<RowsCommand>(program, made);
}

}  // namespace l21::internal::app
