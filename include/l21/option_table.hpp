/// @file
/// One table that feeds the program's arguments, its manual and completion, model files and the Python package.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "l21/export.hpp"
#include "l21/options.hpp"

namespace l21 {

/// What the text of an option is.
enum class OptionKind { integer, number, choice, sizes, count };

/// One option of a fit.
struct OptionSpec {
  std::string_view name;                  ///< the field of FitOptions
  std::string_view flags;                 ///< as the program takes it: "-k,--components"
  std::string_view python;                ///< the parameter of the estimators
  OptionKind kind = OptionKind::number;   ///< What its text is.
  std::vector<std::string_view> choices;  ///< for OptionKind::choice
  std::string_view help;                  ///< For the manual.
  /// From text, hyphens and underscores alike; throws InvalidArgument naming the option and what it takes.
  void (*set)(FitOptions&, const std::string& text);
  /// The text of its value, which `set` takes back.
  std::string (*get)(const FitOptions&);
};

/// All options, in the order in which people read them. Lives as long as the program.
[[nodiscard]] L21_EXPORT std::span<const OptionSpec> option_table();
/// The option for a field of FitOptions. Throws InvalidArgument when there is none.
[[nodiscard]] L21_EXPORT const OptionSpec& option_spec(std::string_view name);

/// The spelling of an enumerator, the same everywhere.
/// @{
[[nodiscard]] L21_EXPORT std::string_view to_string(Method method);
[[nodiscard]] L21_EXPORT std::string_view to_string(Center center);
[[nodiscard]] L21_EXPORT std::string_view to_string(Init init);
[[nodiscard]] L21_EXPORT std::string_view to_string(Solver solver);
[[nodiscard]] L21_EXPORT std::string_view to_string(Precision precision);
[[nodiscard]] L21_EXPORT std::string_view to_string(Kernel kernel);
[[nodiscard]] L21_EXPORT std::string_view to_string(Certify certify);
/// @}

}  // namespace l21
