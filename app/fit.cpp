// l21pca fit DATA -k M -o MODEL.npz
#include "l21/fit.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "command.hpp"
#include "errors.hpp"
#include "fit_arguments.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "l21/model_file.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "summary.hpp"
#include "trace.hpp"

namespace l21::internal::app {
namespace {

constexpr const char* kExamples =
    "l21pca fit data.csv -k 5 -o model.npz\n"
    "l21pca fit data.csv --id-column name --exclude label -k 5 -o model.npz\n"
    "l21pca fit data.csv -k 5 --preset robust -o model.npz     # gross outliers\n"
    "l21pca fit data.csv -k 5 --scale mad --center geometric-median -o model.npz\n"
    "l21pca fit points.csv -k 3 --kernel rbf --gamma 0.5 -o model.npz\n"
    "l21pca fit images.npy --modes 10x8 -o model.npz            # each axis of the images by itself\n"
    "l21pca fit stack.npy -k 20 --method l1 --json -o model.npz > report.json\n"
    "zcat data.csv.gz | l21pca fit - -k 5 -o model.npz";

class FitCommand final : public Command {
 public:
  explicit FitCommand(CLI::App& program);
  [[nodiscard]] ExitCode run() override;

 private:
  void name_output();
  void check_arguments() const;
  [[nodiscard]] Model fit_table(const Table& table, const FitOptions& options) const;
  [[nodiscard]] std::string alternative_output() const;
  [[nodiscard]] ExitCode fit_alternative(const Table& table, FitOptions options, const Model& first) const;
  void write(const Model& result) const;
  void print(const FitReport& report) const;
  [[nodiscard]] ExitCode conclude(const FitReport& report, const std::string& file) const;

  InputArguments input_;
  std::string output_, trace_;
  FitArguments options_;
  bool strict_ = false, quiet_ = false, json_ = false, alternatives_ = false;
};

FitCommand::FitCommand(CLI::App& program)
    : Command(program,
              {.name = "fit", .description = "Fit a subspace to a table and write the model", .examples = kExamples}),
      input_(arguments_),
      options_(arguments_) {
  arguments_.add_option("-o,--output", output_, "where to write the model; without it the summary is all there is")
      ->type_name("MODEL.npz");
  arguments_
      .add_option("--trace", trace_, "write round, iteration, objective, residual, seconds, reads of every iteration")
      ->type_name("FILE.csv");
  arguments_.add_flag(
      "--alternatives", alternatives_,
      "with --preset robust: also fit the rows that it leaves out, where they belong together, and write "
      "MODEL-alternative.npz");
  arguments_.add_flag("--strict", strict_, "exit with 3 when the fit does not converge");
  arguments_.add_flag("-q,--quiet", quiet_, "no progress, no summary");
  arguments_.add_flag("--json", json_, "the fit report as JSON on standard output, and nothing else there");
}

// A name without an extension gets that of a model.
void FitCommand::name_output() {
  const std::filesystem::path name = std::filesystem::path(output_).filename();
  const bool is_name = !name.empty() && name != "." && name != ".." && name != "-";
  if (is_name && !name.has_extension()) output_ += ".npz";
}

void FitCommand::check_arguments() const {
  if (arguments_.get_option("--components")->count() == 0 && arguments_.get_option("--modes")->count() == 0) {
    throw InvalidArgument("fit needs -k, the number of components, or --modes: l21pca fit DATA -k 5 -o MODEL.npz");
  }
  if (arguments_.get_option("--components")->count() > 0 && arguments_.get_option("--modes")->count() > 0)
    throw InvalidArgument("fit takes -k or --modes, not both");
  auto inputs = options_.files();
  inputs.push_back(input_.path());
  if (alternatives_ && output_.empty())
    throw InvalidArgument("--alternatives needs -o, the file to write the first model to: -o MODEL.npz");
  if (!output_.empty()) {
    if (!output_.ends_with(".npz")) throw InvalidArgument(fmt::format("-o of fit must end in .npz, got '{}'", output_));
    check_output(output_, inputs);
    if (alternatives_) check_output(alternative_output(), inputs);
    inputs.push_back(output_);
  }
  if (!trace_.empty()) check_output(trace_, inputs);
}

Model FitCommand::fit_table(const Table& table, const FitOptions& options) const {
  const InterruptGuard interrupt;
  ProgressLine line(quiet_ || json_ ? ProgressDisplay::never : ProgressDisplay::on_terminal);
  const Observer observer = [&](const Progress& progress) {
    line.show(progress);
    return interrupt.requested() ? Signal::stop : Signal::go_on;
  };
  Model model = in_file(input_.path(), [&] { return fit(table.rows(), options, observer); });
  model.feature_names = table.column_names;
  model.sample_shape = table.sample_shape;
  return model;
}

std::string FitCommand::alternative_output() const {
  return output_.substr(0, output_.size() - std::string_view(".npz").size()) + "-alternative.npz";
}

// After the first: a failure here leaves that one as it is.
ExitCode FitCommand::fit_alternative(const Table& table, FitOptions options, const Model& first) const {
  if (!first.report.robust->other) {
    say("there is no other group of rows: no alternative was written");
    return ExitCode::done;
  }
  options.weights = weights_beside(first, table.rows(), options.weights, options.threads);
  options.components = static_cast<int>(first.size());
  options.share = 0;
  const Model other = fit_table(table, options);
  save_model(alternative_output(), other);
  if (!json_ && !quiet_) fmt::print("  {:<22}{}\n", "alternative", alternative_output());
  for (const Message& warning : all_warnings(other.report)) warn(warning.text(Vocabulary::flag));
  return conclude(other.report, alternative_output());
}

void FitCommand::write(const Model& result) const {
  if (!trace_.empty()) write_trace(trace_, result.report);
  if (output_.empty()) return;
  try {
    save_model(output_, result);
  } catch (...) {
    // A failure leaves no output behind.
    std::error_code ignored;
    if (!trace_.empty()) std::filesystem::remove(trace_, ignored);
    throw;
  }
}

void FitCommand::print(const FitReport& report) const {
  if (json_) {
    fmt::print("{}\n", to_json(report));
  } else if (!quiet_) {
    fmt::print("{}  {:<22}{}\n", summary_of(report), "model",
               output_.empty() ? "not kept; -o model.npz would write it" : output_);
  } else {
    for (const Message& warning : all_warnings(report)) warn(warning.text(Vocabulary::flag));
  }
}

ExitCode FitCommand::conclude(const FitReport& report, const std::string& file) const {
  if (report.status == Status::interrupted) {
    say(file.empty() ? fmt::format("interrupted after {} iterations; without -o nothing was kept", report.iterations)
                     : fmt::format("interrupted after {} iterations; the model so far is in {}, marked not converged",
                                   report.iterations, file));
    return ExitCode::interrupted;
  }
  if (report.converged) return ExitCode::done;
  warn(fmt::format("not converged: {}", report.message.text(Vocabulary::flag)));
  return strict_ ? ExitCode::not_converged : ExitCode::done;
}

ExitCode FitCommand::run() {
  name_output();
  check_arguments();
  FitOptions options = options_.options();
  if (alternatives_ && options.method != Method::robust)
    throw InvalidArgument("--alternatives belongs to --preset robust: other methods leave no rows out");
  const Table table = input_.read(options.threads, cells_of(options));
  options.sample_shape = table.sample_shape;
  const Model result = fit_table(table, options);
  write(result);
  print(result.report);
  const ExitCode first = conclude(result.report, output_);
  if (!alternatives_ || result.report.status == Status::interrupted) return first;
  const ExitCode second = fit_alternative(table, options, result);
  return second == ExitCode::done ? first : second;
}

}  // namespace

std::unique_ptr<Command> make_fit(CLI::App& program) {
  return std::make_unique<FitCommand>(program);
}

}  // namespace l21::internal::app
