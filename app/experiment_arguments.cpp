#include "experiment_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "experiment_run.hpp"
#include "l21/error.hpp"
#include "l21/io.hpp"
#include "linalg/parallel.hpp"
#include "pages/markup.hpp"
#include "sets/sets.hpp"
#include "sizes.hpp"

namespace l21::internal::app {
namespace {

using namespace l21::internal::experiments;

// The options of a fit that are the same for all methods of an experiment.
const std::vector<std::string_view> kFitOptions{"p",      "cardinality", "center",    "row_scaling",
                                                "solver", "init",        "tolerance", "max_iterations",
                                                "seed",   "threads",     "precision"};

// Which experiments know an option; the others refuse it.
const std::map<std::string, std::vector<std::string>> kUsers{
    {"--data", {"occlusion", "noise-images", "convergence"}},
    {"--downsample", {"occlusion", "noise-images", "convergence"}},
    {"--shape", {"occlusion", "noise-images", "convergence"}},
    {"--images", {"occlusion", "noise-images", "convergence"}},
    {"--components", {"occlusion", "noise-images", "convergence"}},
    {"--noise-data", {"noise-images"}},
    {"--fill", {"occlusion", "convergence"}},
    {"--norm", {"haystack"}},
    {"--repeats", {"occlusion", "noise-images", "haystack"}},
    {"--save-models", {"occlusion", "noise-images"}},
    {"--init", {"occlusion", "noise-images", "haystack"}},
    {"--solver", {"occlusion", "noise-images", "haystack"}},
};

constexpr int kMost = 1000000;  // of anything that is counted here

// A whole number from 1 to kMost; `takes` says what the option takes.
int parse_count(std::string_view text, const std::string& takes, const std::string& whole) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= 1 && value <= kMost) return value;
  throw InvalidArgument(fmt::format("{}, got '{}'", takes, whole));
}

double parse_double(const std::string& flag, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (!text.empty() && *end == '\0') return value;
  throw InvalidArgument(fmt::format("{} takes numbers, got '{}'", flag, text));
}

// Ascending, and none twice as far as people can see.
std::vector<double> parse_doubles(const std::string& flag, const std::vector<std::string>& words) {
  std::vector<double> values;
  values.reserve(words.size());
  for (const auto& word : words) values.push_back(parse_double(flag, word));
  std::sort(values.begin(), values.end());
  const auto same = [](double a, double b) { return fmt::format("{:g}", a) == fmt::format("{:g}", b); };
  values.erase(std::unique(values.begin(), values.end(), same), values.end());
  return values;
}

// "faces/" is called faces.
std::string name_of(const std::string& path) {
  const auto name = std::filesystem::path(path).filename().empty() ? std::filesystem::path(path).parent_path()
                                                                   : std::filesystem::path(path);
  return name.stem().string();
}

}  // namespace

std::vector<int> parse_counts(const std::string& flag, const std::vector<std::string>& words) {
  const std::string takes =
      fmt::format("{} takes numbers from 1 to {} and ranges FIRST:LAST:STEP such as 21:69:6", flag, kMost);
  std::vector<int> counts;
  for (const std::string& word : words) {
    std::vector<int> numbers;
    for (std::size_t begin = 0; begin <= word.size();) {
      const auto colon = std::min(word.find(':', begin), word.size());
      numbers.push_back(parse_count(std::string_view(word).substr(begin, colon - begin), takes, word));
      begin = colon + 1;
    }
    if (numbers.size() > 3) throw InvalidArgument(fmt::format("{}, got '{}'", takes, word));
    const int last = numbers.size() > 1 ? numbers[1] : numbers[0], step = numbers.size() > 2 ? numbers[2] : 1;
    if (last < numbers[0]) throw InvalidArgument(fmt::format("{}: the range '{}' ends before it begins", flag, word));
    for (int value = numbers[0]; value <= last; value += step) counts.push_back(value);
  }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

ExperimentArguments::ExperimentArguments(CLI::App& command) : command_(command), fit_(command, kFitOptions) {
  const auto list = [&](const char* flag, auto& values, const char* help) {
    return command.add_option(flag, values, help)->delimiter(',')->allow_extra_args(false)->type_name("LIST");
  };
  command
      .add_option(
          "--data", data_,
          "images to use: a stack (.npy, .mat, ...) or a folder; given repeatedly, several sets; objects, faces: the "
          "built-in ones (default: both, noise-images: objects, convergence: faces)")
      ->allow_extra_args(false)
      ->type_name("FILE|objects|faces");
  command
      .add_option("--noise-data", noise_data_,
                  "images to mix in, resized to the data's size (default: built-in textures)")
      ->type_name("FILE|textures|objects|faces");
  list("--downsample", downsample_,
       "every N x N pixels become their mean; one number for all sets, or one for each (default 1)");
  command.add_option("--shape", shape_, "height and width of images whose file does not say it, such as 56x46")
      ->type_name("HxW");
  command.add_option("--images", images_, "use only so many images of each set, spread evenly over it")->type_name("N");
  list("-k,--components", components_,
       "numbers of components, and ranges FIRST:LAST:STEP (default 21:69:6; convergence: 21)");
  list("--methods", methods_,
       "methods of fit (default pca,r1,l1-greedy,l21; haystack: "
       "pca,l1-greedy,l21,r1,robust; convergence: l21)");
  list("--share", shares_,
       "shares that are corrupted, in percent (default 10,20,30; haystack: 5 to 80; convergence: 20)");
  command.add_option("--fill", fill_, "what occluding squares are filled with (default black)")
      ->type_name("black|white|noise|mean");
  list("--norm", norms_, "haystack: lengths of outliers in those of inliers (default 1,10,100)");
  command.add_option("--repeats", repeats_, "repeat with so many seeds, from --seed on (default 3)")->type_name("N");
  command.add_option("--save-models", models_folder_, "keep every model and training set in this folder")
      ->type_name("DIR");
}

std::vector<std::string> ExperimentArguments::inputs() const {
  std::vector<std::string> files = data_;
  if (!noise_data_.empty()) files.push_back(noise_data_);
  return files;
}

void ExperimentArguments::check_use(const std::string& experiment) const {
  for (const auto& [flag, users] : kUsers)
    if (command_.get_option(flag)->count() > 0 && std::find(users.begin(), users.end(), experiment) == users.end())
      throw InvalidArgument(fmt::format("{} is for {}, not for {}", flag, fmt::join(users, " and "), experiment));
}

std::vector<Index> ExperimentArguments::shape() const {
  if (shape_.empty()) return {};
  const auto [height, width] = parse_sides(shape_, "--shape takes HEIGHTxWIDTH in pixels, such as 56x46");
  return {height, width};
}

ImageSet ExperimentArguments::loaded(const std::string& path) const {
  const int threads = fit_.options().threads;
  if (command_.get_option("--images")->count() > 0 && images_ < 2)
    throw InvalidArgument(fmt::format("--images must be >= 2, got {}", images_));
  // Of a built-in set only those that are used are drawn.
  const auto at_most = [&](Index all) { return images_ > 0 ? std::min<Index>(images_, all) : all; };
  if (path == "objects") return objects(at_most(kMostObjects), threads);
  if (path == "faces") return faces(at_most(kMostFaces), threads);
  ReadOptions reading;
  reading.threads = internal::resolve_threads(threads);
  ImageSet set = images_of(read_table(path, reading), path, shape());
  // Reports call a set by the name of its file.
  set.name = name_of(path);
  return images_ > 0 ? spread_over(set, images_) : set;
}

ImageSet ExperimentArguments::image_set(const std::string& path, std::size_t index) const {
  if (downsample_.empty()) return loaded(path);
  if (downsample_.size() > 1 && downsample_.size() != data_.size())
    throw InvalidArgument(fmt::format("--downsample takes one number or one for each --data, got {} for {} sets",
                                      downsample_.size(), data_.size()));
  const std::string& factor = downsample_[downsample_.size() > 1 ? index : 0];
  return downsampled(
      loaded(path),
      parse_count(factor, "--downsample takes whole numbers >= 1, one for all sets or one for each --data", factor));
}

std::vector<ImageSet> ExperimentArguments::sets() const {
  std::vector<ImageSet> all;
  for (std::size_t i = 0; i < data_.size(); ++i) {
    all.push_back(image_set(data_[i], i));
    // Two files of one name in different folders stay apart, also as names of files.
    const std::string name = all.back().name;
    const auto taken = [&](const ImageSet& set) {
      return pages::file_stem(set.name) == pages::file_stem(all.back().name);
    };
    for (int k = 2; std::count_if(all.begin(), all.end(), taken) > 1; ++k)
      all.back().name = fmt::format("{} ({})", name, k);
  }
  return all;
}

ImageSet ExperimentArguments::noise_for(const ImageSet& set) const {
  const int threads = fit_.options().threads;
  if (noise_data_.empty() || noise_data_ == "textures") return textures(kTextures, set.height, set.width, threads);
  return resized(loaded(noise_data_), set.height, set.width);
}

std::vector<MethodChoice> ExperimentArguments::methods(const std::vector<std::string>& defaults) const {
  const FitOptions common = fit_.options();
  std::vector<MethodChoice> chosen;
  for (const std::string& name : methods_.empty() ? defaults : methods_) {
    chosen.push_back(method_choice(name, common));
    for (std::size_t i = 0; i + 1 < chosen.size(); ++i)
      if (chosen[i].name == chosen.back().name)
        throw InvalidArgument(fmt::format("--methods names {} twice", chosen.back().name));
  }
  return chosen;
}

std::vector<double> ExperimentArguments::shares(std::vector<double> defaults) const {
  if (shares_.empty()) return defaults;
  std::vector<double> all = parse_doubles("--share", shares_);
  for (double& share : all) check_share(share /= 100);
  return all;
}

ImageExperiment ExperimentArguments::image_experiment(ImageExperiment::Kind kind) const {
  ImageExperiment experiment;
  experiment.kind = kind;
  check_use(experiment.name());
  experiment.methods = methods(kind == ImageExperiment::Kind::occlusion ? kOcclusionMethods : kPaperMethods);
  experiment.shares = shares(experiment.shares);
  if (!components_.empty()) experiment.components = parse_counts("--components", components_);
  experiment.fill = parse_fill(fill_);
  experiment.repeats = repeats_;
  const FitOptions common = fit_.options();
  experiment.center = common.center;
  experiment.seed = common.seed;
  experiment.threads = common.threads;
  experiment.models_folder = models_folder_;
  if (!data_.empty())
    experiment.sets = sets();
  else if (kind == ImageExperiment::Kind::occlusion)
    experiment.sets = {image_set("faces", 0), image_set("objects", 0)};
  else
    experiment.sets = {image_set("objects", 0)};
  if (kind == ImageExperiment::Kind::noise_images)
    for (const ImageSet& set : experiment.sets) experiment.noise.push_back(noise_for(set));
  validate(experiment);
  return experiment;
}

HaystackExperiment ExperimentArguments::haystack() const {
  check_use("haystack");
  HaystackExperiment experiment;
  experiment.methods = methods({"pca", "l1_greedy", "l21", "r1", "robust"});
  experiment.shares = shares(experiment.shares);
  if (!norms_.empty()) experiment.norms = parse_doubles("--norm", norms_);
  experiment.repeats = repeats_;
  experiment.stack.seed = fit_.options().seed;
  validate(experiment);
  return experiment;
}

ConvergenceExperiment ExperimentArguments::convergence() const {
  check_use("convergence");
  ConvergenceExperiment experiment;
  const auto all = methods({"l21"});
  const auto counts = components_.empty() ? std::vector<int>{21} : parse_counts("--components", components_);
  const auto share = shares({0.2});
  if (all.size() != 1 || counts.size() != 1 || share.size() != 1 || data_.size() > 1)
    throw InvalidArgument("convergence takes one --data, one of --methods, one -k and one --share");
  experiment.method = all.front();
  experiment.method.options.components = counts.front();
  const ImageSet set = image_set(data_.empty() ? "faces" : data_.front(), 0);
  experiment.name = fmt::format("{}, {:g} % occluded", set.name, 100 * share.front());
  experiment.rows = occluded(set, share.front(), parse_fill(fill_), experiment.method.options.seed).training;
  return experiment;
}

}  // namespace l21::internal::app
