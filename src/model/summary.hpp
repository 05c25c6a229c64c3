// From W to a model: canonical form, variances, shares, and the cutoffs for outliers.
#pragma once

#include "data/scores.hpp"
#include "l21/model.hpp"

namespace l21::internal {

// Which basis of the subspace is shown.
enum class Axes { canonical, as_found };

struct SummaryOptions {
  Axes axes = Axes::canonical;
  // d x m, or none: components that span what W does without being orthonormal, and are shown as they are.
  const Matrix<double>* shown = nullptr;
  double mean_square = 0;     // ||mean of the rows||^2; 0 where they are centered at their mean
  double score_bytes = 64e6;  // what scores may take at a time; fewer mean more reads
};

// The basis that is shown, and the statistics of its scores.
struct Summary {
  RowMatrix<double> components;  // m x d
  ScoreStatistics statistics;
};

// Also fills rank, reconstruction_error, l21_ratio, total_norm, total_variance and warnings of the report; all in
// prepared units, which the caller turns into stored ones. `rows` are not row-scaled; `row_factor` (or empty) is what
// the fit multiplied them with. Two reads, more when the scores would not fit in a twentieth of the data.
template <class T>
[[nodiscard]] Summary summarize(const PreparedRows<T>& rows, const Vector<double>& row_factor, const LinkSpec& link,
                                const Matrix<double>& W, const SummaryOptions& options, FitReport& report);

// Hubert, Rousseeuw & Vanden Branden (2005): the median of distances, and where those of most rows end.
struct DistanceSpread {
  double typical, cutoff;
};
[[nodiscard]] DistanceSpread spread_of(const RowFacts& rows, const Vector<double>& distance);

}  // namespace l21::internal
