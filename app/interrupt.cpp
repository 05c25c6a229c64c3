#include "interrupt.hpp"

#include <atomic>

namespace l21::internal::app {
namespace {

std::atomic<bool> interrupt_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch lock-free atomics only");

extern "C" void on_interrupt(int) {
  interrupt_requested = true;
  // SA_RESETHAND resets only the signal that came; a Ctrl-C after a SIGTERM must end the program too.
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

struct sigaction install(int signal) {
  struct sigaction previous {};
  sigaction(signal, nullptr, &previous);
  if (previous.sa_handler == SIG_IGN) return previous;
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
  return previous;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupt_requested = false;
  previous_int_ = install(SIGINT);
  previous_term_ = install(SIGTERM);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &previous_int_, nullptr);
  sigaction(SIGTERM, &previous_term_, nullptr);
}

bool InterruptGuard::requested() const {
  return interrupt_requested;
}

}  // namespace l21::internal::app
