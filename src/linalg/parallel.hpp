// The threads of the numeric core.
#pragma once

#include <functional>

#include "l21/types.hpp"

namespace l21::internal {

// `requested` threads; when it is 0 as many as OpenMP would use, and no more than this process may run at a time.
[[nodiscard]] int resolve_threads(int requested);

// Runs body(task, thread) for every task in [0, tasks), 0 <= thread < threads. Which thread runs which task is not
// fixed, so results must not depend on it. The exception of the lowest-numbered failed task is thrown here, after all
// have ended.
void parallel_for(int threads, Index tasks, const std::function<void(Index task, int thread)>& body);

// How many threads large products of the calling thread may use while this lives; 1 without it, and inside
// parallel_for. Results do not depend on it.
class ProductTeam {
 public:
  explicit ProductTeam(int threads);
  ~ProductTeam();
  ProductTeam(const ProductTeam&) = delete;
  ProductTeam& operator=(const ProductTeam&) = delete;
  [[nodiscard]] static int size();

 private:
  int previous_;
};

// While any of these lives every BLAS and LAPACK call runs on the thread that makes it; when the last one ends the
// host's setting returns. Fits may overlap in time.
class SerialBlas {
 public:
  SerialBlas();
  ~SerialBlas();
  SerialBlas(const SerialBlas&) = delete;
  SerialBlas& operator=(const SerialBlas&) = delete;
};

}  // namespace l21::internal
