// One line on the terminal that says how far a fit is.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "l21/report.hpp"

namespace l21::internal::app {

enum class ProgressDisplay { on_terminal, never };

// Draws to standard error, at most ten times a second, only where that is a terminal; clears the line at its end.
class ProgressLine {
 public:
  explicit ProgressLine(ProgressDisplay display);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const Progress& progress);
  // Work of several steps.
  struct Part {
    std::string what;
    std::int64_t done = 0, total = 0;
  };
  void show(const Part& part);

 private:
  using Clock = std::chrono::steady_clock;
  void draw(const std::function<std::string()>& line);

  bool enabled_ = false;
  Clock::time_point begin_ = Clock::now();
  std::optional<Clock::time_point> drawn_;
};

}  // namespace l21::internal::app
