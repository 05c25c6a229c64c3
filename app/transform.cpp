// l21pca transform MODEL DATA -o SCORES
#include <fmt/core.h>

#include "apply.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "output.hpp"

namespace l21::internal::app {
namespace {

constexpr const char* kExamples =
    "l21pca transform model.npz new.csv -o scores.csv\n"
    "l21pca transform model.npz new.csv --id-column name -o scores.csv\n"
    "l21pca transform model.npz stack.npy -o scores.npy";

class TransformCommand final : public Command {
 public:
  explicit TransformCommand(CLI::App& program)
      : Command(program, {.name = "transform",
                          .description = "Coordinates of rows in the subspace of a model",
                          .examples = kExamples}),
        apply_(arguments_) {}
  [[nodiscard]] ExitCode run() override;

 private:
  ApplyArguments apply_;
};

ExitCode TransformCommand::run() {
  const auto applied = apply_.load();
  const auto scores =
      in_file(apply_.data_path(), [&] { return applied.model.transform(applied.table.rows(), applied.threads); });
  Table result = borrowed_table(scores, applied.table);
  for (Index j = 1; j <= scores.cols(); ++j) result.column_names.push_back(fmt::format("component_{}", j));
  if (applied.model.kind() == ModelKind::tensor) result.sample_shape = applied.model.tensor().score_shape();
  write_table(apply_.output(), result);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> make_transform(CLI::App& program) {
  return std::make_unique<TransformCommand>(program);
}

}  // namespace l21::internal::app
