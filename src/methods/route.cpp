#include "methods/route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "l21/error.hpp"
#include "solver/mixing.hpp"

namespace l21::internal {
namespace {

// What an engine would cost, in flops of large products. Per decimal digit of the residual a growing subspace takes
// about one step, Anderson's mixing four.
struct Costs {
  double n, d, m;
  double values;  // stored: n d of a dense table
  double digits;
  double slope_columns;  // columns multiplied by a linearization, over m

  // LAPACK's tridiagonal reduction runs at a twentieth of the speed of a product.
  [[nodiscard]] double exact_start() const {
    const double shorter = std::min(n, d);
    return n * d * shorter + 27 * shorter * shorter * shorter;
  }
  [[nodiscard]] double sketch(double width) const { return 2 * values * 3 * width; }
  [[nodiscard]] double gram() const { return n * n * d + (4 * digits + 12) * 2 * n * n * m + 6 * n * d * m; }
  [[nodiscard]] double linear(double start) const {
    return 1.3 * (start + 4 * digits * 2 * values * slope_columns * m);
  }
  [[nodiscard]] double growing(double start) const {
    const double inner = 7 * digits * 4 * n * 6 * m * m, algebra = digits * 60 * d * m * m;
    // Bases are made, projected on and thrown away: measured, that doubles the whole.
    return 2 * (start + digits * 2 * values * (slope_columns / 2 + 1) * m + inner + algebra);
  }
};

// Bytes beside the table.
struct Memory {
  double n, d, m, data;

  [[nodiscard]] double least() const { return 64e6 + 2 * 8 * d * m + n * (64 + 8 * m); }
  [[nodiscard]] double mixing(int depth) const { return (2 * depth + 4) * 8 * d * m; }
  [[nodiscard]] double basis(double columns) const { return columns * (n + d) * 8; }
  [[nodiscard]] double gram() const { return 2 * 8 * n * n; }

  [[nodiscard]] double spare(const FitOptions& options) const {
    return options.memory > 0 ? static_cast<double>(options.memory) - data - least() : std::max(256e6, 0.5 * data);
  }
  // Asked for by name, an engine takes what it needs.
  [[nodiscard]] double budget(const FitOptions& options) const {
    const bool by_name = options.memory == 0 && options.solver == Solver::accelerated;
    return by_name ? std::numeric_limits<double>::infinity() : spare(options);
  }
};

void require_memory(const Memory& memory, const FitOptions& options) {
  if (options.memory == 0 || memory.budget(options) >= 0) return;
  constexpr double kMega = 1 << 20;
  throw InvalidArgument({option_name("memory"),
                         fmt::format(" must be at least {:.0f}M ({:.0f}M for the table, {:.0f}M to work), got {:.0f}M",
                                     (memory.data + memory.least()) / kMega + 1, memory.data / kMega,
                                     memory.least() / kMega, static_cast<double>(options.memory) / kMega)});
}

// A solution on so many rows is near that on all of them; 0 where all of them are not many more. Rows of a sparse table
// have few values, and there are many: 20 for each column would be all of them.
Index sample_size(const TableShape& shape, Index components) {
  const Index sample = std::max({shape.is_dense() ? 20 * shape.cols : 0, 200 * components, shape.rows / 20});
  return sample * 5 <= shape.rows ? sample : 0;
}

// r1 needs residuals, greedy deflation; neither is at home in G. Through G a start that is stationary already would be
// moved on before that is known.
bool gram_serves(Index rows, Index cols, const FitOptions& options) {
  constexpr Index kMostRows = 8000;
  return options.solver == Solver::automatic && rows < cols && rows <= kMostRows && options.method != Method::r1 &&
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

bool TableShape::densely(Index rows, Index cols, double values) {
  constexpr double kSmall = 4e6, kDense = 0.25;
  const double all = static_cast<double>(rows) * static_cast<double>(cols);
  return all <= kSmall || values >= kDense * all;
}

TableShape TableShape::of(const Rows& rows) {
  const double value = static_cast<double>(bytes_per_value(rows.storage()));
  const double bytes = rows.sparse() ? rows.values() * (value + sizeof(std::int32_t)) +
                                           static_cast<double>(rows.rows()) * sizeof(std::int64_t)
                                     : rows.values() * value;
  return {rows.rows(), rows.cols(), rows.values(), bytes};
}

double spare_bytes(const TableShape& shape, const FitOptions& options) {
  return Memory{static_cast<double>(shape.rows), static_cast<double>(shape.cols),
                static_cast<double>(options.components), shape.bytes}
      .spare(options);
}

Route choose_route(const TableShape& shape, const FitOptions& options) {
  const auto& [rows, cols, values, bytes] = shape;
  Route route;
  const Index m = options.components;
  const double digits = std::clamp(-std::log10(std::max(options.tolerance, 1e-12)), 1.0, 12.0);
  const Costs costs{static_cast<double>(rows),
                    static_cast<double>(cols),
                    static_cast<double>(m),
                    values,
                    digits,
                    options.method == Method::r1 ? 3.0 : 2.0};
  const Memory memory{costs.n, costs.d, costs.m, bytes};
  require_memory(memory, options);
  if (options.solver == Solver::plain) return route;
  const double budget = memory.budget(options);
  const bool gram = shape.is_dense() && gram_serves(rows, cols, options) && memory.gram() <= budget;
  if (!is_smooth(options.method)) {
    if (gram && costs.gram() < costs.linear(0)) route.engine = Engine::gram;
    return route;
  }
  for (route.depth = kMixingDepth; route.depth > 0 && memory.mixing(route.depth) > budget; --route.depth) {
  }
  route.sample_rows = options.init == Init::pca ? sample_size(shape, m) : 0;
  const double sampled_rows = static_cast<double>(route.sample_rows);
  if ((shape.is_dense() ? costs.d * 8 : bytes / costs.n) * sampled_rows > budget) route.sample_rows = 0;
  Index multiple = options.basis_limit;
  while (multiple > 3 && memory.basis(static_cast<double>(multiple * m)) > budget) --multiple;
  route.basis = std::min({rows, cols, multiple * m});
  const bool basis_fits = route.basis >= 2 * m && memory.basis(static_cast<double>(route.basis)) <= budget;

  const double sampled = 2 * costs.values * costs.m;
  const double linear = costs.linear(route.sample_rows > 0 ? sampled : costs.sketch(4 * (costs.m + 10) / 3));
  const double growing = costs.growing(route.sample_rows > 0 ? 4 * sampled : costs.sketch(3 * costs.m));
  double least = linear;
  if (basis_fits && (growing < least || options.solver == Solver::accelerated)) {
    route.engine = Engine::growing;
    least = growing;
  }
  if (gram && costs.gram() < least) {
    route.engine = Engine::gram;
    least = costs.gram();
  }
  // Exact directions where they are to be had in a moment, and for pca, which promises them, at a fair price.
  constexpr double kMoment = 3e8;
  route.exact_start = shape.is_dense() &&
                      costs.exact_start() < (options.method == Method::pca ? std::max(kMoment, 3 * least) : kMoment);
  return route;
}

}  // namespace l21::internal
