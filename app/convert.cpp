// l21pca convert IN OUT
#include "command.hpp"
#include "fit_arguments.hpp"
#include "input.hpp"
#include "output.hpp"

namespace l21::internal::app {
namespace {

constexpr const char* kExamples =
    "l21pca convert data.csv data.npy\n"
    "l21pca convert data.mat:X --transpose data.csv\n"
    "l21pca convert faces/ --resize 46x56 faces.npy\n"
    "l21pca convert data.h5:/train -               # CSV to standard output";

class ConvertCommand final : public Command {
 public:
  explicit ConvertCommand(CLI::App& program)
      : Command(
            program,
            {.name = "convert", .description = "Read a table and write it in another format", .examples = kExamples}),
        input_(arguments_, "IN"),
        threads_(arguments_) {
    arguments_
        .add_option(
            "OUT", output_,
            "where to write it: .csv, .tsv (also .gz), .npy, .npz, .mat, .h5, .mtx, or - for CSV to standard output")
        ->required();
  }
  [[nodiscard]] ExitCode run() override;

 private:
  InputArguments input_;
  ThreadsArgument threads_;
  std::string output_;
};

ExitCode ConvertCommand::run() {
  check_output(output_, {input_.path()});
  write_table(output_, input_.read(threads_.threads()));
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> make_convert(CLI::App& program) {
  return std::make_unique<ConvertCommand>(program);
}

}  // namespace l21::internal::app
