// How far an experiment is.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "l21/report.hpp"

namespace l21::internal::experiments {

struct Step {
  std::string what;
  std::int64_t done = 0, total = 0;
};

// Called before each step and during it, on the caller's thread; Signal::stop ends the experiment with what it has.
using StepObserver = std::function<Signal(const Step&)>;

// What a report begins with when an experiment was stopped.
inline constexpr const char* kInterrupted = "The experiment was interrupted: this is what it had found until then.";

// Counts steps and passes the observer's word on to fits.
class Steps {
 public:
  Steps(const StepObserver& observer, std::int64_t total) : observer_(observer), step_{"", 0, total} {}
  void begin(std::string what) {
    step_.what = std::move(what);
    static_cast<void>(tell());
  }
  void finish() { ++step_.done; }
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] Signal tell() {
    if (observer_ && observer_(step_) == Signal::stop) stopped_ = true;
    return stopped_ ? Signal::stop : Signal::go_on;
  }
  [[nodiscard]] Observer fit_observer() {
    return [this](const Progress&) { return tell(); };
  }

 private:
  const StepObserver& observer_;
  Step step_;
  bool stopped_ = false;
};

}  // namespace l21::internal::experiments
