// A fit in a few lines for a person.
#pragma once

#include <string>

#include "l21/model.hpp"

namespace l21::internal::app {

// Lines "  what         value", the last one ended too.
[[nodiscard]] std::string summary_of(const FitReport& report);
// The same and what the model itself holds: options, cutoffs, the weight of each component.
[[nodiscard]] std::string summary_of(const Model& model);

}  // namespace l21::internal::app
