// Which engine solves a problem, chosen by what it would cost and what memory allows.
#pragma once

#include "l21/options.hpp"
#include "l21/report.hpp"
#include "l21/rows.hpp"
#include "methods/cost_model.hpp"

namespace l21::internal {

struct Route {
  Engine engine = Engine::linear;
  int depth = 0;            // of Anderson's mixing; 0: the paper's iteration
  Index basis = 0;          // growing: most columns of the basis
  Index sample_rows = 0;    // the start comes from so many rows; 0: from all
  bool exact_start = true;  // false: principal directions from a sketch are good enough

  [[nodiscard]] SolverUsed used() const;
};

// Whether h has a slope wherever t is not 0, so that acceleration makes sense.
[[nodiscard]] bool is_smooth(Method method);

// `options` are valid for a table of this shape. plain: the paper's iteration on X; accelerated: the fewest
// reads of X; automatic: the least work. Throws InvalidArgument when options.memory allows none.
[[nodiscard]] Route choose_route(const TableShape& shape, const FitOptions& options);

}  // namespace l21::internal
