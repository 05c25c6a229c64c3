// l21pca info MODEL [--json]
#include <fmt/core.h>

#include "command.hpp"
#include "l21/model_file.hpp"
#include "summary.hpp"

namespace l21::internal::app {
namespace {

constexpr const char* kExamples =
    "l21pca info model.npz\n"
    "l21pca info model.npz --json";

class InfoCommand final : public Command {
 public:
  explicit InfoCommand(CLI::App& program)
      : Command(program,
                {.name = "info", .description = "What a model holds and how its fit ended", .examples = kExamples}) {
    arguments_.add_option("MODEL", model_, "the model that fit wrote (.npz)")->required();
    arguments_.add_flag("--json", json_, "everything as JSON");
  }
  [[nodiscard]] ExitCode run() override;

 private:
  std::string model_;
  bool json_ = false;
};

ExitCode InfoCommand::run() {
  const Model model = load_model(model_);
  fmt::print("{}", json_ ? to_json(model) + '\n' : summary_of(model));
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> make_info(CLI::App& program) {
  return std::make_unique<InfoCommand>(program);
}

}  // namespace l21::internal::app
