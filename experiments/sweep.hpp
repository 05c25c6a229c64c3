// One method at many numbers of components.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compression.hpp"
#include "l21/fit.hpp"
#include "pages/chart.hpp"
#include "pages/page.hpp"

namespace l21::internal::experiments {

struct MethodChoice {
  std::string name;
  FitOptions options;  // `components` is set by the sweep
};

// What the paper compares; the first is what others are set beside, the last its own.
inline const std::vector<std::string> kPaperMethods{"pca", "r1", "l1_greedy", "l21"};
// Where images are occluded: and the preset that looks for damaged cells.
inline const std::vector<std::string> kOcclusionMethods{"pca", "r1", "l1_greedy", "cells", "l21"};

// "pca", "l1-greedy", "robust", "cells" ... with what `common` says for all methods. Throws InvalidArgument.
[[nodiscard]] MethodChoice method_choice(const std::string& name, FitOptions common);
// The colour a method has in every chart.
[[nodiscard]] pages::Look look_of(const std::string& method);

// What is the same for all methods, and which they are.
[[nodiscard]] std::vector<pages::Fact> common_facts(const std::vector<MethodChoice>& methods);
// "0, 1, 2".
[[nodiscard]] std::string seeds_in_words(std::uint64_t first, int count);

// Whether m components are the first m of more, so that one fit serves all m.
[[nodiscard]] bool is_nested(const FitOptions& options);
// Whether a fit in rotated coordinates is the rotated fit.
[[nodiscard]] bool is_rotation_invariant(const FitOptions& options);

struct Fitted {
  int components;
  double error;  // e(m)
  Model model;   // in coordinates
  bool shared;   // the first components of a larger fit: only they, and their objective, hold
};

enum class Reuse { nested, never };

// Calls `found` for every number of components, ascending, until the observer stops a fit.
void sweep(const Compressed& trial, const MethodChoice& method, const std::vector<int>& components, Reuse reuse,
           const Observer& observer, const std::function<Signal(const Fitted&)>& found);

}  // namespace l21::internal::experiments
