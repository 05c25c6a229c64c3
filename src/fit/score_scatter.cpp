#include "fit/score_scatter.hpp"

#include <cmath>
#include <utility>

#include "data/projections.hpp"
#include "linalg/blas.hpp"
#include "model/score_distance.hpp"
#include "model/summary.hpp"
#include "robust/sample.hpp"
#include "robust/scatter.hpp"

namespace l21::internal {
namespace {

// Whether scores are functions of one another: of rows that are few, or repeated.
bool is_singular(const Matrix<double>& scatter) {
  const Vector<double> inverse = scatter.diagonal().cwiseSqrt().cwiseInverse();
  const Index m = scatter.rows();
  return !(largest_eigenpairs(inverse.asDiagonal() * scatter * inverse.asDiagonal(), m).values(m - 1) > 1e-6);
}

// Of the rows `drawn`; where the table is little longer than that, of all its rows on the way, without a copy.
template <class T>
RowDistances distances_of(const FitData& data, const PreparedRows<T>& fitted, const std::vector<Index>& drawn,
                          const Matrix<double>& W) {
  if (fitted.rows() > 2 * static_cast<Index>(drawn.size()))
    return distances_from(prepare_some(data.stored, {data.factor, data.center}, drawn, data.threads), W);
  const RowDistances all = distances_from(fitted, W);
  return {all.T(drawn, Eigen::all), all.distance(drawn), all.norm(drawn)};
}

}  // namespace

template <class T>
void add_scatter(const FitData& data, const PreparedRows<T>& fitted, const Vector<double>& counts,
                 const RowMatrix<double>& components, ScoreStatistics& statistics) {
  const Index n = data.stored.rows(), m = components.rows(), draws = 2 * search_rows(n, m, m);
  const std::uint64_t seed = data.options.seed;
  const std::vector<Index> drawn = rows_of_sample(counts, n, draws, seed);
  // Where the subspace holds these rows exactly there is no noise to measure by.
  if (static_cast<Index>(drawn.size()) < 2 * (m + 1) || statistics.orthogonal_scale == 0) return;
  const RowDistances at = distances_of(data, fitted, drawn, components.transpose());
  // In the order of their lengths: what is found does not depend on their order in the table.
  const std::vector<Index> order = ascending(at.norm);
  ScoreScatter scatter = scatter_of(at.T(order, Eigen::all), seed, data.threads);
  if (is_singular(scatter.scatter)) return;
  statistics.score_center = std::move(scatter.location);
  statistics.score_scatter = std::move(scatter.scatter);
  const double outside = noise_weight(statistics);
  const Vector<double> distance = at.distance(order);
  const RowFacts facts({}, at.norm(order), data.threads);
  const Vector<double> combined =
      facts.each([&](Index i) { return std::hypot(std::sqrt(scatter.squared_distance(i)), outside * distance(i)); });
  statistics.combined_cutoff = spread_of(facts, combined).cutoff;
}

template void add_scatter<float>(const FitData&, const PreparedRows<float>&, const Vector<double>&,
                                 const RowMatrix<double>&, ScoreStatistics&);
template void add_scatter<double>(const FitData&, const PreparedRows<double>&, const Vector<double>&,
                                  const RowMatrix<double>&, ScoreStatistics&);

}  // namespace l21::internal
