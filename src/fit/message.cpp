#include "l21/message.hpp"

#include <optional>
#include <utility>

#include "l21/option_table.hpp"

namespace l21 {
namespace {

const Message::Spelled& robust_preset_spelled() {
  static const Message::Spelled spelled{"robust_preset()", "--preset robust", "RobustPCA"};
  return spelled;
}

// "-k,--components" is called --components.
std::string_view long_flag(const OptionSpec& spec) {
  return spec.flags.substr(spec.flags.rfind(',') + 1);
}

std::string_view word_of(const OptionSpec& spec, Vocabulary vocabulary) {
  switch (vocabulary) {
    case Vocabulary::field: break;
    case Vocabulary::flag: return long_flag(spec);
    case Vocabulary::python: return spec.python;
  }
  return spec.name;
}

const std::string& word_of(const Message::Spelled& spelled, Vocabulary vocabulary) {
  switch (vocabulary) {
    case Vocabulary::field: break;
    case Vocabulary::flag: return spelled.flag;
    case Vocabulary::python: return spelled.python;
  }
  return spelled.field;
}

bool in_a_word(char c) {
  return c == '-' || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool begins_with_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || !in_a_word(text[word.size()]));
}

// What `text` begins with, and how long that is.
struct Reference {
  Message::Part part;
  std::size_t length = 0;
};
std::optional<Reference> reference_at(std::string_view text) {
  if (!text.starts_with("--")) return std::nullopt;
  if (const auto& preset = robust_preset_spelled(); begins_with_word(text, preset.flag))
    return Reference{preset, preset.flag.size()};
  for (const OptionSpec& spec : option_table())
    if (begins_with_word(text, long_flag(spec)))
      return Reference{Message::Option{std::string(spec.name)}, long_flag(spec).size()};
  return std::nullopt;
}

}  // namespace

Message::Message(std::string text) {
  append(std::move(text));
}

Message::Message(std::initializer_list<Message> parts) {
  for (const Message& message : parts)
    for (const Part& part : message.parts_) append(part);
}

void Message::append(const Part& part) {
  const auto* text = std::get_if<std::string>(&part);
  if (text != nullptr && text->empty()) return;
  auto* last = parts_.empty() ? nullptr : std::get_if<std::string>(&parts_.back());
  if (text != nullptr && last != nullptr)
    *last += *text;
  else
    parts_.push_back(part);
}

std::string Message::text(Vocabulary vocabulary) const {
  std::string text;
  for (const Part& part : parts_) {
    if (const auto* literal = std::get_if<std::string>(&part)) text += *literal;
    if (const auto* option = std::get_if<Option>(&part)) text += word_of(option_spec(option->name), vocabulary);
    if (const auto* spelled = std::get_if<Spelled>(&part)) text += word_of(*spelled, vocabulary);
  }
  return text;
}

Message Message::from_flags(std::string_view text) {
  Message message;
  std::size_t literal = 0;
  for (std::size_t at = 0; at < text.size();) {
    const bool word_begins = at == 0 || !in_a_word(text[at - 1]);
    const auto found = word_begins ? reference_at(text.substr(at)) : std::nullopt;
    if (!found) {
      ++at;
      continue;
    }
    message.append(std::string(text.substr(literal, at - literal)));
    message.append(found->part);
    literal = at += found->length;
  }
  message.append(std::string(text.substr(literal)));
  return message;
}

Message option_name(std::string_view field) {
  return Message::Option{std::string(option_spec(field).name)};
}

Message option_symbol(std::string_view field) {
  const OptionSpec& spec = option_spec(field);
  return Message::Spelled{std::string(spec.name), std::string(spec.name), std::string(spec.python)};
}

Message robust_preset_name() {
  return robust_preset_spelled();
}

}  // namespace l21
