// Arguments of the experiments.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "convergence.hpp"
#include "fit_arguments.hpp"
#include "haystack.hpp"
#include "image_experiment.hpp"

namespace l21::internal::app {

// "21:69:6, 80" -> 21, 27, ..., 69, 80; ascending, each once. Throws InvalidArgument naming `flag`.
[[nodiscard]] std::vector<int> parse_counts(const std::string& flag, const std::vector<std::string>& words);

class ExperimentArguments {
 public:
  explicit ExperimentArguments(CLI::App& command);

  // What was asked for. Throws InvalidArgument when an option was given that the experiment does not know.
  [[nodiscard]] experiments::ImageExperiment image_experiment(experiments::ImageExperiment::Kind kind) const;
  [[nodiscard]] experiments::HaystackExperiment haystack() const;
  [[nodiscard]] experiments::ConvergenceExperiment convergence() const;
  // Files that are read.
  [[nodiscard]] std::vector<std::string> inputs() const;
  [[nodiscard]] const std::string& models_folder() const { return models_folder_; }

 private:
  void check_use(const std::string& experiment) const;
  [[nodiscard]] std::vector<experiments::ImageSet> sets() const;
  [[nodiscard]] std::vector<Index> shape() const;  // as --shape says, or empty
  [[nodiscard]] experiments::ImageSet loaded(const std::string& path) const;
  [[nodiscard]] experiments::ImageSet image_set(const std::string& path, std::size_t index) const;
  [[nodiscard]] std::vector<experiments::MethodChoice> methods(const std::vector<std::string>& defaults) const;
  [[nodiscard]] std::vector<double> shares(std::vector<double> defaults) const;
  [[nodiscard]] experiments::ImageSet noise_for(const experiments::ImageSet& set) const;

  CLI::App& command_;
  FitArguments fit_;
  std::vector<std::string> data_, downsample_, components_, methods_;
  std::string noise_data_, shape_, models_folder_;
  std::vector<std::string> shares_, norms_;
  std::string fill_ = "black";
  long images_ = 0;
  int repeats_ = 3;
};

}  // namespace l21::internal::app
