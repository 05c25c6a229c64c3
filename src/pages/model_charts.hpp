// The charts of a fitted model.
#pragma once

#include <string>
#include <vector>

#include "l21/model.hpp"
#include "pages/chart.hpp"

namespace l21::internal::pages {

// Rows that something is known about: "occluded".
struct Marked {
  std::string name;
  std::vector<bool> rows;  // one per row, or empty
  [[nodiscard]] bool contains(Index row) const { return !rows.empty() && rows[static_cast<std::size_t>(row)]; }
};

// Explained variance, and the share of the objective, of each component.
[[nodiscard]] std::vector<Chart> scree_charts(const Model& model);

struct Traced {
  std::string name;
  Look look = Look::accent;
  const FitReport* report;
};
// Objective and residual against the iteration. Objectives of several fits are shown as 1 + (f - last) / |last|.
[[nodiscard]] std::vector<Chart> convergence_charts(const std::vector<Traced>& fits);

// A chart of very many rows shows the worst ones and every k-th of the rest.
inline constexpr std::size_t kMostRowsShown = 4000;
struct ShownRows {
  std::vector<Index> rows;
  std::size_t left_out;
};
[[nodiscard]] ShownRows rows_to_show(const std::vector<Index>& worst_first);

// "row 17" or "row 17, name".
[[nodiscard]] std::string row_label(Index row, const std::vector<std::string>& names);

// Orthogonal against score distance, with the cutoffs.
[[nodiscard]] Chart outlier_map(const Model& model, const Distances& distances, const std::vector<Index>& rows,
                                const std::vector<std::string>& names, const Marked& marked);
// The second score against the first.
[[nodiscard]] Chart score_plot(const RowMatrix<double>& scores, const Distances& distances,
                               const std::vector<Index>& rows, const std::vector<std::string>& names);

}  // namespace l21::internal::pages
