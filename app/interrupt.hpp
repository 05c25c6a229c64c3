// Ctrl-C that lets a fit end in order.
#pragma once

#include <csignal>

namespace l21::internal::app {

// While it lives, the first SIGINT or SIGTERM only raises a flag and the second ends the program at once.
// Signals that the parent had ignored stay ignored.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  [[nodiscard]] bool requested() const;

 private:
  struct sigaction previous_int_ {};
  struct sigaction previous_term_ {};
};

}  // namespace l21::internal::app
