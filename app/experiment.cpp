// l21pca experiment NAME -o DIR
#include <fmt/core.h>

#include "command.hpp"
#include "command_line.hpp"
#include "convergence_page.hpp"
#include "errors.hpp"
#include "experiment_arguments.hpp"
#include "experiment_run.hpp"
#include "haystack_page.hpp"
#include "image_page.hpp"
#include "pages/model_page.hpp"

namespace l21::internal::app {
namespace {

using namespace l21::internal::experiments;

constexpr const char* kExamples =
    "l21pca experiment occlusion -o results                        # the paper's first, on built-in images\n"
    "l21pca experiment occlusion --data att.npy --downsample 2 -o results\n"
    "l21pca experiment noise-images --data coil20.npy --downsample 2 --noise-data palm/ -o results\n"
    "l21pca experiment haystack --methods pca,l21,robust -o results\n"
    "l21pca experiment convergence --data faces --methods r1 -k 45 -o results";

class ExperimentCommand final : public Command {
 public:
  explicit ExperimentCommand(CLI::App& program);
  [[nodiscard]] ExitCode run() override;

 private:
  template <class Experiment>
  [[nodiscard]] ExitCode conduct(const std::string& title, const Experiment& experiment) const;

  std::string name_, output_;
  ExperimentArguments experiment_;
  bool quiet_ = false;
};

ExperimentCommand::ExperimentCommand(CLI::App& program)
    : Command(
          program,
          {.name = "experiment",
           .description =
               "Repeat the paper's experiments, or conduct them on your own images; writes a page, tables and figures",
           .examples = kExamples}),
      experiment_(arguments_) {
  arguments_
      .add_option(
          "NAME", name_,
          "occlusion, noise-images: the paper's; haystack: subspace recovery; convergence: plain beside accelerated")
      ->required()
      ->type_name("occlusion|noise-images|haystack|convergence");
  arguments_.add_option("-o,--output", output_, "the folder to write report.html, tables and figures to (required)")
      ->type_name("DIR");
  arguments_.add_flag("-q,--quiet", quiet_, "no progress, no table");
}

pages::DataTable short_table(const ImageExperiment& e, const ImageResults& r) {
  return comparison_table(e, r);
}
pages::DataTable short_table(const HaystackExperiment& e, const HaystackResults& r) {
  return angle_table(e, r);
}
pages::DataTable short_table(const ConvergenceExperiment& e, const ConvergenceResults& r) {
  return ending_table(e, r);
}

template <class Experiment>
ExitCode ExperimentCommand::conduct(const std::string& title, const Experiment& experiment) const {
  prepare_folder(output_, experiment_.inputs());
  if (!experiment_.models_folder().empty()) prepare_folder(experiment_.models_folder(), experiment_.inputs());
  const auto results = observed(quiet_ ? ProgressDisplay::never : ProgressDisplay::on_terminal,
                                [&](const StepObserver& observer) { return experiments::run(experiment, observer); });
  pages::Page page(title);
  add_sections(page, experiment, results);
  pages::add_origin(page, facts_of(experiment), command_line());
  const std::string path = write_results(page, output_);
  if (!quiet_) print_results(short_table(experiment, results), path);
  return results.interrupted ? interrupted(path) : ExitCode::done;
}

ExitCode ExperimentCommand::run() {
  if (output_.empty()) throw InvalidArgument("experiment needs -o, the folder to write to: -o results");
  const std::string name = with_hyphens(name_);
  if (name == "occlusion")
    return conduct("Reconstruction with occlusions", experiment_.image_experiment(ImageExperiment::Kind::occlusion));
  if (name == "noise-images")
    return conduct("Reconstruction with noise images",
                   experiment_.image_experiment(ImageExperiment::Kind::noise_images));
  if (name == "haystack") return conduct("Subspace recovery", experiment_.haystack());
  if (name == "convergence") return conduct("Convergence", experiment_.convergence());
  throw InvalidArgument(
      fmt::format("there is no experiment '{}'; there are occlusion, noise-images, haystack, convergence", name_));
}

}  // namespace

std::unique_ptr<Command> make_experiment(CLI::App& program) {
  return std::make_unique<ExperimentCommand>(program);
}

}  // namespace l21::internal::app
