#include "l21/fit.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "fit/kernel_fit.hpp"
#include "fit/linear_fit.hpp"
#include "fit/tensor_fit.hpp"
#include "linalg/parallel.hpp"
#include "tensor/contraction.hpp"

namespace l21 {
namespace {

// How many numbers a row becomes. Rows with one axis are vectors.
FitOptions with_components(const Rows& rows, FitOptions options, std::optional<ComponentChoice>& choice) {
  if (options.share > 0) {
    options.components = components_for_share(rows, options, options.share);
  } else if (options.components == 0) {
    choice = choose_components(rows, options);
    options.components = choice->components;
  }
  options.share = 0;
  if (options.modes.empty()) return options;
  options.components = static_cast<int>(internal::volume(options.modes));
  if (options.modes.size() == 1) options.modes.clear();
  return options;
}

// Once stopped, always stopped: a stage that can end early leaves the rest to the next.
Observer latched(const Observer& observer) {
  return [&observer, stopped = false](const Progress& progress) mutable {
    stopped = stopped || (observer && observer(progress) == Signal::stop);
    return stopped ? Signal::stop : Signal::go_on;
  };
}

Model fit_by_kind(const Rows& rows, const FitOptions& options, const Observer& observer) {
  if (options.kernel != Kernel::none) return internal::fit_kernel(rows, options, observer);
  if (options.modes.size() > 1) return internal::fit_tensor(rows, options, observer);
  return internal::fit_linear(rows, options, observer);
}

}  // namespace

Model fit(const Rows& rows, const FitOptions& requested, const Observer& observer) {
  const auto begin = std::chrono::steady_clock::now();
  validate(requested, rows.rows(), rows.cols());
  std::optional<ComponentChoice> choice;
  const FitOptions options = with_components(rows, requested, choice);
  const internal::SerialBlas serial;
  const internal::ProductTeam team(internal::resolve_threads(options.threads));
  Model model = fit_by_kind(rows, options, latched(observer));
  model.report.choice = std::move(choice);
  model.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return model;
}

}  // namespace l21
