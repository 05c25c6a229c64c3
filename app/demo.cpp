// l21pca demo: what robustness buys, on data whose answer is known.
#include <fmt/core.h>

#include <string>
#include <vector>

#include "command.hpp"
#include "haystack.hpp"
#include "l21/fit.hpp"

namespace l21::app {
namespace {

class DemoCommand final : public Command {
 public:
  explicit DemoCommand(CLI::App& program)
      : Command(program, {.name = "demo",
                          .description = "Compare the methods on generated data with outliers",
                          .examples = "l21pca demo"}) {}
  [[nodiscard]] ExitCode run() override;
};

struct Contender {
  std::string name;
  FitOptions options;
};

std::vector<Contender> contenders(int components) {
  FitOptions l21;
  l21.components = components;
  FitOptions pca = l21;
  pca.method = Method::pca;
  return {{"pca", pca}, {"l21", l21}, {"--preset robust", robust_preset(l21)}};
}

// Mean of ||x - x^|| over the inliers.
double inlier_error(const Model& model, const Haystack& stack) {
  const RowMatrix<double> inliers = stack.rows.topRows(stack.inliers);
  return (inliers - model.reconstruct(rows_of(inliers))).rowwise().norm().mean();
}

void print_row(const Contender& contender, const Haystack& stack) {
  const auto [model, report] = fit(rows_of(stack.rows), contender.options);
  fmt::print("  {:<18} {:>20.2f} {:>22.3f} {:>9.0f} ms\n", contender.name, angle_degrees(stack.truth, model.components),
             inlier_error(model, stack), 1000 * report.seconds);
}

ExitCode DemoCommand::run() {
  const HaystackOptions options;
  const Haystack stack = make_haystack(options);
  fmt::print(
      "{} points near a {}-dimensional plane in {} dimensions, among {} outliers {} times as long.\n"
      "Each method looks for the plane:\n\n",
      options.inliers, options.subspace, options.dimensions, options.outliers, options.outlier_norm);
  fmt::print("  {:<18} {:>20} {:>22} {:>12}\n", "method", "angle to the plane", "error of the inliers", "time");
  for (const auto& contender : contenders(static_cast<int>(options.subspace))) print_row(contender, stack);
  fmt::print(
      "\nThe angle is in degrees (0 is perfect, 90 as bad as can be); the error is the mean distance between an\n"
      "inlier and its reconstruction. Your own data: l21pca fit data.csv -k 5 --preset robust -o model.npz\n");
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> make_demo(CLI::App& program) {
  return std::make_unique<DemoCommand>(program);
}

}  // namespace l21::app
