// Which cells of a row are damaged, and what its scores are without them.
#pragma once

#include <array>
#include <vector>

#include "l21/types.hpp"

namespace l21::internal {

// What cells look like about a subspace. A good one has Student's t about what the scores of its row say, a damaged one
// may hold anything in the range of its column; how many of each there are is every row's own (docs/methods/cells.md).
struct CellModel {
  Matrix<double> W;          // d x m, orthonormal, by falling variance of the scores
  Vector<double> variance;   // m: of the scores
  Vector<double> scale;      // d: robust standard deviation of a cell about the subspace
  Vector<double> range;      // d
  double tails = 3;          // degrees of freedom
  std::vector<Index> shape;  // of a row that is an image: its sizes, the last axis fastest; else empty
};

// m: the variance of the noise of a typical cell over that of each score; what keeps scores where those of others are.
[[nodiscard]] Vector<double> score_prior(const CellModel& model);

// How far neighbours of a cell go to each side, in an image.
[[nodiscard]] Index reach_of_neighbours(Index height, Index width);

// Components that subspace and scores are found with, one after the other: few first, m at last.
[[nodiscard]] std::vector<Index> cell_levels(Index m);

// The same as a judge of rows needs it: in float, level by level. At a level with k of the m components what the others
// hold counts as noise, so that a row's first scores are not led astray by cells that only look damaged.
class CellLevels {
 public:
  explicit CellLevels(const CellModel& model);

  struct Level {
    Index components;
    Eigen::ArrayXf inverse_scale;  // d
    Eigen::ArrayXf log_ratio;      // d: log of the densities of good and damaged cells at residual 0
    Eigen::ArrayXf weight;         // d: precision of a cell, over that of a typical one
  };
  [[nodiscard]] const std::vector<Level>& levels() const { return levels_; }
  [[nodiscard]] const Level& last() const { return levels_.back(); }
  [[nodiscard]] const Eigen::MatrixXf& W() const { return W_; }
  [[nodiscard]] const Eigen::ArrayXf& prior() const { return prior_; }
  [[nodiscard]] float tails() const { return tails_; }
  // Height and width; 0 where rows are no images.
  [[nodiscard]] std::array<Index, 2> plane() const { return plane_; }

 private:
  Eigen::MatrixXf W_;
  Eigen::ArrayXf prior_;  // score_prior()
  float tails_;
  std::array<Index, 2> plane_{0, 0};
  std::vector<Level> levels_;
};

// Judges one row after the other; keeps its workspace. Rows are centered and scaled, NaN where a cell is missing.
class CellJudge {
 public:
  // Borrows the levels.
  explicit CellJudge(const CellLevels& levels);

  // Scores from scratch, from few components to all.
  void scores(const Eigen::ArrayXf& x, Eigen::VectorXf& t);
  // The probability that each cell is good, given the scores; 0 where it is missing.
  [[nodiscard]] const Eigen::ArrayXf& good(const Eigen::ArrayXf& x, const Eigen::VectorXf& t);

 private:
  void take(const Eigen::ArrayXf& x);
  void weigh(const CellLevels::Level& level, const Eigen::VectorXf& t);
  void share_by_row(const Eigen::ArrayXf& log_ratio, Eigen::ArrayXf& probability) const;
  void pool_neighbours();
  void solve(const CellLevels::Level& level, Eigen::VectorXf& t);

  const CellLevels& levels_;
  Eigen::ArrayXf x_, known_;  // missing cells are 0 in both
  float count_ = 0;           // of known cells
  Eigen::ArrayXf residual_, ratio_, pooled_, pooled_count_, probability_, other_;
};

}  // namespace l21::internal
