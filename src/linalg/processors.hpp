// How many processors this process may use.
#pragma once

#include <string>

namespace l21::internal {

// Of those that the machine has, the ones that the process is bound to; no more than the quota of CPU time of its
// control groups (containers) allows, rounded up. At least 1. Looked up once.
[[nodiscard]] int available_processors();

// Lets the calling thread run on any of those that the process is bound to: a new thread is bound as its maker is.
void use_any_processor();

// The same as quotas say, where `root` stands for /: the smallest along the way from the process's control group up,
// version 2 or 1; 0 where there is none.
[[nodiscard]] double processor_quota(const std::string& root);

}  // namespace l21::internal
