/// @file
/// Sentences for people. What they call an option depends on who reads: a message keeps the reference, not the word.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "l21/export.hpp"

namespace l21 {

/// What a reader knows: fields of FitOptions in C++, flags of the program, parameters of the Python package.
enum class Vocabulary { field, flag, python };

/// Text and references to options, one after the other:
///   Message{"raise ", option_name("max_iterations"), " or ", option_name("tolerance")}
/// reads "raise max_iterations or tolerance", "raise --max-iter or --tol", "raise max_iter or tol".
class Message {
 public:
  /// A reference to an option.
  struct Option {
    std::string name;  ///< of option_table()
    /// The same option.
    bool operator==(const Option&) const = default;
  };
  /// What is no option, or is written in another way than options are.
  struct Spelled {
    std::string field;   ///< In C++.
    std::string flag;    ///< In the program.
    std::string python;  ///< In Python.
    /// All three.
    bool operator==(const Spelled&) const = default;
  };
  /// What a message is made of.
  using Part = std::variant<std::string, Option, Spelled>;

  Message() = default;
  /// Plain text.
  Message(const char* text) : Message(std::string(text)) {}
  /// Plain text.
  L21_EXPORT Message(std::string text);
  /// A reference.
  Message(Option option) : parts_{std::move(option)} {}
  /// Something spelled out for each reader.
  Message(Spelled spelled) : parts_{std::move(spelled)} {}
  /// One after the other.
  L21_EXPORT Message(std::initializer_list<Message> parts);

  /// Whether it says nothing.
  [[nodiscard]] bool empty() const { return parts_.empty(); }
  /// The sentence in the words of a reader.
  [[nodiscard]] L21_EXPORT std::string text(Vocabulary vocabulary = Vocabulary::field) const;
  /// The message that text(Vocabulary::flag) wrote, with its references to options and to the preset.
  [[nodiscard]] L21_EXPORT static Message from_flags(std::string_view text);

  /// Part by part.
  bool operator==(const Message&) const = default;

 private:
  void append(const Part& part);
  std::vector<Part> parts_;  ///< no two texts in a row, none of them empty
};

/// The option for a field of FitOptions. Throws InvalidArgument when option_table() has none.
[[nodiscard]] L21_EXPORT Message option_name(std::string_view field);
/// The same in a formula, where flags have no dashes: "1 <= components <= 7".
[[nodiscard]] L21_EXPORT Message option_symbol(std::string_view field);
/// What withstands gross outliers: robust_preset() in options.hpp.
[[nodiscard]] L21_EXPORT Message robust_preset_name();

}  // namespace l21
