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

// Waits, a minute at most, for a second in which the CPUs were at least 90 % idle; says so when there was none.
void wait_until_idle();

}  // namespace l21::bench
