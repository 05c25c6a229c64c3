// The paper's two experiments (section 5): reconstruction errors where images are occluded, and where images of another
// kind are among them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "steps.hpp"
#include "sweep.hpp"

namespace l21::internal::experiments {

struct ImageExperiment {
  enum class Kind { occlusion, noise_images } kind = Kind::occlusion;
  std::vector<ImageSet> sets;
  std::vector<ImageSet> noise;  // noise_images: one per set, of its size
  std::vector<MethodChoice> methods;
  Center center = Center::mean;  // of all methods but the preset, which finds its own
  std::vector<double> shares{0.1, 0.2, 0.3};
  std::vector<int> components{21, 27, 33, 39, 45, 51, 57, 63, 69};  // ascending
  Fill fill = Fill::black;
  int repeats = 3;
  std::uint64_t seed = 0;
  int threads = 0;
  std::string models_folder;  // every model and training set goes there; empty: none is kept

  [[nodiscard]] const char* name() const { return kind == Kind::occlusion ? "occlusion" : "noise-images"; }
};

struct Measurement {
  std::string set;
  double share;
  std::uint64_t seed;
  std::string method;
  int components;
  double error, objective;
  std::optional<int> iterations;  // absent where one fit served several m
  bool converged;
};

// What is shown as pictures: one trial of a set and every method's model of it, at one number of components.
struct Showcase {
  const ImageSet* set;
  double share;
  Trial trial;
  int components;
  std::vector<Model> models;  // in pixels, in the order of the methods
};

struct ImageResults {
  std::vector<Measurement> measurements;
  std::vector<Showcase> showcases;  // one per set that was finished
  bool interrupted = false;
};

// Throws InvalidArgument unless shares, components and methods make sense for every set.
void validate(const ImageExperiment& experiment);

// The same numbers on any number of threads.
[[nodiscard]] ImageResults run(const ImageExperiment& experiment, const StepObserver& observer);

}  // namespace l21::internal::experiments
