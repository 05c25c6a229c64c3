#include "fit_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "l21/error.hpp"
#include "l21/model_file.hpp"
#include "vector_file.hpp"

namespace l21::internal::app {
namespace {

// What can be typed; `given` is what a file becomes.
std::vector<std::string_view> typed_choices(const OptionSpec& spec) {
  auto choices = spec.choices;
  std::erase(choices, "given");
  return choices;
}

std::string type_name(const OptionSpec& spec, const std::string& also) {
  if (spec.kind == OptionKind::integer) return "N";
  if (spec.kind == OptionKind::number) return "X";
  if (spec.kind == OptionKind::count) return "N|auto|SHARE";
  if (spec.kind == OptionKind::sizes) return "AxB";
  return fmt::format("{}{}{}", fmt::join(typed_choices(spec), "|"), also.empty() ? "" : "|", also);
}

std::string description(const OptionSpec& spec) {
  if (spec.name == "components") return fmt::format("{} (required, or --modes)", spec.help);
  return fmt::format("{} (default {})", spec.help, spec.get(FitOptions{}));
}

// What --center and --init take in place of a name.
std::string file_kind(const OptionSpec& spec) {
  if (spec.name == "center") return "FILE";
  if (spec.name == "init") return "MODEL.npz";
  return {};
}

bool is_choice(const OptionSpec& spec, std::string text) {
  std::replace(text.begin(), text.end(), '-', '_');
  const auto choices = typed_choices(spec);
  return std::find(choices.begin(), choices.end(), text) != choices.end();
}

// A value that is none of the names is a file when it exists or is written like one, so that a missing file is called
// missing.
bool names_file(const OptionSpec& spec, const std::string& text) {
  if (file_kind(spec).empty() || is_choice(spec, text)) return false;
  return text.find_first_of("./") != std::string::npos || std::filesystem::exists(text);
}

void set_from_file(FitOptions& options, const OptionSpec& spec, const std::string& path) {
  if (spec.name == "center") {
    options.center = Center::given;
    // One number a column: more than one thread would gain nothing.
    options.given_center = read_vector(path, 1);
  } else {
    const Model model = load_model(path);
    if (model.kind() != ModelKind::linear)
      throw InvalidArgument(fmt::format("--init takes a model without a kernel and without modes, got {}", path));
    options.init = Init::given;
    options.given_start = model.linear().components.transpose();
  }
}

}  // namespace

CLI::Option* add_table_option(CLI::App& command, const OptionSpec& spec, const std::string& also) {
  const std::string help = description(spec);
  return command.add_option(std::string(spec.flags), help)->type_name(type_name(spec, also));
}

ThreadsArgument::ThreadsArgument(CLI::App& command)
    : spec_(&option_spec("threads")), option_(add_table_option(command, *spec_)) {}

int ThreadsArgument::threads() const {
  FitOptions options;
  if (option_->count() > 0) spec_->set(options, option_->as<std::string>());
  if (options.threads < 0) throw InvalidArgument(fmt::format("--threads must be >= 0, got {}", options.threads));
  return options.threads;
}

FitArguments::FitArguments(CLI::App& command, const std::vector<std::string_view>& only) : takes_files_(false) {
  for (const std::string_view name : only) {
    const OptionSpec& spec = option_spec(name);
    given_.push_back({&spec, add_table_option(command, spec)});
  }
}

FitArguments::FitArguments(CLI::App& command) {
  for (const OptionSpec& spec : option_table()) {
    given_.push_back({&spec, add_table_option(command, spec, file_kind(spec))});
  }
  command
      .add_option(
          "--preset", preset_,
          "options that belong together, before all others: robust withstands gross outliers, cells damaged cells")
      ->type_name("robust|cells");
  command.add_option("--weights", weights_, "one weight for each row, >= 0: a file with one column or one row")
      ->type_name("FILE");
}

FitOptions FitArguments::options() const {
  FitOptions options;
  if (preset_ == "robust")
    options = robust_preset(options);
  else if (preset_ == "cells")
    options = cells_preset(options);
  else if (!preset_.empty())
    throw InvalidArgument(fmt::format("--preset takes robust or cells, got '{}'", preset_));
  for (const auto& [spec, option] : given_) {
    if (option->count() == 0) continue;
    const auto text = option->as<std::string>();
    if (takes_files_ && names_file(*spec, text))
      set_from_file(options, *spec, text);
    else
      spec->set(options, text);
  }
  if (!weights_.empty()) options.weights = read_vector(weights_, options.threads);
  return options;
}

std::vector<std::string> FitArguments::files() const {
  std::vector<std::string> files;
  for (const auto& [spec, option] : given_) {
    if (option->count() > 0 && names_file(*spec, option->as<std::string>())) files.push_back(option->as<std::string>());
  }
  if (!weights_.empty()) files.push_back(weights_);
  return files;
}

}  // namespace l21::internal::app
