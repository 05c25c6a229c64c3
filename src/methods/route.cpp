#include "methods/route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "l21/error.hpp"
#include "solver/mixing.hpp"

namespace l21::internal {
namespace {

void require_memory(const FitMemory& memory, const FitOptions& options) {
  if (options.memory == 0 || memory.budget(options) >= 0) return;
  constexpr double kMega = 1 << 20;
  throw InvalidArgument({option_name("memory"),
                         fmt::format(" must be at least {:.0f}M ({:.0f}M for the table, {:.0f}M to work), got {:.0f}M",
                                     (memory.data + memory.least()) / kMega + 1, memory.data / kMega,
                                     memory.least() / kMega, static_cast<double>(options.memory) / kMega)});
}

// r1 needs residuals, greedy deflation; neither is at home in G. Through G a start that is stationary already would be
// moved on before that is known.
bool gram_serves(Index rows, Index cols, const FitOptions& options) {
  return options.solver == Solver::automatic && rows < cols && rows <= kMostGramRows && options.method != Method::r1 &&
         !is_greedy(options.method) && options.init != Init::given;
}

}  // namespace

SolverUsed Route::used() const {
  const bool accelerated = engine == Engine::growing || depth > 0;
  return {accelerated ? Solver::accelerated : Solver::plain, engine};
}

bool is_smooth(Method method) {
  return method != Method::l1 && !is_greedy(method);
}

Route choose_route(const TableShape& shape, const FitOptions& options) {
  Route route;
  const Index m = options.components;
  const EngineCosts costs(shape, options);
  const FitMemory memory(shape, options);
  require_memory(memory, options);
  if (options.solver == Solver::plain) return route;
  const double budget = memory.budget(options);
  const bool gram =
      shape.is_dense() && !shape.holes && gram_serves(shape.rows, shape.cols, options) && memory.gram() <= budget;
  if (!is_smooth(options.method)) {
    if (gram && costs.gram() < costs.linear(0)) route.engine = Engine::gram;
    return route;
  }
  for (route.depth = kMixingDepth; route.depth > 0 && memory.mixing(route.depth) > budget; --route.depth) {
  }
  route.sample_rows = options.init == Init::pca ? sample_size(shape, m) : 0;
  const double sampled_rows = static_cast<double>(route.sample_rows);
  if ((shape.is_dense() ? costs.d * 8 : shape.bytes / costs.n) * sampled_rows > budget) route.sample_rows = 0;
  Index multiple = options.basis_limit;
  while (multiple > 3 && memory.basis(static_cast<double>(multiple * m)) > budget) --multiple;
  route.basis = std::min({shape.rows, shape.cols, multiple * m});
  const bool basis_fits = route.basis >= 2 * m && memory.basis(static_cast<double>(route.basis)) <= budget;

  const double sampled = costs.sampled_start();
  const double linear = costs.linear(route.sample_rows > 0 ? sampled : costs.sketch(4 * (costs.m + 10) / 3));
  const double growing = costs.growing(route.sample_rows > 0 ? 4 * sampled : costs.sketch(3 * costs.m));
  double least = linear;
  const bool rows_stay = options.center != Center::optimal && !shape.holes;
  if (rows_stay && basis_fits && (growing < least || options.solver == Solver::accelerated)) {
    route.engine = Engine::growing;
    least = growing;
  }
  if (rows_stay && gram && costs.gram() < least) {
    route.engine = Engine::gram;
    least = costs.gram();
  }
  route.exact_start = shape.is_dense() && costs.exact_start() < worth_of_exact_start(options.method, least);
  return route;
}

}  // namespace l21::internal
