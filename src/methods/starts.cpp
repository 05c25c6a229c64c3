#include "methods/starts.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "data/pass.hpp"
#include "linalg/blas.hpp"
#include "linalg/polar.hpp"
#include "linalg/random.hpp"
#include "methods/principal.hpp"

namespace l21 {
namespace {

// Kwak's choice for one direction, repeated: the row that sticks out farthest from what is spanned already.
Start largest_norm_start(const PreparedRows<double>& rows, Index m) {
  Start start{Matrix<double>::Zero(rows.cols(), m), {}};
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

}  // namespace

Start principal_start(const PreparedRows<double>& rows, const Matrix<double>* gram, const FitOptions& options) {
  const auto exactness = options.method == Method::pca ? Exactness::exact : Exactness::as_start;
  Principal principal = principal_directions(rows, options.components, gram, exactness, options.seed);
  return {std::move(principal.W), principal.counter};
}

Start simple_start(const PreparedRows<double>& rows, const FitOptions& options) {
  switch (options.init) {
    case Init::random: return {random_orthonormal(rows.cols(), options.components, options.seed), {}};
    case Init::largest_norm: return largest_norm_start(rows, options.components);
    default: return {polar_factor(options.given_start), {}};
  }
}

}  // namespace l21
