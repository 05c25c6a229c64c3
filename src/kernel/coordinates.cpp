#include "kernel/coordinates.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/precomputed.hpp"
#include "l21/error.hpp"
#include "linalg/blas.hpp"

namespace l21::internal {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// A <- A L^-T for row-major A.
void solve_on_right(const Matrix<double>& L, Eigen::Ref<RowMatrix<double>> A) {
  L.triangularView<Eigen::Lower>().solveInPlace(A.transpose());
}

class PivotedCholesky {
 public:
  PivotedCholesky(const KernelRows& rows, std::span<const Index> candidates)
      : rows_(rows), open_(candidates.begin(), candidates.end()), left_(rows.itself()) {
    largest_ = left_.maxCoeff();
    if (left_.minCoeff() < 0) throw_not_semidefinite(rows_, left_.minCoeff(), 0);
    constexpr double kTooSmall = 1e-280;  // products of roots of such values are 0
    if (largest_ < kTooSmall && largest_ > 0)
      throw DataError(fmt::format("the largest kernel value of a row with itself is {:.3g}: scale the data", largest_));
    rounding_ = static_cast<double>(rows.rows()) * kEpsilon * largest_;
    Z_.resize(rows.rows(), 0);
  }

  [[nodiscard]] Index rank() const { return static_cast<Index>(pivots_.size()); }
  // The most that is left of a candidate.
  [[nodiscard]] double leftover() const {
    double most = 0;
    for (const Index i : open_) most = std::max(most, left_(i));
    return most;
  }
  [[nodiscard]] double share_left() const { return largest_ > 0 ? leftover() / largest_ : 0.0; }
  // If what is left goes on falling by the same factor for every pivot.
  [[nodiscard]] double expected_rank() const {
    constexpr Index kTooEarly = 2 * kBlock;
    const double share = share_left();
    if (rank() < kTooEarly || share <= 0) return static_cast<double>(rank());
    if (share >= 1) return static_cast<double>(rows_.rows());
    return static_cast<double>(rank()) * std::log(rounding_ / largest_) / std::log(share);
  }
  [[nodiscard]] bool complete() const { return leftover() <= rounding_; }

  // Takes the candidates with the most left, as many as go well together.
  void step() {
    const std::vector<Index> block = heaviest();
    const Landmarks together = rows_.landmarks(block);
    const Matrix<double> known = gather(block);
    Matrix<double> S = rows_.values(block, together) - product(Op::none, known, Op::transpose, known);
    // What is left of them, formed anew: a running difference may never reach 0.
    for (std::size_t k = 0; k < block.size(); ++k) left_(block[k]) = S(static_cast<Index>(k), static_cast<Index>(k));
    std::vector<Index> pivots;
    const Matrix<double> L = factor(block, S, pivots);
    if (!pivots.empty()) append(pivots, L);
  }

  [[nodiscard]] KernelCoordinates finish() && {
    KernelCoordinates result;
    result.Z = std::move(Z_);
    result.left_out = left_.cwiseMax(0.0);
    result.landmarks = std::move(pivots_);
    return result;
  }

 private:
  static constexpr Index kBlock = 128;

  std::vector<Index> heaviest() {
    const std::size_t count = std::min<std::size_t>(kBlock, open_.size());
    const auto heavier = [&](Index a, Index b) { return left_(a) != left_(b) ? left_(a) > left_(b) : a < b; };
    std::partial_sort(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(count), open_.end(), heavier);
    return {open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(count)};
  }

  [[nodiscard]] Matrix<double> gather(const std::vector<Index>& rows) const {
    Matrix<double> some(static_cast<Index>(rows.size()), Z_.cols());
    for (std::size_t k = 0; k < rows.size(); ++k) some.row(static_cast<Index>(k)) = Z_.row(rows[k]);
    return some;
  }

  // Cholesky of S with pivots in order of what is left of them, while that is a fair share of the first; L of those.
  Matrix<double> factor(const std::vector<Index>& block, const Matrix<double>& S, std::vector<Index>& pivots) const {
    constexpr double kFair = 0.01;
    const Index size = S.rows();
    Matrix<double> columns = Matrix<double>::Zero(size, size);
    Vector<double> left = S.diagonal();
    std::vector<Index> order;
    const double enough = std::max(rounding_, kFair * left.maxCoeff());
    for (Index k = 0; k < size; ++k) {
      Index p = 0;
      if (!(left.maxCoeff(&p) > enough)) break;
      columns.col(k) = (S.col(p) - columns.leftCols(k) * columns.row(p).head(k).transpose()) / std::sqrt(left(p));
      left -= columns.col(k).cwiseAbs2();
      for (const Index before : order) columns(before, k) = 0;
      order.push_back(p);
      left(p) = -1;
    }
    const auto taken = static_cast<Index>(order.size());
    Matrix<double> L(taken, taken);
    for (Index k = 0; k < taken; ++k) {
      L.row(k) = columns.row(order[static_cast<std::size_t>(k)]).head(taken);
      pivots.push_back(block[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])]);
    }
    return L;
  }

  // Z <- [Z, (K(:, pivots) - Z Z(pivots)^T) L^-T]
  void append(const std::vector<Index>& pivots, const Matrix<double>& L) {
    const Index before = Z_.cols(), fresh = L.rows(), n = Z_.rows();
    const Matrix<double> known = gather(pivots);
    Z_.conservativeResize(Eigen::NoChange, before + fresh);
    rows_.for_blocks(rows_.landmarks(pivots), [&](const KernelBlock& block) {
      RowMatrix<double> S = block.K;
      // Row-major S - Z_b known^T is column-major S^T - known Z_b^T.
      if (before > 0)
        gemm(Op::none, Op::transpose, fresh, block.count, before, -1.0, known.data(), fresh, Z_.data() + block.first, n,
             1.0, S.data(), fresh);
      solve_on_right(L, S);
      Z_.block(block.first, before, block.count, fresh) = S;
      left_.segment(block.first, block.count) -= S.rowwise().squaredNorm();
    });
    std::vector<Index> sorted = pivots;
    std::sort(sorted.begin(), sorted.end());
    for (const Index p : pivots) left_(p) = 0;
    // What is left of a row may be negative by rounding only.
    const double tolerated = std::max(1e-8 * largest_, 1e3 * rounding_);
    if (left_.minCoeff() < -tolerated) throw_not_semidefinite(rows_, left_.minCoeff(), 0);
    std::erase_if(open_, [&](Index i) { return std::binary_search(sorted.begin(), sorted.end(), i); });
    pivots_.insert(pivots_.end(), pivots.begin(), pivots.end());
  }

  const KernelRows& rows_;
  std::vector<Index> open_;  // candidates that are no pivots yet
  Vector<double> left_;      // k(x_i, x_i) - ||z_i||^2
  double largest_ = 0, rounding_ = 0;
  Matrix<double> Z_;
  std::vector<Index> pivots_;
};

}  // namespace

Matrix<double> KernelCoordinates::over_landmarks(const Matrix<double>& V) const {
  if (map.size() > 0) return product(map, V);
  // Z at the pivots is lower triangular: K(:, pivots) = Z L^T, so z(x) = L^-1 k(pivots, x).
  const Index r = Z.cols();
  Matrix<double> L(r, r);
  for (Index k = 0; k < r; ++k) L.row(k) = Z.row(landmarks[static_cast<std::size_t>(k)]);
  return L.triangularView<Eigen::Lower>().transpose().solve(V);
}

std::optional<KernelCoordinates> pivoted_coordinates(const KernelRows& rows, std::span<const Index> candidates,
                                                     const CoordinateLimits& limits, const Observer& observer) {
  PivotedCholesky factor(rows, candidates);
  while (!factor.complete()) {
    const bool foreseen =
        limits.give_up == GiveUp::when_foreseen && factor.expected_rank() > static_cast<double>(limits.most_rank);
    if (foreseen || factor.rank() >= limits.most_rank) return std::nullopt;
    factor.step();
    Progress progress;
    progress.stage = Stage::kernel;
    progress.iteration = static_cast<int>(factor.rank());
    progress.max_iterations = static_cast<int>(candidates.size());
    progress.residual = factor.share_left();
    if (observer && observer(progress) == Signal::stop && factor.rank() >= limits.least_rank) break;
  }
  return std::move(factor).finish();
}

// K(landmarks, landmarks) = V diag(v) V^T, z(x) = diag(v)^(-1/2) V^T k(landmarks, x) over v > 0.
KernelCoordinates clipped_coordinates(const KernelRows& rows, std::span<const Index> landmarks) {
  const Landmarks chosen = rows.landmarks(landmarks);
  const auto eigen = largest_eigenpairs(rows.values(landmarks, chosen), chosen.count());
  const double rounding = static_cast<double>(chosen.count()) * kEpsilon * eigen.values.cwiseAbs().maxCoeff();
  const Index rank = (eigen.values.array() > rounding).count();
  KernelCoordinates result;
  result.clipped_share = (-eigen.values.array()).max(0.0).sum() / std::max(eigen.values.cwiseAbs().sum(), 1e-300);
  result.landmarks = chosen.indices;
  result.map = eigen.vectors.leftCols(rank) * eigen.values.head(rank).cwiseSqrt().cwiseInverse().asDiagonal();
  result.Z.resize(rows.rows(), rank);
  rows.for_blocks(
      chosen, [&](const KernelBlock& block) { result.Z.middleRows(block.first, block.count) = block.K * result.map; });
  result.left_out.setZero(rows.rows());
  return result;
}

}  // namespace l21::internal
