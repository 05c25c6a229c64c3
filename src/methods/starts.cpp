#include "methods/starts.hpp"

#include <algorithm>
#include <utility>

#include "data/projections.hpp"
#include "linalg/blas.hpp"
#include "linalg/polar.hpp"
#include "linalg/random.hpp"
#include "linalg/subspace.hpp"
#include "methods/principal.hpp"
#include "methods/sketch.hpp"
#include "solver/anderson.hpp"
#include "solver/precision.hpp"

namespace l21::internal {
namespace {

// Kwak's choice for one direction, repeated: the row that sticks out farthest from what is spanned already.
template <class T>
Start<T> largest_norm_start(const PreparedRows<double>& rows, Index m) {
  Start<T> start{.W = Matrix<double>::Zero(rows.cols(), m)};
  Index farthest = std::max<Index>(rows.longest_row(), 0);
  for (Index k = 0; k < m; ++k) {
    start.W.col(k) = rows.row(farthest);
    orthonormalize_column(start.W, k);
    if (k + 1 == m) break;
    const Heaviest next = farthest_row(rows, start.W.leftCols(k + 1));
    start.counter.add(static_cast<double>(2 * (k + 1)));
    if (next.row >= 0) farthest = next.row;
  }
  return start;
}

// A growing subspace begins with so many directions.
Index first_width(const Route& route, Index components) {
  return std::min(3 * components, route.basis);
}

// Principal directions from a sketch of the rows; its whole basis is where a growing subspace begins.
template <class T>
Start<T> sketched(const PreparedRows<T>& rows, const Route& route, const FitOptions& options) {
  const Index m = options.components;
  if (route.engine == Engine::growing) {
    Sketch<T> sketch = sketch_rows(rows, m, first_width(route, m), route.basis, options.seed);
    return {.W = std::move(sketch.W), .coordinates = std::move(sketch.coordinates), .counter = sketch.counter};
  }
  SketchedDirections sketch = sketch_directions(rows, m, m + 10, options.seed);
  return {.W = std::move(sketch.W), .counter = sketch.counter};
}

// The same of rows that are not those of the fit: nothing but directions can be used of them.
template <class T>
Start<T> sketched_elsewhere(const PreparedRows<T>& rows, const Route& route, const FitOptions& options) {
  Start<T> start = sketched(rows, route, options);
  if (start.coordinates) start.basis = start.coordinates->Q();
  start.coordinates.reset();
  return start;
}

// W first, then what the basis of the start has besides; and the rows in its coordinates.
template <class T>
void begin_coordinates(const PreparedRows<T>& rows, const Route& route, Start<T>& start) {
  constexpr double kSameDirection = 1e-6;
  const Index m = start.W.cols();
  const Matrix<double> guard = new_directions(start.basis, start.W, kSameDirection);
  const Index more = std::min(first_width(route, m) - m, guard.cols());
  Matrix<double> Q(rows.cols(), m + more);
  Q << start.W, guard.leftCols(more);
  start.coordinates.emplace(rows, route.basis);
  start.coordinates->append(Q);
  start.counter.add(static_cast<double>(Q.cols()));
}

// The solution on a sample of the rows: nearer to that on all of them than their principal directions are, at a
// fraction of a read.
template <class T>
Start<T> sampled(const PreparedRows<T>& rows, const Route& route, const FitOptions& options) {
  constexpr double kRoughly = 1e-4;
  constexpr int kMostIterations = 60;
  const PreparedRows<T> sample = rows.drawn(route.sample_rows, options.seed);
  Start<T> start = sketched_elsewhere(sample, route, options);
  const Stiefel stiefel;
  const LinkSpec link{options.method, options.p, rows.cols()};
  LinearProblem<T> problem(sample, link, stiefel, options.components);
  Anderson<LinearProblem<T>> mixed(problem, route.depth, steps_of(link));
  start.W = maximize(mixed, std::move(start.W),
                     solve_options<T>(options.method, kMostIterations, std::max(kRoughly, options.tolerance)))
                .x;
  const double share = static_cast<double>(route.sample_rows) / static_cast<double>(rows.rows());
  start.counter.reads = share * (start.counter.reads + problem.counter().reads);
  start.counter.columns = share * (start.counter.columns + problem.counter().columns);
  if (route.engine == Engine::growing) begin_coordinates(rows, route, start);
  return start;
}

template <class T>
Start<T> principal(const StartRows<T>& rows, const Route& route, const FitOptions& options) {
  const bool fitted = options.init == Init::pca || options.row_scaling == RowScaling::sphere;
  if (route.engine == Engine::gram && fitted && !route.exact_start) {
    GramSketch sketch = gram_range_finder(*rows.gram, rows.fitted.weights, options.components, options.seed);
    if (sketch.rank == options.components) return {.C = std::move(sketch.C)};
  } else if (!route.exact_start) {
    if (!fitted) return sketched_elsewhere(rows.sphere(), route, options);
    return route.sample_rows > 0 ? sampled(rows.fitted, route, options) : sketched(rows.fitted, route, options);
  }
  const auto exactness = options.method == Method::pca ? Exactness::exact : Exactness::as_start;
  Principal found = fitted ? principal_directions(rows.fitted, options.components, rows.gram, exactness, options.seed)
                           : principal_directions(rows.sphere(), options.components, nullptr, exactness, options.seed);
  return {.W = std::move(found.W), .counter = found.counter};
}

}  // namespace

template <class T>
Start<T> make_start(const StartRows<T>& rows, const Route& route, const FitOptions& options) {
  switch (options.init) {
    case Init::pca:
    case Init::spherical: return principal(rows, route, options);
    case Init::random: return {.W = random_orthonormal(rows.fitted.cols(), options.components, options.seed)};
    case Init::given: return {.W = polar_factor(options.given_start)};
    case Init::largest_norm: return largest_norm_start<T>(rows.exact(), options.components);
  }
  return {};
}

template Start<float> make_start<float>(const StartRows<float>&, const Route&, const FitOptions&);
template Start<double> make_start<double>(const StartRows<double>&, const Route&, const FitOptions&);

}  // namespace l21::internal
