#include "summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "l21/option_table.hpp"

namespace l21::internal::app {
namespace {

constexpr Index kComponentsShown = 10;

std::string line(std::string_view what, std::string_view value) {
  return fmt::format("  {:<22}{}\n", what, value);
}

std::string number(double value) {
  return fmt::format("{:.6g}", value);
}

std::string ending(const FitReport& report) {
  return fmt::format("{}: {}", report.converged ? "converged" : "not converged", report.message.text(Vocabulary::flag));
}

std::string options_line(const FitOptions& options) {
  std::string text;
  for (const OptionSpec& spec : option_table()) {
    if (spec.kind != OptionKind::choice || spec.name == "method") continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", spec.name, spec.get(options));
  }
  return text;
}

std::string component_lines(const Model& model) {
  const Index shown = std::min(kComponentsShown, model.explained_variance.size());
  std::string text = fmt::format("\n  {:<10} {:>20} {:>20}\n", "component", "explained variance", "share of objective");
  for (Index j = 0; j < shown; ++j) {
    text += fmt::format("  {:<10} {:>20} {:>20.4f}\n", j + 1, number(model.explained_variance[j]),
                        model.objective_share[j]);
  }
  if (shown < model.explained_variance.size()) {
    text += fmt::format("  ... {} more\n", model.explained_variance.size() - shown);
  }
  return text;
}

}  // namespace

std::string summary_of(const FitReport& report) {
  std::string text = line("method", to_string(report.method));
  text += line("data", fmt::format("{} rows x {} columns", report.n_samples, report.n_features));
  text += line("components", fmt::format("{} (rank {})", report.n_components, report.rank));
  if (report.choice) text += line("chosen", in_words(*report.choice));
  if (report.kernel_rank)
    text += line("kernel space", fmt::format("{} dimensions, {:.3g} % of the rows outside", *report.kernel_rank,
                                             100 * report.kernel_outside.value_or(0)));
  text += line("objective", fmt::format("{} (start {})", number(report.objective), number(report.objective_start)));
  text += line("ended", ending(report));
  text += line("residual", report.kkt_residual ? number(*report.kkt_residual) : "undefined");
  if (const Message certificate = in_words(report.certificate, report.method); !certificate.empty())
    text += line("certificate", certificate.text(Vocabulary::flag));
  text += line("reconstruction error",
               fmt::format("{} (mean distance of a row from its reconstruction)", number(report.reconstruction_error)));
  text += line("time", fmt::format("{:.3g} s on {} thread{}", report.seconds, report.threads_used,
                                   report.threads_used == 1 ? "" : "s"));
  if (report.zero_rows > 0)
    text += line("zero rows", fmt::format("{} (equal to the center; they change nothing)", report.zero_rows));
  if (report.missing_cells > 0)
    text += line("missing cells",
                 fmt::format("{} ({:.3g} %), left to the fit", report.missing_cells,
                             100 * static_cast<double>(report.missing_cells) /
                                 (static_cast<double>(report.n_samples) * static_cast<double>(report.n_features))));
  if (report.cells) text += line("damaged cells", in_words(*report.cells));
  for (const Message& warning : all_warnings(report)) text += line("warning", warning.text(Vocabulary::flag));
  return text;
}

std::string summary_of(const Model& model) {
  std::string text = summary_of(model.report);
  text += line("options", options_line(model.options));
  text += line("cutoffs", fmt::format("score distance {}, orthogonal distance {}", number(model.score_cutoff),
                                      number(model.orthogonal_cutoff)));
  if (!model.options.modes.empty()) text += line("modes", fmt::format("{}", fmt::join(model.options.modes, " x ")));
  if (!model.sample_shape.empty())
    text += line("shape of a row", fmt::format("{}", fmt::join(model.sample_shape, " x ")));
  return text + component_lines(model);
}

}  // namespace l21::internal::app
