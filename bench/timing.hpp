// Two things timed side by side, on a machine that is otherwise idle.
#pragma once

#include <functional>

namespace l21::bench {

[[nodiscard]] double seconds(const std::function<void()>& work);

struct Sides {
  double ours;
  double theirs;
};

// Alternates the two `repeats` times and keeps the best of each.
[[nodiscard]] Sides side_by_side(int repeats, const std::function<void()>& ours, const std::function<void()>& theirs);

// Waits, `most_seconds` at most, for a second in which the CPUs were at least 90 % idle. When there was none it says so
// on standard error and returns false.
bool wait_until_idle(int most_seconds = 60);

}  // namespace l21::bench
