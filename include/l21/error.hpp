/// @file
/// The kinds of failure a caller can meet. Not converging is neither; see Status in report.hpp.
#pragma once

#include <memory>
#include <stdexcept>
#include <utility>

#include "l21/export.hpp"
#include "l21/message.hpp"

namespace l21 {

/// A standard exception whose what() names fields of FitOptions; message() can say the same to others.
template <class Standard>
class L21_EXPORT WithMessage : public Standard {
 public:
  /// what() is the text of the message.
  explicit WithMessage(Message message)
      : Standard(message.text()), message_(std::make_shared<const Message>(std::move(message))) {}
  /// For readers with another vocabulary.
  [[nodiscard]] const Message& message() const noexcept { return *message_; }

 private:
  std::shared_ptr<const Message> message_;  ///< shared: to copy an exception must not throw
};

/// The caller asked for something that makes no sense for these data: the message holds the condition and the values.
struct L21_EXPORT InvalidArgument : WithMessage<std::invalid_argument> {
  /// With a message, or a text.
  using WithMessage::WithMessage;
};

/// The data, or the file that holds them, cannot be used: the message holds the place and the value found there.
struct L21_EXPORT DataError : WithMessage<std::runtime_error> {
  /// With a message, or a text.
  using WithMessage::WithMessage;
};

/// A problem given to maximize() is not what it claims to be: its objective fell or is not finite. The message holds
/// the iteration and the values.
struct L21_EXPORT InvalidProblem : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace l21
