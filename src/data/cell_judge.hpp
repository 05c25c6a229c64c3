// Which cells of a row are damaged, and what its scores are without them.
#pragma once

#include <array>
#include <vector>

#include "l21/types.hpp"

namespace l21::internal {

// What cells look like about a subspace. A good one has Student's t about what the scores of its row say, a damaged one
// may hold anything in the range of its column; how many of each there are is every row's own (docs/methods/cells.md).
struct CellModel {
  Matrix<double> W;              // d x m, orthonormal, by falling variance of the scores
  Vector<double> variance;       // m: of the scores
  Vector<double> scale;          // d: robust standard deviation of a cell about the subspace
  Vector<double> range;          // d
  double tails = 3;              // degrees of freedom: 3, 5, 7 or 9
  std::vector<Index> shape;      // of a row that is an image: its sizes, the last axis fastest; else empty
  Vector<double> least_scale{};  // d: what scales that are taken anew are never below
};

// Of scores; less counts as this much.
[[nodiscard]] double least_variance(const CellModel& model);

// m: the variance of the noise of a typical cell over that of each score; what keeps scores where those of others are.
[[nodiscard]] Vector<double> score_prior(const CellModel& model);

// How far neighbours of a cell go to each side, in an image.
[[nodiscard]] Index reach_of_neighbours(Index height, Index width);

// Components that subspace and scores are found with, one after the other: few first, m at last.
[[nodiscard]] std::vector<Index> cell_levels(Index m);

// The same as a judge of rows needs it: in float, level by level, columns padded to whole SIMD vectors. At a level with
// k of the m components what the others hold counts as noise, so that a row's first scores are not led astray by cells
// that only look damaged.
class CellLevels {
 public:
  explicit CellLevels(const CellModel& model);

  struct Level {
    Index components;
    Eigen::ArrayXf inverse_scale;  // padded
    Eigen::ArrayXf inverse_peak;   // padded: density of a damaged cell over that of a good one at residual 0
    Eigen::ArrayXf weight;         // padded: precision of a cell, over that of a typical one
    std::vector<Index> sample;     // cells that stand for all in normal matrices
    Eigen::MatrixXf directions;    // components x sample: what a good one of these adds is the square of its direction
  };
  [[nodiscard]] const std::vector<Level>& levels() const { return levels_; }
  [[nodiscard]] const Level& last() const { return levels_.back(); }
  [[nodiscard]] Index cols() const { return W_.rows(); }
  [[nodiscard]] Index padded() const { return padded_; }
  [[nodiscard]] const Eigen::MatrixXf& W() const { return W_; }
  [[nodiscard]] const Eigen::ArrayXf& prior() const { return prior_; }
  // Degrees of freedom are 3, 5, 7 or 9: (tails + 1) / 2 is whole.
  [[nodiscard]] float tails() const { return tails_; }
  [[nodiscard]] int power() const { return (static_cast<int>(tails_) + 1) / 2; }
  // Of least squares.
  [[nodiscard]] int steps_at(const Level& level) const;
  // Whether every step of a level has normal matrices of its own, or only its first.
  [[nodiscard]] bool renews_normal_matrices(const Level& level) const;
  // As many as fill a cache with their cells, and no more memory than they need with their normal matrices.
  [[nodiscard]] Index rows_at_once() const;
  // What the scores of a row cost, as so many columns that are multiplied with X or X^T.
  [[nodiscard]] double columns_of_scores() const;
  // Height and width; 0 where rows are no images.
  [[nodiscard]] std::array<Index, 2> plane() const { return plane_; }
  [[nodiscard]] bool is_image() const { return plane_[0] > 0; }

 private:
  // Of all products with W of a step, and of making its normal matrices.
  [[nodiscard]] static double columns_of_step(const Level& level) { return static_cast<double>(2 * level.components); }
  [[nodiscard]] double columns_of_normal_matrices(const Level& level) const;

  Index padded_;
  Eigen::MatrixXf W_;
  Eigen::ArrayXf prior_;  // score_prior()
  float tails_;
  std::array<Index, 2> plane_{0, 0};
  std::vector<Level> levels_;
};

// Judges some rows at a time; keeps its workspace. Rows are centered and scaled, NaN where a cell is missing, and lie
// in the columns of X: d x count.
class CellJudge {
 public:
  // Borrows the levels. Rows are at most rows_at_once().
  explicit CellJudge(const CellLevels& levels);

  // Scores from scratch, m x count, from few components to all.
  void scores(const Eigen::MatrixXf& X, Eigen::MatrixXf& T);
  // The probability that each cell is good, given the scores; 0 where it is missing. d x count.
  [[nodiscard]] Eigen::Ref<const Eigen::MatrixXf> good(const Eigen::MatrixXf& X, const Eigen::MatrixXf& T);

 private:
  void take(const Eigen::MatrixXf& X);
  void weigh(const CellLevels::Level& level, const Eigen::MatrixXf& T);
  void weigh_row(const CellLevels::Level& level, Index row);
  void settle_share(const Eigen::ArrayXf& odds, Index row, Eigen::Ref<Eigen::ArrayXf> good) const;
  [[nodiscard]] Eigen::ArrayXf sums_of_weights(const CellLevels::Level& level) const;
  void make_normal_matrices(const CellLevels::Level& level);
  void solve(const CellLevels::Level& level, Eigen::MatrixXf& T);

  const CellLevels& levels_;
  Index count_ = 0;
  Eigen::MatrixXf x_, known_, good_, residual_;  // padded x rows; missing cells are 0 in the first two
  Eigen::ArrayXf known_count_;
  Eigen::MatrixXf worth_;  // of the sum over neighbours: independent cells over how many are known
  Eigen::ArrayXf odds_, logs_, between_, pooled_, other_;
  // Side by side, a row of these for each row that is judged: weights of some cells, entries of lower triangles of
  // normal matrices and then of their factors, right sides. And w_j w_j^T of these cells, such triangles.
  Eigen::MatrixXf weights_, normal_, right_, squares_;
  Eigen::ArrayXf normal_sum_;  // of the weights of a row when its normal matrix was made
};

}  // namespace l21::internal
