#include "data/cell_judge.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "linalg/blas.hpp"
#include "simd/simd.hpp"

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
constexpr float kSameShare = 2e-4F;
// For each component. Steps are of length 1 with a normal matrix that is right within a quarter.
constexpr Index kSampledCells = 8, kFewestSampled = 256;
constexpr double kLeastShareSeen = 0.02;
constexpr Index kCellsOfAProduct = 64;

Index triangle_size(Index k) {
  return k * (k + 1) / 2;
}

// Of d cells about so many, the more likely the longer a cell's row of W (n x k) is; in an order by steps of a golden
// section, so that no pattern of the columns is met. With what a chosen one stands for.
std::pair<std::vector<Index>, Vector<double>> spread_cells(const Matrix<double>& W, Index count) {
  const Index d = W.rows();
  const Vector<double> squares = W.rowwise().squaredNorm();
  const double each = squares.sum() / static_cast<double>(count);
  std::vector<Index> cells;
  Vector<double> stands_for = Vector<double>::Ones(d);
  Index step = std::max<Index>(1, static_cast<Index>(0.6180339887 * static_cast<double>(d)));
  while (std::gcd(step, d) != 1) ++step;
  double passed = each / 2;
  for (Index i = 0; i < d; ++i) {
    const Index j = i * step % d;
    if (count < d && squares(j) < each) {
      passed += squares(j);
      if (passed < each) continue;
      passed -= each;
      stands_for(j) = each / squares(j);
    }
    cells.push_back(j);
  }
  Vector<double> chosen = stands_for(cells);
  return {std::move(cells), std::move(chosen)};
}

// What the normal matrix of a whole row is made of: the sum of the squares of the directions is W^T W exactly, so that
// only what is not the same in all cells is left to chance.
std::pair<std::vector<Index>, Eigen::MatrixXf> sampled_directions(const Matrix<double>& W) {
  const Index d = W.rows(), k = W.cols();
  if (k == 0) return {};
  const Matrix<double> whole = product(Op::transpose, W, Op::none, W);
  const Eigen::LLT<Matrix<double>> wanted(whole);
  for (Index count = std::min(d, std::max(kSampledCells * k, kFewestSampled));; count = std::min(d, 2 * count)) {
    auto [cells, stands_for] = spread_cells(W, count);
    Matrix<double> directions = W(cells, Eigen::all).transpose() * stands_for.cwiseSqrt().asDiagonal();
    if (count == d) return {std::move(cells), directions.cast<float>()};
    const Eigen::LLT<Matrix<double>> found(product(Op::none, directions, Op::transpose, directions));
    // A singular sample has not seen some component.
    if (wanted.info() != Eigen::Success || found.info() != Eigen::Success ||
        found.rcond() < kLeastShareSeen * wanted.rcond())
      continue;
    found.matrixL().solveInPlace(directions);
    return {std::move(cells), (wanted.matrixL() * directions).cast<float>()};
  }
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

double least_variance(const CellModel& model) {
  return 1e-12 * model.scale.array().square().mean();
}

Vector<double> score_prior(const CellModel& model) {
  return model.scale.array().square().mean() / model.variance.array().max(least_variance(model));
}

CellLevels::CellLevels(const CellModel& model)
    : padded_((model.scale.size() + kCellsAtOnce - 1) / kCellsAtOnce * kCellsAtOnce),
      W_(model.W.cast<float>()),
      prior_(score_prior(model).cast<float>()),
      tails_(2 * std::round(static_cast<float>(std::clamp(model.tails, 3.0, 9.0) - 1) / 2) + 1) {
  const Index d = model.scale.size(), m = model.W.cols();
  const Eigen::ArrayXd noise = model.scale.array().square();
  const double typical = noise.mean();
  if (model.shape.size() == 2) plane_ = {model.shape[0], model.shape[1]};
  // What components beyond the k-th add to the variance of each cell.
  const Matrix<double> squares = model.W.array().square().matrix() * model.variance.asDiagonal();
  const auto padded = [&](const Eigen::ArrayXd& values) {
    Eigen::ArrayXf all = Eigen::ArrayXf::Zero(padded_);
    all.head(d) = values.cast<float>();
    return all;
  };
  for (const Index k : cell_levels(m)) {
    const Eigen::ArrayXd scale = (noise + squares.rightCols(m - k).rowwise().sum().array()).sqrt();
    const Eigen::ArrayXd weight = k < m ? (typical / scale.square()).eval() : Eigen::ArrayXd::Ones(d);
    auto [sample, directions] = sampled_directions(weight.sqrt().matrix().asDiagonal() * model.W.leftCols(k));
    levels_.push_back({k, padded(scale.inverse()), padded(scale / model.range.array() / std::exp(log_peak(tails_))),
                       padded(weight), std::move(sample), std::move(directions)});
  }
}

Index CellLevels::rows_at_once() const {
  constexpr Index kCells = Index{5} << 14, kEntries = Index{1} << 22, kFewest = 32, kMost = 128;
  const Index rows = std::min(std::clamp(kCells / padded_, kFewest, kMost), kEntries / triangle_size(W_.cols() + 1));
  return std::max(rows / kCellsAtOnce, Index{1}) * kCellsAtOnce;
}

// What is damaged in a table may be so far off that the last digit of a step counts. In images a third step at the end
// only brings back some of what was kept at first.
int CellLevels::steps_at(const Level& level) const {
  if (level.components == 0) return 0;
  if (&level == &levels_.front()) return 2;
  return &level != &levels_.back() ? 1 : is_image() ? 2 : 3;
}

// In images, where those cost more than the rest of a step, the second step of a level makes do with the first one's:
// the right side is exact. In tables a cell may be anything, and the first judgement far from the last.
bool CellLevels::renews_normal_matrices(const Level& level) const {
  return !is_image() || columns_of_normal_matrices(level) <= columns_of_step(level);
}

double CellLevels::columns_of_normal_matrices(const Level& level) const {
  return static_cast<double>(level.sample.size()) / static_cast<double>(cols()) *
         static_cast<double>(triangle_size(level.components));
}

double CellLevels::columns_of_scores() const {
  double columns = 0;
  for (const Level& level : levels_) {
    const int steps = steps_at(level), matrices = renews_normal_matrices(level) ? steps : std::min(steps, 1);
    columns += steps * columns_of_step(level) + matrices * columns_of_normal_matrices(level);
  }
  return columns;
}

CellJudge::CellJudge(const CellLevels& levels) : levels_(levels) {
  const Index padded = levels.padded(), rows = levels.rows_at_once(), m = levels.W().cols();
  for (Eigen::MatrixXf* values : {&x_, &known_, &good_, &residual_, &worth_})
    *values = Eigen::MatrixXf::Zero(padded, rows);
  for (Eigen::ArrayXf* row : {&odds_, &logs_, &other_}) *row = Eigen::ArrayXf::Zero(padded);
  pooled_ = Eigen::ArrayXf::Zero(padded + kCellsAtOnce);
  const auto [height, width] = levels.plane();
  between_ = Eigen::ArrayXf::Zero(height * (width + 2 * kReach) + kCellsAtOnce);
  known_count_.resize(rows);
  weights_ = Eigen::MatrixXf::Zero(rows, kCellsOfAProduct);
  right_ = Eigen::MatrixXf::Zero(rows, m);
  normal_.resize(rows, triangle_size(m));
  squares_.resize(triangle_size(m), kCellsOfAProduct);
}

void CellJudge::take(const Eigen::MatrixXf& X) {
  const Index d = levels_.cols();
  const auto [height, width] = levels_.plane();
  count_ = X.cols();
  for (Index i = 0; i < count_; ++i) {
    const auto x = X.col(i).array();
    known_.col(i).head(d) = x.isNaN().select(0.0F, Eigen::ArrayXf::Ones(d)).matrix();
    x_.col(i).head(d) = x.isNaN().select(0.0F, x).matrix();
    known_count_(i) = known_.col(i).sum();
    if (!levels_.is_image()) continue;
    const Index reach = reach_of_neighbours(height, width);
    simd().sum_over_neighbours(known_.col(i).data(), height, width, reach, between_.data(), pooled_.data());
    worth_.col(i) = (static_cast<float>(2 * reach) / pooled_.head(levels_.padded()).max(1.0F)).matrix();
  }
}

void CellJudge::scores(const Eigen::MatrixXf& X, Eigen::MatrixXf& T) {
  take(X);
  T.setZero(levels_.W().cols(), count_);
  bool first = true;
  for (const CellLevels::Level& level : levels_.levels())
    for (int step = 0; step < levels_.steps_at(level); ++step, first = false) {
      weigh(level, T);
      // At first a cell counts the less the farther it is from the center, but always for something.
      if (first)
        for (Index i = 0; i < count_; ++i)
          good_.col(i).array() =
              known_.col(i).array() * 0.5F / (x_.col(i).array().abs() * level.inverse_scale).max(0.5F);
      if (step == 0 || levels_.renews_normal_matrices(level)) make_normal_matrices(level);
      solve(level, T);
    }
}

Eigen::Ref<const Eigen::MatrixXf> CellJudge::good(const Eigen::MatrixXf& X, const Eigen::MatrixXf& T) {
  take(X);
  weigh(levels_.last(), T);
  return good_.topLeftCorner(levels_.cols(), count_);
}

void CellJudge::weigh(const CellLevels::Level& level, const Eigen::MatrixXf& T) {
  residual_.leftCols(count_) = x_.leftCols(count_);
  const Index d = levels_.cols(), stride = levels_.padded();
  if (level.components > 0)
    gemm(Op::none, Op::none, d, count_, level.components, -1.0F, levels_.W().data(), d, T.data(), T.rows(), 1.0F,
         residual_.data(), stride);
  for (Index i = 0; i < count_; ++i) weigh_row(level, i);
}

// Damage of images has an extent: a cell is as good as the worse of what it says alone and with its neighbours.
void CellJudge::weigh_row(const CellLevels::Level& level, Index row) {
  const Index padded = levels_.padded();
  const CellOdds law{level.inverse_scale.data(), level.inverse_peak.data(), 1 / levels_.tails(), levels_.power()};
  simd().cell_odds(residual_.col(row).data(), law, padded, odds_.data());
  settle_share(odds_, row, good_.col(row).array());
  if (!levels_.is_image()) return;
  const auto [height, width] = levels_.plane();
  simd().log_of_odds(odds_.data(), known_.col(row).data(), padded, logs_.data());
  simd().sum_over_neighbours(logs_.data(), height, width, reach_of_neighbours(height, width), between_.data(),
                             pooled_.data());
  simd().pooled_odds(pooled_.data(), worth_.col(row).data(), padded, odds_.data());
  settle_share(odds_, row, other_);
  good_.col(row) = good_.col(row).cwiseMin(other_.matrix());
}

// The share of good cells in the row, and with it the probability of each, in turn.
void CellJudge::settle_share(const Eigen::ArrayXf& odds, Index row, Eigen::Ref<Eigen::ArrayXf> good) const {
  float share = 0.9F;
  for (int step = 0; step < kShareSteps; ++step) {
    const float sum = simd().good_cells(odds.data(), known_.col(row).data(), levels_.padded(), share, good.data());
    const float next =
        std::clamp((sum + kPriorCells * kPriorShare) / (known_count_(row) + kPriorCells), kLeastShare, kLargestShare);
    if (std::abs(std::exchange(share, next) - next) < kSameShare) return;
  }
}

Eigen::ArrayXf CellJudge::sums_of_weights(const CellLevels::Level& level) const {
  return (good_.leftCols(count_).transpose() * level.weight.matrix()).array();
}

// N = W^T D W + prior, D the weights of the cells, of which some stand for all.
void CellJudge::make_normal_matrices(const CellLevels::Level& level) {
  const Index k = level.components, entries = triangle_size(k), rows = weights_.rows();
  const auto cells = static_cast<Index>(level.sample.size());
  for (Index first = 0; first < cells; first += kCellsOfAProduct) {
    const Index count = std::min(kCellsOfAProduct, cells - first);
    for (Index c = 0; c < count; ++c) {
      weights_.col(c).head(count_) =
          good_.row(level.sample[static_cast<std::size_t>(first + c)]).head(count_).transpose();
      const float* w = level.directions.col(first + c).data();
      float* square = squares_.data() + c * entries;
      for (Index a = 0; a < k; ++a)
        for (Index b = 0; b <= a; ++b) *square++ = w[a] * w[b];
    }
    gemm(Op::none, Op::transpose, rows, entries, count, 1.0F, weights_.data(), rows, squares_.data(), entries,
         first == 0 ? 0.0F : 1.0F, normal_.data(), rows);
  }
  for (Index c = 0; c < k; ++c) normal_.col(triangle_size(c + 1) - 1).array() += levels_.prior()(c);
  simd().factor_matrices(normal_.data(), k, rows);
  normal_sum_ = sums_of_weights(level);
}

// t <- t + N^-1 (W^T D r - prior t), r = x - W t, D the weights of the cells. N may be that of an earlier step: it is
// scaled as the weights are.
void CellJudge::solve(const CellLevels::Level& level, Eigen::MatrixXf& T) {
  const Index k = level.components, d = levels_.cols(), stride = levels_.padded(), rows = right_.rows();
  for (Index i = 0; i < count_; ++i) residual_.col(i).array() *= good_.col(i).array() * level.weight;
  for (Index c = 0; c < k; ++c) right_.col(c).head(count_) = -levels_.prior()(c) * T.row(c).transpose();
  gemm(Op::transpose, Op::none, count_, k, d, 1.0F, residual_.data(), stride, levels_.W().data(), d, 1.0F,
       right_.data(), rows);
  if (!levels_.renews_normal_matrices(level)) {
    const Eigen::ArrayXf sums = sums_of_weights(level);
    right_.topLeftCorner(count_, k).array().colwise() *= (sums > 0).select(normal_sum_ / sums, 1.0F);
  }
  simd().solve_factored(normal_.data(), k, rows, right_.data());
  T.topRows(k) += right_.topLeftCorner(count_, k).transpose();
}

}  // namespace l21::internal
