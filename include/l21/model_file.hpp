// A model to and from its file, and as JSON. In l21pca::model_file.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "l21/export.hpp"
#include "l21/model.hpp"

namespace l21 {

// The same model from a file and to it: a .npz that numpy opens; see docs/model-file.md.
[[nodiscard]] L21_EXPORT Model load_model(const std::string& path);
L21_EXPORT void save_model(const std::string& path, const Model& model);
// The same without a file.
[[nodiscard]] L21_EXPORT std::vector<std::byte> model_to_bytes(const Model& model);
[[nodiscard]] L21_EXPORT Model model_from_bytes(std::span<const std::byte> bytes);

// The fit report as JSON text; what overflows or is undefined is null. Its sentences name options as `vocabulary` says.
[[nodiscard]] L21_EXPORT std::string to_json(const FitReport& report, int indent = 2,
                                             Vocabulary vocabulary = Vocabulary::flag);
// All of `info --json`: format version, kind, options, report, cutoffs.
[[nodiscard]] L21_EXPORT std::string to_json(const Model& model, int indent = 2);

}  // namespace l21
