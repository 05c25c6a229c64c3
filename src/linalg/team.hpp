// Threads that wait without spinning for loops to share.
#pragma once

#include <functional>

#include "l21/types.hpp"

namespace l21::internal {

// Calls work(thread) on the calling thread, with 0, and on up to `threads` - 1 helpers as soon as they come; returns
// when all that came are done. `work` takes what there is to do from a common store and returns when that is empty: a
// helper that comes late, because another program has the processor, finds nothing left, and nobody waits for it.
// Inside `work` it is called on one thread. `work` must not throw.
void share_work(int threads, const std::function<void(int thread)>& work);

}  // namespace l21::internal
