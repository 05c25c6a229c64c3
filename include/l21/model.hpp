/// @file
/// A fitted subspace and what can be done with it.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "l21/export.hpp"
#include "l21/kernel.hpp"
#include "l21/options.hpp"
#include "l21/report.hpp"
#include "l21/rows.hpp"

namespace l21 {

/// Per row: how far inside the subspace, how far from it, and whether either is beyond the cutoff fixed at fit time.
struct Distances {
  Vector<double> score;       ///< n, inside the subspace, by score_scatter, or in units of score_scale
  Vector<double> orthogonal;  ///< n, from the row to the subspace
  Vector<double> combined;    ///< n, both in one number: see Model::combined_cutoff
  std::vector<bool> outlier;  ///< n, whether one of the first two is above its cutoff
};

/// A cell that does not go with the others of its row.
struct DamagedCell {
  Index row = 0;        ///< Counted from 0.
  Index column = 0;     ///< Counted from 0.
  double value = 0;     ///< What it holds.
  double expected = 0;  ///< What the good cells of its row say.
  double residual = 0;  ///< The difference in robust standard deviations of the column (CellStatistics::scale).
};

/// Which subspace a model holds: of the rows themselves, of the space of a kernel, or a product of one for every axis.
enum class ModelKind { linear, kernel, tensor };
/// The word in model files.
[[nodiscard]] L21_EXPORT std::string_view to_string(ModelKind kind);

/// What cells look like about a subspace (FitOptions::damaged_cells); in the units of scaled columns.
struct CellStatistics {
  Vector<double> scale;   ///< d, robust standard deviation of a cell about what the others of its row say
  Vector<double> range;   ///< d, that a damaged cell may be anywhere in
  Vector<double> spread;  ///< m, standard deviation of the scores, falling
  double tails = 3;       ///< degrees of freedom of Student's t
};

/// Components that are vectors.
struct LinearSubspace {
  RowMatrix<double> components;  ///< m x d, orthonormal rows (truncated_power, sparse_l21: unit rows), canonical form
  Vector<double> center;         ///< d, in the units of the data
  Vector<double> feature_scale;  ///< d, what columns are divided by after centering; empty: 1
  /// Where cells of new rows may be damaged: those are then left out of their scores.
  std::optional<CellStatistics> cells{};

  /// What a row must have: d.
  [[nodiscard]] Index columns() const { return components.cols(); }
  /// m.
  [[nodiscard]] Index size() const { return components.rows(); }
};

/// One set of directions for every axis of a sample; a sample of shape d_1 x d_2 x ... is one row.
struct TensorSubspace {
  std::vector<RowMatrix<double>> modes;  ///< m_k x d_k, orthonormal rows
  Vector<double> center;                 ///< d = d_1 d_2 ..., in the units of the data
  Vector<double> feature_scale;          ///< d, what columns are divided by after centering; empty: 1

  /// d_k: of a sample. m_k: of its scores.
  [[nodiscard]] L21_EXPORT std::vector<Index> shape() const;
  /// m_k: of its scores.
  [[nodiscard]] L21_EXPORT std::vector<Index> score_shape() const;
  /// What a row must have: d.
  [[nodiscard]] L21_EXPORT Index columns() const;
  /// m = m_1 m_2 ...
  [[nodiscard]] L21_EXPORT Index size() const;
};

/// In the order of ModelKind.
using Subspace = std::variant<LinearSubspace, KernelExpansion, TensorSubspace>;

/// Of the scores of the fitted rows, and of their distances.
struct ScoreStatistics {
  Vector<double> explained_variance;  ///< m, of the scores about their own mean; descends for pca only
  Vector<double> objective_share;     ///< m, diagonal of W^T M over its trace
  Vector<double> score_median;        ///< m
  Vector<double> score_scale;         ///< m, 1.4826 MAD; 0: the component is not used in distances
  /// Method::robust: location (m) and scatter (m x m) of the scores of the rows that belong together, calibrated so
  /// that half of them are nearer than the median of chi-square; empty: distances follow from score_median and
  /// score_scale.
  Vector<double> score_center;
  Matrix<double> score_scatter;  ///< See score_center.
  /// Root of the mean square of the distances of rows from the subspace, from their median; 0: not known (kernels).
  double orthogonal_scale = 0;
  double noise_dimensions = 0;  ///< that make up these distances: min(n, d) - m
  /// The combined distance is sqrt(score^2 + noise_dimensions (orthogonal / orthogonal_scale)^2), Mahalanobis's under
  /// probabilistic PCA; where the scale is not known sqrt(score^2 + (score_cutoff orthogonal / orthogonal_cutoff)^2).
  /// 97.5 % of ordinary rows are below the cutoff.
  double combined_cutoff = 0;
  double score_cutoff = 0;       ///< sqrt of the 97.5 % quantile of chi-square with as many degrees as scales > 0
  double orthogonal_cutoff = 0;  ///< (median + 1.4826 MAD z_0.975 of the distances^(2/3))^(3/2)
};

/// A fitted subspace and what can be done with it.
struct Model : ScoreStatistics {
  Subspace subspace;                       ///< What rows are projected onto.
  std::vector<std::string> feature_names;  ///< d, or empty
  std::vector<Index> sample_shape;         ///< of one row, or empty
  FitOptions options;                      ///< without weights, given_center, given_start
  FitReport report;                        ///< Of the fit.

  /// Which alternative `subspace` holds.
  [[nodiscard]] ModelKind kind() const { return static_cast<ModelKind>(subspace.index()); }
  /// The subspace of a model of this kind. Throws InvalidArgument where it is of another.
  ///   const l21::RowMatrix<double>& components = model.linear().components;
  [[nodiscard]] L21_EXPORT const LinearSubspace& linear() const;
  /// The same, to change.
  [[nodiscard]] L21_EXPORT LinearSubspace& linear();
  /// The same for a kernel.
  [[nodiscard]] L21_EXPORT const KernelExpansion& kernel() const;
  /// The same, to change.
  [[nodiscard]] L21_EXPORT KernelExpansion& kernel();
  /// The same for tensors.
  [[nodiscard]] L21_EXPORT const TensorSubspace& tensor() const;
  /// The same, to change.
  [[nodiscard]] L21_EXPORT TensorSubspace& tensor();

  /// What a row must have.
  [[nodiscard]] L21_EXPORT Index columns() const;
  /// m.
  [[nodiscard]] L21_EXPORT Index size() const;
  /// Whether distances() are known: not with a precomputed kernel, which does not say how long new rows are.
  [[nodiscard]] L21_EXPORT bool has_distances() const;
  /// Whether points of the subspace are rows: not with a kernel.
  [[nodiscard]] L21_EXPORT bool has_reconstruction() const;

  /// W^T ((x - center) / scale), n x m; tensor: all axes of x are multiplied, the m_1 x m_2 x ... results row by row.
  /// Throws InvalidArgument for rows of another width, DataError for infinity, and for NaN unless the model was fitted
  /// with Missing::fit: then scores are those that suit the known cells best. threads 0: as many as a fit
  /// would use. One read.
  [[nodiscard]] L21_EXPORT RowMatrix<double> transform(const Rows& rows, int threads = 0) const;
  /// The nearest points of the subspace, center + scale * W t, n x d, from the rows themselves. One read. Throws
  /// InvalidArgument unless has_reconstruction().
  [[nodiscard]] L21_EXPORT RowMatrix<double> reconstruct(const Rows& rows, int threads = 0) const;
  /// The same from scores, n x m. Throws as reconstruct does.
  [[nodiscard]] L21_EXPORT RowMatrix<double> inverse_transform(const RowMatrix<double>& scores) const;
  /// The rows, n x d, in which cells that hold NaN have become what the subspace says by the other cells of their row;
  /// no other value changes. Throws InvalidArgument unless the model is linear, DataError for infinity. Two reads.
  [[nodiscard]] L21_EXPORT RowMatrix<double> impute(const Rows& rows, int threads = 0) const;
  /// n x d: the probability that a cell is good, 0 where it is missing; 1 where the model does not judge cells. Throws
  /// InvalidArgument unless the model is linear.
  [[nodiscard]] L21_EXPORT RowMatrix<double> cell_weights(const Rows& rows, int threads = 0) const;
  /// The cells that are more likely damaged than good, the largest |residual| first; none where the model does not
  /// judge cells. Throws InvalidArgument unless the model is linear.
  [[nodiscard]] L21_EXPORT std::vector<DamagedCell> damaged_cells(const Rows& rows, int threads = 0) const;
  /// Throws InvalidArgument unless has_distances().
  [[nodiscard]] L21_EXPORT Distances distances(const Rows& rows, int threads = 0) const;
  /// Log of the density of rows under probabilistic PCA with the robust scales of the fit: scores normal by
  /// score_scatter (or score_scale), and normal noise of variance orthogonal_scale^2 / (d - m) in the directions that
  /// are left. Throws InvalidArgument for a kernel.
  [[nodiscard]] L21_EXPORT Vector<double> log_density(const Rows& rows, int threads = 0) const;
};

}  // namespace l21
