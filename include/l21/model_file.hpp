/// @file
/// A model to and from its file, and as JSON. In l21pca::model_file.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "l21/export.hpp"
#include "l21/model.hpp"

namespace l21 {

/// The model that save_model wrote to `path`. Throws DataError, with the file and what is wrong in it, for anything
/// else: no number of a damaged file is believed.
[[nodiscard]] L21_EXPORT Model load_model(const std::string& path);

/// Writes `model` to `path`: a .npz that numpy opens; see docs/model-file.md. The file is written whole or not at all.
/// Throws DataError when it cannot be written.
///
///     l21::save_model("model.npz", model);
///     const l21::Model same = l21::load_model("model.npz");
L21_EXPORT void save_model(const std::string& path, const Model& model);

/// What save_model would write.
[[nodiscard]] L21_EXPORT std::vector<std::byte> model_to_bytes(const Model& model);
/// The model of such bytes. Throws as load_model does.
[[nodiscard]] L21_EXPORT Model model_from_bytes(std::span<const std::byte> bytes);

/// The fit report as JSON text; what overflows or is undefined is null. Its sentences name options as `vocabulary`
/// says.
[[nodiscard]] L21_EXPORT std::string to_json(const FitReport& report, int indent = 2,
                                             Vocabulary vocabulary = Vocabulary::flag);
/// All of `info --json`: format version, kind, options, report, cutoffs.
[[nodiscard]] L21_EXPORT std::string to_json(const Model& model, int indent = 2);

}  // namespace l21
