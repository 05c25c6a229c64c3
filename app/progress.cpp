#include "progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace l21::app {
namespace {

constexpr auto kPause = std::chrono::milliseconds(100);

std::string duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  if (seconds < 3600) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string line_of(const Progress& progress) {
  if (progress.stage == "certificate")
    return fmt::format("certificate: step {}, within {:.2g} % of the optimum, {}", progress.iteration,
                       100 * progress.residual, duration(progress.seconds));
  std::string line = fmt::format("{}: iteration {}, objective {:.6g}, residual {:.1e}, {}", progress.stage,
                                 progress.iteration, progress.objective, progress.residual, duration(progress.seconds));
  if (progress.seconds_left) line += fmt::format(", {} left", duration(*progress.seconds_left));
  return line;
}

}  // namespace

ProgressLine::ProgressLine(ProgressDisplay display)
    : enabled_(display == ProgressDisplay::on_terminal && isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressLine::draw(const std::function<std::string()>& line) {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (drawn_ && now - *drawn_ < kPause) return;
  drawn_ = now;
  fmt::print(stderr, "\r{}\x1b[K", line());
  std::fflush(stderr);
}

void ProgressLine::show(const Progress& progress) {
  draw([&] { return line_of(progress); });
}

void ProgressLine::show(const Part& part) {
  draw([&] {
    std::string line = fmt::format("{} of {}: {}", part.done, part.total, part.what);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (part.done > 0)
      line += fmt::format(", {} left", duration(seconds / static_cast<double>(part.done) *
                                                static_cast<double>(part.total - part.done)));
    return line;
  });
}

}  // namespace l21::app
