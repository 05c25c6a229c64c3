#include "sweep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "l21/error.hpp"
#include "l21/option_table.hpp"

namespace l21::internal::experiments {
namespace {

Model truncated(const Model& model, int components) {
  Model first = model;
  first.linear().components = model.linear().components.topRows(components);
  first.explained_variance = model.explained_variance.head(components);
  first.objective_share = model.objective_share.head(components);
  // For both nested methods the shares add up to the objective.
  first.report.objective *= first.objective_share.sum();
  first.report.n_components = components;
  return first;
}

}  // namespace

MethodChoice method_choice(const std::string& name, FitOptions common) {
  // Methods are compared as they are, without a proof and what it might improve.
  common.certify = Certify::off;
  if (name == "robust") return {name, robust_preset(common)};
  if (name == "cells") return {name, cells_preset(common)};
  MethodChoice choice{name, common};
  try {
    option_spec("method").set(choice.options, name);
  } catch (const InvalidArgument&) {
    throw InvalidArgument(fmt::format("--methods takes {}, robust, cells, got '{}'",
                                      fmt::join(option_spec("method").choices, ", "), name));
  }
  choice.name = to_string(choice.options.method);
  return choice;
}

pages::Look look_of(const std::string& method) {
  using pages::Look;
  constexpr std::array<std::pair<const char*, Look>, 10> kLooks{{{"l21", Look::accent},
                                                                 {"cells", Look::sky},
                                                                 {"pca", Look::grey},
                                                                 {"r1", Look::blue},
                                                                 {"l1_greedy", Look::green},
                                                                 {"l1", Look::purple},
                                                                 {"l2p", Look::yellow},
                                                                 {"robust", Look::black},
                                                                 {"truncated_power", Look::sky},
                                                                 {"sparse_l21", Look::brown}}};
  for (const auto& [name, look] : kLooks)
    if (method == name) return look;
  return Look::sky;
}

std::vector<pages::Fact> common_facts(const std::vector<MethodChoice>& methods) {
  std::string names;
  for (const MethodChoice& method : methods) names += (names.empty() ? "" : ", ") + method.name;
  std::vector<pages::Fact> facts{{"methods", names}};
  // The presets have their own center, scaling and start; the others share theirs.
  const auto shared = std::find_if(methods.begin(), methods.end(),
                                   [](const MethodChoice& m) { return m.name != "robust" && m.name != "cells"; });
  const FitOptions& options = (shared != methods.end() ? *shared : methods.front()).options;
  for (const char* name :
       {"center", "row_scaling", "init", "solver", "tolerance", "max_iterations", "precision", "p", "cardinality"})
    facts.push_back({name, option_spec(name).get(options)});
  return facts;
}

std::string seeds_in_words(std::uint64_t first, int count) {
  return count == 1 ? fmt::format("{}", first)
                    : fmt::format("{} to {}", first, first + static_cast<std::uint64_t>(count) - 1);
}

bool is_nested(const FitOptions& options) {
  // Sparse components choose among the starts of all, so the first of many are not those of few.
  const bool one_by_one = options.method == Method::pca || options.method == Method::l1_greedy;
  return one_by_one && options.damaged_cells == DamagedCells::keep && options.row_scaling == RowScaling::none &&
         options.center != Center::joint;
}

bool is_rotation_invariant(const FitOptions& options) {
  return !has_sparse_components(options.method) && options.damaged_cells == DamagedCells::keep &&
         options.column_scaling == ColumnScaling::none;
}

void sweep(const Compressed& trial, const MethodChoice& method, const std::vector<int>& components, Reuse reuse,
           const Observer& observer, const std::function<Signal(const Fitted&)>& found) {
  FitOptions options = in_coordinates(method.options, trial);
  const auto fit_to = [&](int m) {
    options.components = m;
    return fit(rows_of(trial.training), options, observer);
  };
  const auto report = [&](int m, Model model, bool shared) {
    const double error = reconstruction_error(model, trial, options.threads);
    return found({m, error, std::move(model), shared});
  };
  const auto is_over = [](const Model& model) { return model.report.status == Status::interrupted; };
  if (reuse == Reuse::nested && is_nested(options)) {
    const Model whole = fit_to(components.back());
    if (is_over(whole)) return;
    for (const int m : components)
      if (report(m, truncated(whole, m), components.size() > 1) == Signal::stop) return;
    return;
  }
  for (const int m : components) {
    Model model = fit_to(m);
    if (is_over(model) || report(m, std::move(model), false) == Signal::stop) return;
  }
}

}  // namespace l21::internal::experiments
