#include "data/cell_judge.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "linalg/blas.hpp"

namespace l21::internal {
namespace {

// Log of the density of Student's t at 0.
double log_peak(double tails) {
  return std::lgamma((tails + 1) / 2) - std::lgamma(tails / 2) - 0.5 * std::log(tails * M_PI);
}

// Of the neighbourhood in images, to each side, and an eighth of the image where that is less. Independent cells that
// it is worth grow with its width: two for each step. With 1 or 2 steps less damage is found in dark places.
constexpr Index kReach = 4;
constexpr float kPriorCells = 10;  // of which so many are good, in every row
constexpr float kPriorShare = 0.9F;
constexpr float kLeastShare = 0.5F, kLargestShare = 0.999F;
constexpr int kShareSteps = 6;

// Sums over 2 reach + 1 neighbours along one axis, in place; `line` is as long as the axis.
template <class Line>
void sum_along(Line line, Index reach, Eigen::ArrayXf& before) {
  const Index n = line.size();
  before = line;
  float sum = 0;
  for (Index j = 0; j < std::min(reach, n); ++j) sum += before(j);
  for (Index j = 0; j < n; ++j) {
    if (j + reach < n) sum += before(j + reach);
    if (j > reach) sum -= before(j - reach - 1);
    line(j) = sum;
  }
}

void sum_over_neighbours(Index height, Index width, Index reach, Eigen::ArrayXf& values) {
  Eigen::Map<Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> plane(values.data(), height, width);
  Eigen::ArrayXf before;
  for (Index i = 0; i < height; ++i) sum_along(plane.row(i).transpose(), reach, before);
  for (Index j = 0; j < width; ++j) sum_along(plane.col(j), reach, before);
}

}  // namespace

std::vector<Index> cell_levels(Index m) {
  std::vector<Index> sizes;
  for (const Index k : {3, 6, 12, 24, 48, 96, 192})
    if (4 * k < 3 * m) sizes.push_back(k);
  sizes.push_back(m);
  return sizes;
}

Index reach_of_neighbours(Index height, Index width) {
  return std::clamp<Index>(std::min(height, width) / 8, 1, kReach);
}

Vector<double> score_prior(const CellModel& model) {
  const double typical = model.scale.array().square().mean();
  return typical / model.variance.array().max(1e-12 * typical);
}

CellLevels::CellLevels(const CellModel& model) : W_(model.W.cast<float>()), tails_(static_cast<float>(model.tails)) {
  const Index d = model.scale.size(), m = model.W.cols();
  const Eigen::ArrayXd noise = model.scale.array().square();
  const double typical = noise.mean();
  prior_ = score_prior(model).cast<float>();
  if (model.shape.size() == 2) plane_ = {model.shape[0], model.shape[1]};
  // What components beyond the k-th add to the variance of each cell.
  const Matrix<double> squares = model.W.array().square().matrix() * model.variance.asDiagonal();
  for (const Index k : cell_levels(m)) {
    const Eigen::ArrayXd scale = (noise + squares.rightCols(m - k).rowwise().sum().array()).sqrt();
    Level level{k, scale.inverse().cast<float>(),
                (log_peak(model.tails) + (model.range.array() / scale).log()).cast<float>(), Eigen::ArrayXf::Ones(d)};
    if (k < m) level.weight = (typical / scale.square()).cast<float>();
    levels_.push_back(std::move(level));
  }
}

CellJudge::CellJudge(const CellLevels& levels) : levels_(levels) {}

void CellJudge::take(const Eigen::ArrayXf& x) {
  known_ = x.isNaN().select(0.0F, Eigen::ArrayXf::Ones(x.size()));
  x_ = x.isNaN().select(0.0F, x);
  count_ = known_.sum();
}

void CellJudge::scores(const Eigen::ArrayXf& x, Eigen::VectorXf& t) {
  take(x);
  constexpr int kSteps = 2;
  t.resize(0);
  for (const CellLevels::Level& level : levels_.levels()) {
    const bool first = t.size() == 0;
    const Index before = t.size();
    t.conservativeResize(level.components);
    t.tail(level.components - before).setZero();
    for (int step = 0; step < kSteps && level.components > 0; ++step) {
      // At first a cell counts the less the farther it is from the center, but always for something.
      if (first && step == 0)
        probability_ = known_ / (x_.abs() * level.inverse_scale).max(0.5F);
      else
        weigh(level, t);
      solve(level, t);
    }
  }
}

const Eigen::ArrayXf& CellJudge::good(const Eigen::ArrayXf& x, const Eigen::VectorXf& t) {
  take(x);
  weigh(levels_.last(), t);
  return probability_;
}

void CellJudge::weigh(const CellLevels::Level& level, const Eigen::VectorXf& t) {
  residual_ = x_;
  if (t.size() > 0) residual_ -= (levels_.W().leftCols(t.size()) * t).array();
  const float tails = levels_.tails();
  ratio_ =
      known_ * (level.log_ratio - (tails + 1) / 2 * ((residual_ * level.inverse_scale).square() / tails + 1).log());
  share_by_row(ratio_, probability_);
  if (levels_.plane()[0] > 0) {
    pool_neighbours();
    share_by_row(pooled_, other_);
    probability_ = probability_.min(other_);
  }
}

// The share of good cells in the row, and with it the probability of each, in turn.
void CellJudge::share_by_row(const Eigen::ArrayXf& log_ratio, Eigen::ArrayXf& probability) const {
  float share = 0.9F;
  for (int step = 0; step < kShareSteps; ++step) {
    const float odds = std::log(share / (1 - share));
    probability = known_ / (1 + (-(log_ratio + odds)).max(-30.0F).min(30.0F).exp());
    share = std::clamp((probability.sum() + kPriorCells * kPriorShare) / (count_ + kPriorCells), kLeastShare,
                       kLargestShare);
  }
}

// Damage of images has an extent: what a cell and its neighbours say together.
void CellJudge::pool_neighbours() {
  const auto [height, width] = levels_.plane();
  pooled_ = ratio_;
  pooled_count_ = known_;
  const Index reach = reach_of_neighbours(height, width);
  sum_over_neighbours(height, width, reach, pooled_);
  sum_over_neighbours(height, width, reach, pooled_count_);
  pooled_ *= static_cast<float>(2 * reach) / pooled_count_.max(1.0F);
}

// (W^T D W + prior) t = W^T D x, D the weights of the cells.
void CellJudge::solve(const CellLevels::Level& level, Eigen::VectorXf& t) {
  const Index k = level.components, d = x_.size();
  const auto W = levels_.W().leftCols(k);
  const Eigen::ArrayXf weight = probability_ * level.weight;
  const Eigen::MatrixXf V = W.array().colwise() * weight.sqrt();
  Eigen::MatrixXf N(k, k);
  gemm(Op::transpose, Op::none, k, k, d, 1.0F, V.data(), d, V.data(), d, 0.0F, N.data(), k);
  N.diagonal() += levels_.prior().head(k).matrix();
  t = N.llt().solve(W.transpose() * (weight * x_).matrix());
}

}  // namespace l21::internal
