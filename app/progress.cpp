#include "progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace l21::internal::app {
namespace {

constexpr auto kPause = std::chrono::milliseconds(100);

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
  draw([&] { return to_string(progress); });
}

void ProgressLine::show(const Part& part) {
  draw([&] {
    std::string line = fmt::format("{} of {}: {}", part.done, part.total, part.what);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (part.done > 0)
      line += fmt::format(", {} left", duration_text(seconds / static_cast<double>(part.done) *
                                                     static_cast<double>(part.total - part.done)));
    return line;
  });
}

}  // namespace l21::internal::app
