// Two things timed side by side, on a machine that is otherwise idle.
#pragma once

#include <functional>
#include <vector>

namespace l21::internal::bench {

[[nodiscard]] double seconds(const std::function<void()>& work);

// Does all of them in turn, `repeats` times, and returns the best time of each.
[[nodiscard]] std::vector<double> in_turn(int repeats, const std::vector<std::function<void()>>& works);

// Waits, `most_seconds` at most, for a second in which the CPUs were at least 90 % idle. When there was none it says so
// on standard error and returns false.
bool wait_until_idle(int most_seconds = 60);

}  // namespace l21::internal::bench
