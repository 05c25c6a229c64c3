// l21pca demo: the paper's two experiments on images that come with the program.
#include <fmt/core.h>

#include "command.hpp"
#include "command_line.hpp"
#include "experiment_run.hpp"
#include "image_page.hpp"
#include "pages/model_page.hpp"
#include "sets/sets.hpp"

namespace l21::internal::app {
namespace {

using namespace l21::internal::experiments;

class DemoCommand final : public Command {
 public:
  explicit DemoCommand(CLI::App& program);
  [[nodiscard]] ExitCode run() override;

 private:
  std::string output_ = "demo";
};

DemoCommand::DemoCommand(CLI::App& program)
    : Command(program, {.name = "demo",
                        .description = "The paper's experiments on built-in images, as a page to look at",
                        .examples = "l21pca demo\nl21pca demo -o somewhere"}) {
  arguments_
      .add_option("-o,--output", output_, "the folder to write report.html, tables and figures to (default demo)")
      ->type_name("DIR");
}

std::vector<ImageExperiment> paper_experiments() {
  ImageExperiment occlusion;
  FitOptions common;
  common.tolerance = 1e-5;  // errors are the same to five digits, in half the time
  for (const auto& name : kOcclusionMethods) occlusion.methods.push_back(method_choice(name, common));
  occlusion.repeats = 1;
  occlusion.sets = {faces(), objects()};
  ImageExperiment noise = occlusion;
  std::erase_if(noise.methods, [](const MethodChoice& method) { return method.name == "cells"; });
  noise.kind = ImageExperiment::Kind::noise_images;
  noise.sets = {occlusion.sets.back()};
  noise.noise = {textures(kTextures, noise.sets.front().height, noise.sets.front().width)};
  return {occlusion, noise};
}

ExitCode DemoCommand::run() {
  prepare_folder(output_, {});
  pages::Page page("PCA-L21 beside PCA, R1-PCA and PCA-L1");
  page.paragraph(
      "The experiments of Nie & Huang, \"Non-Greedy L21-Norm Maximization for Principal Component Analysis\", at the "
      "paper's sizes, on "
      "images that l21pca draws itself: 400 faces of 56 x 46 and 1440 objects of 64 x 64 pixels, with textures as "
      "noise images.");
  const auto all = paper_experiments();
  for (const ImageExperiment& experiment : all) {
    const auto results = observed(ProgressDisplay::on_terminal,
                                  [&](const StepObserver& observer) { return experiments::run(experiment, observer); });
    add_sections(page, experiment, results);
    fmt::print("{}: {}\n{}\n", experiment.name(),
               "error beside pca in percent, mean over m (at how many m it is the lowest)",
               pages::text_of(comparison_table(experiment, results)));
    if (!results.interrupted) continue;
    pages::add_origin(page, facts_of(experiment), command_line());
    return interrupted(write_results(page, output_));
  }
  pages::add_origin(page, facts_of(all.front()), command_line());
  fmt::print("report: {}\n", write_results(page, output_));
  return ExitCode::done;
}

}  // namespace

std::unique_ptr<Command> make_demo(CLI::App& program) {
  return std::make_unique<DemoCommand>(program);
}

}  // namespace l21::internal::app
