// The fit report and the options as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "l21/model.hpp"

namespace l21::internal {

// Sentences name options as `vocabulary` says; files have flags.
[[nodiscard]] nlohmann::ordered_json json_of(const FitReport& report, Vocabulary vocabulary = Vocabulary::flag);
// Of a file of this version or an earlier one.
[[nodiscard]] FitReport report_from_json(const nlohmann::ordered_json& json);
[[nodiscard]] nlohmann::ordered_json json_of(const FitOptions& options);
// Unknown names and values that this version cannot read are left at their defaults: newer files of the same version
// load.
[[nodiscard]] FitOptions options_from_json(const nlohmann::ordered_json& json);

}  // namespace l21::internal
