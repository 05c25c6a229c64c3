// l21pca reconstruct MODEL DATA -o XHAT
#include "apply.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "output.hpp"

namespace l21::internal::app {
namespace {

constexpr const char* kExamples =
    "l21pca reconstruct model.npz noisy.csv -o clean.csv\n"
    "l21pca reconstruct faces.npz faces/ --resize 46x56 -o clean.npy";

class ReconstructCommand final : public Command {
 public:
  explicit ReconstructCommand(CLI::App& program)
      : Command(program, {.name = "reconstruct",
                          .description = "The nearest points to rows inside the subspace of a model",
                          .examples = kExamples}),
        apply_(arguments_) {}
  [[nodiscard]] ExitCode run() override;

 private:
  ApplyArguments apply_;
};

ExitCode ReconstructCommand::run() {
  const auto applied = apply_.load();
  const auto rows =
      in_file(apply_.data_path(), [&] { return applied.model.reconstruct(applied.table.rows(), applied.threads); });
  Table result = borrowed_table(rows, applied.table);
  result.column_names = applied.model.feature_names;
  result.sample_shape = applied.model.sample_shape;
  write_table(apply_.output(), result);
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> make_reconstruct(CLI::App& program) {
  return std::make_unique<ReconstructCommand>(program);
}

}  // namespace l21::internal::app
