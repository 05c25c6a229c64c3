#include "methods/starts.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "data/pass.hpp"
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

constexpr double kGuardFloor = 1e-6;

struct Found {
  Matrix<double> W;
  PassCounter counter;
};

// Kwak's choice for one direction, repeated: the row that sticks out farthest from what is spanned already.
Found largest_norm_start(const PreparedRows<double>& rows, Index m) {
  Found start{Matrix<double>::Zero(rows.cols(), m), {}};
  RowMatrix<double> row(1, rows.cols());
  Heaviest first;
  for (Index i = 0; i < rows.rows(); ++i)
    if (rows.weight(i) > 0) first.offer(rows.norm(i), i);
  Index farthest = std::max<Index>(first.row, 0);
  for (Index k = 0; k < m; ++k) {
    rows.source->copy_rows(farthest, 1, row.data());
    start.W.col(k) = row.row(0).transpose();
    orthonormalize_column(start.W, k);
    if (k + 1 == m) break;
    Pass<double> pass(*rows.source, k + 1, rows.threads);
    std::vector<Heaviest> best(static_cast<std::size_t>(pass.slots()));
    pass.project(start.W.leftCols(k + 1), Rest::residuals, [&](const ProjectedBlock<double>& block) {
      for (Index i = 0; i < block.count; ++i)
        if (rows.weight(block.first + i) > 0)
          best[static_cast<std::size_t>(block.slot)].offer(block.squared_norm[i], block.first + i);
    });
    start.counter.add(static_cast<double>(2 * (k + 1)));
    Heaviest overall;
    for (const auto& candidate : best) overall.offer(candidate.size, candidate.row);
    if (overall.row >= 0) farthest = overall.row;
  }
  return start;
}

// Principal directions from a sketch of the rows; its whole basis is where a growing subspace begins.
template <class T>
Start<T> sketched(const PreparedRows<T>& rows, const Route& route, const FitOptions& options, bool of_fitted_rows) {
  const Index m = options.components;
  const bool growing = route.engine == Engine::growing;
  Sketch<T> sketch = growing ? range_finder(rows, m, std::min(3 * m, route.basis), Keep::basis, options.seed)
                             : range_finder(rows, m, m + 10, Keep::directions, options.seed);
  if (!of_fitted_rows) sketch.basis.Z.resize(0, 0);
  return {std::move(sketch.W), std::move(sketch.basis), {}, sketch.counter};
}

// The solution on a sample of the rows: nearer to that on all of them than their principal directions are, at a
// fraction of a read.
template <class T>
Start<T> sampled(const PreparedRows<T>& rows, const Route& route, const FitOptions& options) {
  constexpr double kRoughly = 1e-4;
  constexpr int kMostIterations = 60;
  const PreparedRows<T> sample = draw_rows(rows, route.sample_rows, options.seed);
  Start<T> start = sketched(sample, route, options, false);
  const auto link = make_link<T>(options.method, options.p, rows.cols());
  const Stiefel stiefel;
  LinearProblem<T> problem(sample, *link, stiefel, options.components);
  Anderson<LinearProblem<T>> mixed(problem, route.depth);
  start.W =
      maximize(mixed, std::move(start.W), solve_options<T>(kMostIterations, std::max(kRoughly, options.tolerance))).x;
  const double share = static_cast<double>(route.sample_rows) / static_cast<double>(rows.rows());
  start.counter.reads = share * (start.counter.reads + problem.counter().reads);
  start.counter.columns = share * (start.counter.columns + problem.counter().columns);
  if (route.engine != Engine::growing) return start;
  // W first, then what the sketch knows besides.
  const Matrix<double> guard = outside(start.basis.Q, start.W, kGuardFloor);
  const Index width = std::min(route.basis, 3 * start.W.cols()), more = std::min(width - start.W.cols(), guard.cols());
  start.basis.Q.resize(rows.cols(), start.W.cols() + more);
  start.basis.Q << start.W, guard.leftCols(more);
  coordinates_in(rows, start.basis);
  start.counter.add(static_cast<double>(start.basis.Q.cols()));
  return start;
}

template <class T>
Start<T> principal(const StartRows<T>& rows, const Route& route, const FitOptions& options) {
  const bool fitted = options.init == Init::pca || options.row_scaling == RowScaling::sphere;
  if (route.engine == Engine::gram && fitted && !route.exact_start) {
    GramSketch sketch = gram_range_finder(*rows.gram, rows.fitted.weights, options.components, options.seed);
    if (sketch.rank == options.components) return {{}, {}, std::move(sketch.C), {}};
  } else if (!route.exact_start) {
    if (!fitted) return sketched(rows.sphere(), route, options, false);
    return route.sample_rows > 0 ? sampled(rows.fitted, route, options) : sketched(rows.fitted, route, options, true);
  }
  const auto exactness = options.method == Method::pca ? Exactness::exact : Exactness::as_start;
  Principal found =
      fitted ? principal_directions(rows.exact(), options.components, rows.gram, exactness, options.seed)
             : principal_directions(rows.exact_sphere(), options.components, nullptr, exactness, options.seed);
  return {std::move(found.W), {}, {}, found.counter};
}

}  // namespace

template <class T>
Start<T> make_start(const StartRows<T>& rows, const Route& route, const FitOptions& options) {
  switch (options.init) {
    case Init::pca:
    case Init::spherical: return principal(rows, route, options);
    case Init::random: return {random_orthonormal(rows.fitted.cols(), options.components, options.seed), {}, {}, {}};
    case Init::given: return {polar_factor(options.given_start), {}, {}, {}};
    case Init::largest_norm: {
      Found found = largest_norm_start(rows.exact(), options.components);
      return {std::move(found.W), {}, {}, found.counter};
    }
  }
  return {};
}

template Start<float> make_start<float>(const StartRows<float>&, const Route&, const FitOptions&);
template Start<double> make_start<double>(const StartRows<double>&, const Route&, const FitOptions&);

}  // namespace l21::internal
