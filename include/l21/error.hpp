// The kinds of failure a caller can meet. Not converging is neither; see Status in report.hpp.
#pragma once

#include <stdexcept>

#include "l21/export.hpp"

namespace l21 {

// The caller asked for something that makes no sense for these data: the message holds the condition and the values.
struct L21_EXPORT InvalidArgument : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// The data, or the file that holds them, cannot be used: the message holds the place and the value found there.
struct L21_EXPORT DataError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A problem given to maximize() is not what it claims to be: its objective fell or is not finite. The message holds the
// iteration and the values.
struct L21_EXPORT InvalidProblem : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace l21
