/// @file
/// What a fit can be asked to do. One struct for C++, the program and Python; option_table.hpp describes each field.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "l21/export.hpp"
#include "l21/types.hpp"

namespace l21 {

/// Which h_i(W^T x_i) is summed, and over which set of W it is maximized.
/// robust: no such sum, but PCA of the rows that belong together, each with a weight (docs/methods/robust.md).
enum class Method { pca, l21, r1, l1, l1_greedy, l2p, truncated_power, sparse_l21, robust };

/// Whether components have at most FitOptions::cardinality non-zeros; they are then not orthogonal to one another.
[[nodiscard]] constexpr bool has_sparse_components(Method method) {
  return method == Method::truncated_power || method == Method::sparse_l21;
}
/// Whether components are found one after the other, each of what the earlier ones leave.
[[nodiscard]] constexpr bool is_greedy(Method method) {
  return method == Method::l1_greedy || has_sparse_components(method);
}

/// What is subtracted from every row. joint, for r1, moves with the subspace; optimal, for l21, makes the sum of
/// lengths least inside the subspace that maximizes it; given takes FitOptions::given_center.
enum class Center { mean, median, geometric_median, joint, optimal, none, given };

/// Division of every column before centering, so that units do not matter: by its standard deviation, or by its
/// median absolute deviation (times 1.4826).
enum class ColumnScaling { none, std, mad };

/// `sphere`: every centered row is divided by its norm, for fitting only.
enum class RowScaling { none, sphere };

/// Where the iteration starts. `given` takes FitOptions::given_start.
enum class Init { pca, spherical, random, largest_norm, given };

/// plain: the paper's iteration on X. accelerated: far fewer reads of X for pca, l21, r1, l2p, by a growing subspace or
/// by Anderson's mixing, whichever costs less. automatic: also through X X^T where that costs less still.
enum class Solver { automatic, plain, accelerated };

/// In what a fit computes; FitOptions::precision says what automatic means.
enum class Precision { automatic, float32, float64 };

/// Whether a fit proves how far from the best there is it can be at most. automatic: where that costs at most half of
/// the fit; on: whatever it costs, and where the proof fails the fit is improved.
enum class Certify { automatic, on, off };

/// Whether a fit is compared with the subspace that most of its rows belong to (docs/methods/guard.md).
enum class Guard { on, off };

/// What is done with cells that hold NaN. error: they are refused, with their place. fit: the fit, of pca, l21, l2p, r1
/// or robust, is to the cells that are known, and the model fills in the others (docs/methods/missing.md).
enum class Missing { error, fit };

/// Whether cells that do not go with the others of their row are left out of the fit, as if they were missing
/// (docs/methods/cells.md).
enum class DamagedCells { keep, leave_out };

/// Which inner product stands for that of the rows: PCA in the space where k(x, y) = <phi(x), phi(y)>.
enum class Kernel {
  none,         ///< the rows as they are
  linear,       ///< x^T y
  rbf,          ///< exp(-gamma ||x - y||^2)
  polynomial,   ///< (gamma x^T y + coef0)^degree
  sigmoid,      ///< tanh(gamma x^T y + coef0); not semidefinite: negative eigenvalues are cut off
  laplacian,    ///< exp(-gamma ||x - y||_1)
  cosine,       ///< x^T y / (||x|| ||y||)
  precomputed,  ///< the table is the kernel matrix
};

/// How FitOptions::landmarks rows are chosen: evenly, or far from one another (k-means++).
enum class LandmarkChoice { random, kmeans };

/// What fit() is asked to do. Every default is a sound choice; validate() says what else is allowed.
///
///     const l21::FitOptions options{.components = 5, .method = l21::Method::r1, .center = l21::Center::median};
struct FitOptions {
  /// 1 <= components <= min(rows, columns); with a kernel <= its rank; 0: as many as the rows that belong together show
  int components = 2;
  double share = 0;             ///< 0 < share < 1: as many components as components_for_share() says, instead
  Method method = Method::l21;  ///< what is maximized
  Index cardinality = 0;  ///< truncated_power, sparse_l21: most non-zeros of a component, 1 <= cardinality <= columns
  double p = 1.0;         ///< l2p: sum_i ||W^T x_i||^p, 0 < p <= 2
  Center center = Center::mean;                        ///< what is subtracted
  ColumnScaling column_scaling = ColumnScaling::none;  ///< what columns are divided by
  RowScaling row_scaling = RowScaling::none;           ///< what centered rows are divided by
  Solver solver = Solver::automatic;                   ///< how often the rows are read
  Init init = Init::pca;                               ///< where the iteration starts
  /// Stop when ||M - W sym(W^T M)||_F <= tolerance * ||M||_F; r1: <= tolerance * sum_i w_i ||x_i||.
  double tolerance = 1e-6;
  int max_iterations = 2000;  ///< of every component where they are found one by one
  std::uint64_t seed = 0;     ///< of Init::random and of landmarks
  int threads = 0;            ///< 0: as many as OpenMP would use, within the process's affinity and quota
  /// automatic: float64, unless storage has at most 32 bits and tolerance >= 1e-5.
  Precision precision = Precision::automatic;
  /// Bytes that a fit may take, the table included; 0: half as much again as the table, or 256 MB.
  std::uint64_t memory = 0;
  int basis_limit = 10;  ///< accelerated: the growing subspace has at most so many times `components` directions

  int starts = 1;  ///< so many fits, the first from `init`, the others from random starts; the best is kept
  Certify certify = Certify::automatic;  ///< whether a bound is proven
  int certify_passes = 20;               ///< weighted principal components that may be computed to close a gap
  Guard guard = Guard::on;               ///< whether the fit is compared with a robust one of some of its rows

  Missing missing = Missing::error;                 ///< whether cells may be missing
  DamagedCells damaged_cells = DamagedCells::keep;  ///< whether single cells may be wrong

  Kernel kernel = Kernel::none;   ///< which space the rows are taken to
  std::optional<double> gamma{};  ///< > 0; absent: 1 / columns
  int degree = 3;                 ///< of the polynomial kernel, >= 1
  double coef0 = 1;               ///< of the polynomial and sigmoid kernels
  Index landmarks = 0;            ///< the kernel space is spanned by so many rows (Nystrom); 0: by all
  LandmarkChoice landmark_choice = LandmarkChoice::random;  ///< how they are chosen

  /// Tensor PCA: rows are tensors of `sample_shape`, and mode k is projected to modes[k] dimensions; empty: rows are
  /// vectors. 1 <= modes[k] <= sample_shape[k]; `components` is then not used.
  std::vector<Index> modes{};
  std::vector<Index> sample_shape{};  ///< of one row, the last axis fastest

  Vector<double> weights{};       ///< one per row, >= 0, not all 0; empty: all 1
  Vector<double> given_center{};  ///< one per column, in the units of the data
  Matrix<double> given_start{};   ///< columns x components; its column space is what counts
};

/// What withstands gross outliers of every kind (`--preset robust`): Method::robust, which finds its center itself.
[[nodiscard]] L21_EXPORT FitOptions robust_preset(FitOptions options = {});

/// What withstands damaged cells (`--preset cells`): PCA of the cells that go with the others of their row. Rows with a
/// FitOptions::sample_shape of two sizes are images: damage has an extent there.
[[nodiscard]] L21_EXPORT FitOptions cells_preset(FitOptions options = {});

/// Throws InvalidArgument, with the condition and the values, unless `options` make sense for an n x d table.
L21_EXPORT void validate(const FitOptions& options, Index rows, Index cols);

}  // namespace l21
