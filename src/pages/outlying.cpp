#include "pages/outlying.hpp"

#include <algorithm>
#include <numeric>

namespace l21::internal::pages {

double severity(const Distances& distances, const Model& model, Index row) {
  const auto times = [](double distance, double cutoff) { return cutoff > 0 ? distance / cutoff : distance; };
  return std::max(times(distances.score[row], model.score_cutoff),
                  times(distances.orthogonal[row], model.orthogonal_cutoff));
}

std::vector<Index> worst_first(const Distances& distances, const Model& model) {
  std::vector<Index> rows(distances.outlier.size());
  std::iota(rows.begin(), rows.end(), Index{0});
  std::stable_sort(rows.begin(), rows.end(),
                   [&](Index a, Index b) { return severity(distances, model, a) > severity(distances, model, b); });
  return rows;
}

}  // namespace l21::internal::pages
