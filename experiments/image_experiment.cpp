#include "image_experiment.hpp"

#include <fmt/core.h>

#include <cmath>
#include <filesystem>

#include "l21/error.hpp"
#include "l21/io.hpp"
#include "l21/model_file.hpp"
#include "pages/markup.hpp"

namespace l21::internal::experiments {
namespace {

Trial make_trial(const ImageExperiment& experiment, std::size_t set, double share, std::uint64_t seed) {
  const ImageSet& images = experiment.sets[set];
  return experiment.kind == ImageExperiment::Kind::occlusion
             ? occluded(images, share, experiment.fill, seed)
             : with_noise_images(images, experiment.noise[set], share, seed);
}

// The number of components that pictures are shown for.
int shown_components(const ImageExperiment& experiment) {
  return experiment.components[experiment.components.size() / 2];
}

class Run {
 public:
  Run(const ImageExperiment& experiment, const StepObserver& observer)
      : experiment_(experiment), steps_(observer, total_steps(experiment)) {}

  ImageResults all() && {
    for (std::size_t set = 0; set < experiment_.sets.size() && !steps_.stopped(); ++set) of_set(set);
    results_.interrupted = steps_.stopped();
    return std::move(results_);
  }

 private:
  static std::int64_t total_steps(const ImageExperiment& e) {
    return static_cast<std::int64_t>(e.sets.size() * e.shares.size() * e.methods.size() * e.components.size()) *
           e.repeats;
  }
  void of_set(std::size_t set) {
    for (const double share : experiment_.shares)
      for (int repeat = 0; repeat < experiment_.repeats && !steps_.stopped(); ++repeat)
        named_trial(set, share, experiment_.seed + static_cast<std::uint64_t>(repeat));
  }
  // Errors name the set; of a trial that was interrupted nothing is kept, so that all methods saw the same seeds.
  void named_trial(std::size_t set, double share, std::uint64_t seed) {
    const std::size_t before = results_.measurements.size();
    try {
      of_trial(set, share, seed);
    } catch (const DataError& error) {
      throw DataError({experiment_.sets[set].name, ": ", error.message()});
    }
    if (steps_.stopped()) results_.measurements.resize(before);
  }
  void of_trial(std::size_t set, double share, std::uint64_t seed);
  void of_method(const ImageSet& set, const Compressed& trial, double share, std::uint64_t seed,
                 const MethodChoice& method);
  [[nodiscard]] std::string trial_name(const ImageSet& set, double share, std::uint64_t seed) const {
    return fmt::format("{}-{}-{:g}-seed{}", experiment_.name(), pages::file_stem(set.name), 100 * share, seed);
  }
  void save(const Trial& trial, const ImageSet& set, const std::string& name) const;
  void show(const ImageSet& set, Trial trial, const Compressed& pixels, const Compressed& coordinates, double share);

  const ImageExperiment& experiment_;
  Steps steps_;
  ImageResults results_;
};

void Run::of_trial(std::size_t index, double share, std::uint64_t seed) {
  const ImageSet& set = experiment_.sets[index];
  steps_.begin(fmt::format("{}, {:g} %, compression", set.name, 100 * share));
  Trial trial = make_trial(experiment_, index, share, seed);
  // One compression serves every method and number of components that does not depend on the axes.
  const Compressed coordinates = compressed(trial, experiment_.center, experiment_.threads);
  Compressed pixels;
  for (const MethodChoice& method : experiment_.methods) {
    const bool rotates = is_rotation_invariant(method.options);
    if (!rotates && pixels.training.size() == 0) pixels = uncompressed(trial, set);
    if (!steps_.stopped()) of_method(set, rotates ? coordinates : pixels, share, seed, method);
  }
  if (!experiment_.models_folder.empty()) save(trial, set, trial_name(set, share, seed));
  const bool shown = share == experiment_.shares[experiment_.shares.size() / 2] && seed == experiment_.seed;
  if (shown && !steps_.stopped()) show(set, std::move(trial), pixels, coordinates, share);
}

void Run::of_method(const ImageSet& set, const Compressed& trial, double share, std::uint64_t seed,
                    const MethodChoice& method) {
  const auto announce = [&] { steps_.begin(fmt::format("{}, {:g} %, {}", set.name, 100 * share, method.name)); };
  announce();
  const Reuse reuse = experiment_.models_folder.empty() ? Reuse::nested : Reuse::never;
  sweep(trial, method, experiment_.components, reuse, steps_.fit_observer(), [&](const Fitted& fitted) {
    const FitReport& report = fitted.model.report;
    Measurement measured{
        set.name,     share,           seed, method.name, fitted.components, fitted.error, report.objective,
        std::nullopt, report.converged};
    if (!fitted.shared) measured.iterations = report.iterations;
    results_.measurements.push_back(std::move(measured));
    if (reuse == Reuse::never) {
      const std::string file =
          fmt::format("{}-{}-{}.npz", trial_name(set, share, seed), method.name, fitted.components);
      save_model((std::filesystem::path(experiment_.models_folder) / file).string(),
                 lifted(fitted.model, trial, method.options, set));
    }
    steps_.finish();
    announce();
    return steps_.tell();
  });
}

void Run::save(const Trial& trial, const ImageSet& set, const std::string& name) const {
  const auto path = std::filesystem::path(experiment_.models_folder);
  const auto write = [&](const std::string& file, const RowMatrix<double>& rows) {
    Table table;
    table.view = rows_of(rows);
    table.sample_shape = {set.height, set.width};
    write_table((path / file).string(), table);
  };
  write(name + "-training.npy", trial.training);
  write(name + "-originals.npy", trial.originals);
}

void Run::show(const ImageSet& set, Trial trial, const Compressed& pixels, const Compressed& coordinates,
               double share) {
  Showcase showcase{&set, share, std::move(trial), shown_components(experiment_), {}};
  for (const MethodChoice& method : experiment_.methods) {
    const Compressed& trained_on = is_rotation_invariant(method.options) ? coordinates : pixels;
    sweep(trained_on, method, {showcase.components}, Reuse::never, steps_.fit_observer(), [&](const Fitted& fitted) {
      showcase.models.push_back(lifted(fitted.model, trained_on, method.options, set));
      return steps_.tell();
    });
  }
  if (showcase.models.size() == experiment_.methods.size()) results_.showcases.push_back(std::move(showcase));
}

}  // namespace

void validate(const ImageExperiment& experiment) {
  for (const double share : experiment.shares) check_share(share);
  if (experiment.repeats < 1) throw InvalidArgument(fmt::format("--repeats must be >= 1, got {}", experiment.repeats));
  for (const ImageSet& set : experiment.sets)
    for (const MethodChoice& method : experiment.methods)
      for (const int m : {experiment.components.front(), experiment.components.back()}) {
        FitOptions options = method.options;
        options.components = m;
        try {
          l21::validate(options, set.count(), set.pixels.cols());
        } catch (const InvalidArgument& error) {
          throw InvalidArgument({fmt::format("{}, {}: ", set.name, method.name), error.message()});
        }
      }
}

ImageResults run(const ImageExperiment& experiment, const StepObserver& observer) {
  validate(experiment);
  return Run(experiment, observer).all();
}

}  // namespace l21::internal::experiments
