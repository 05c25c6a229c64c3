#include "data/scores.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "linalg/blas.hpp"
#include "linalg/parallel.hpp"
#include "linalg/statistics.hpp"
#include "rows/pass.hpp"
#include "rows/row_sum.hpp"
#include "simd/row_loops.hpp"

namespace l21::internal {
namespace {

struct SlotSums : ScoreSums {
  SlotSums& operator+=(const SlotSums& other) {
    moments.covariance += other.moments.covariance;
    moments.sign_scatter += other.moments.sign_scatter;
    moments.share += other.moments.share;
    projected += other.projected;
    residual += other.residual;
    return *this;
  }
};

SlotSums zeros(const ScoreRequest& request) {
  const Index m = request.W.cols(), shown = request.to_shown.size() > 0 ? request.to_shown.cols() : m;
  const auto zero = [&](Index size) {
    return Matrix<double>::Zero(size, request.moments_as == MomentsAs::matrices ? size : 1);
  };
  SlotSums sums;
  sums.moments = {zero(m), zero(m), zero(shown)};
  return sums;
}

// One block of scores: all that is summed from it. `t` is left as it is.
template <class T>
class BlockScores {
 public:
  BlockScores(const PreparedRows<T>& rows, const ScoreRequest& request)
      : rows_(rows), request_(request), to_shown_(request.to_shown.cast<T>()), link_(make_link<T>(request.link)) {}

  void add(const ProjectedBlock<T>& block, SlotSums& sums, Vector<double>& distances) const {
    const Eigen::Map<const RowMatrix<T>> t(block.t, block.count, block.components);
    // As in the links: a projection of this size is rounding and has no direction.
    const double zero = rounding_of_sum<T>(rows_.cols());
    Vector<double> squared(block.count), w(block.count), sign_weight(block.count), residual(block.count);
    squared_norms(block.t, block.count, block.components, squared.data());
    for (Index i = 0; i < block.count; ++i) {
      const double norm = std::sqrt(squared(i)), row_norm = rows_.norm(block.first + i);
      residual(i) = block.squared_norm[i] + (rows_.left_out.size() > 0 ? rows_.left_out(block.first + i) : 0.0);
      const double rho = std::sqrt(residual(i));
      w(i) = rows_.weight(block.first + i);
      sign_weight(i) = norm > zero * row_norm ? w(i) / squared(i) : 0.0;
      distances(block.first + i) = rho;
      sums.projected += w(i) * norm;
      sums.residual += w(i) * rho;
    }
    sums.moments.covariance += rows_.weights.size() > 0 ? products(t, times(t, w)) : products(t, t);
    sums.moments.sign_scatter += products(t, times(t, sign_weight));
    add_share(block, request_.to_shown.size() > 0 ? RowMatrix<T>(t * to_shown_) : RowMatrix<T>(t), std::move(residual),
              sums);
  }

 private:
  static RowMatrix<T> times(RowMatrix<T> t, const Vector<double>& factor) {
    scale_rows(t.data(), t.rows(), t.cols(), factor.data());
    return t;
  }
  // A^T B, or its diagonal.
  template <class A, class B>
  [[nodiscard]] Matrix<double> products(const A& a, const B& b) const {
    if (request_.moments_as == MomentsAs::diagonals)
      return a.cwiseProduct(b).template cast<double>().colwise().sum().transpose();
    Matrix<T> part(a.cols(), b.cols());
    gemm(Op::none, Op::transpose, a.cols(), b.cols(), a.rows(), T(1), a.data(), a.cols(), b.data(), b.cols(), T(0),
         part.data(), a.cols());
    return part.template cast<double>();
  }

  // sum_i w_i t_i alpha_i^T of the rows as they were fitted, with their squared residuals.
  void add_share(const ProjectedBlock<T>& block, RowMatrix<T> t, Vector<double> squared, SlotSums& sums) const {
    Vector<double> norm = rows_.norm.segment(block.first, block.count);
    if (request_.row_factor.size() > 0) {
      const auto factor = request_.row_factor.segment(block.first, block.count);
      t = times(std::move(t), factor);
      squared.array() *= factor.array().square();
      norm.array() *= factor.array();
    }
    RowMatrix<T> alpha = t;
    LinkSum unused;
    unused.kinks.resize(static_cast<std::size_t>(link_->kink_groups(t.cols())));
    const double* weight = rows_.weights.size() > 0 ? rows_.weights.data() + block.first : nullptr;
    link_->slopes({block.first, block.count, t.cols(), alpha.data(), weight, norm.data(), squared.data()}, unused);
    sums.moments.share += products(t, alpha);
  }

  const PreparedRows<T>& rows_;
  const ScoreRequest& request_;
  Matrix<T> to_shown_;
  std::unique_ptr<Link<T>> link_;
};

// About the mean of the scores, which is 0 only for the mean center.
double variance(const Eigen::Ref<const Vector<double>>& scores, const RowFacts& rows, double divisor) {
  const auto sum = [&](const auto& values) {
    return sum_stretches<double>(scores.size(), 1, [&](Index first, Index count) -> double {
      const auto part = values(scores.segment(first, count));
      return rows.weights.size() > 0 ? part.cwiseProduct(rows.weights.segment(first, count)).sum() : part.sum();
    });
  };
  const double mean = sum([](const auto& t) { return t; }) / rows.total_weight;
  return sum([&](const auto& t) { return (t.array() - mean).square().matrix(); }) / divisor;
}

}  // namespace

template <class T>
Scores<T>::Scores(const PreparedRows<T>& rows, const ScoreRequest& request)
    : rows_(rows), components_(request.W.cols()), most_bytes_(request.most_bytes), distances_(rows.rows()) {
  const auto bytes = static_cast<double>(rows.rows() * components_) * sizeof(T);
  if (bytes <= most_bytes_ || components_ * 8 <= rows.cols()) kept_.resize(rows.rows(), components_);
  Pass<T> pass(*rows.source(), components_, rows.threads);
  std::vector<SlotSums> parts(static_cast<std::size_t>(pass.slots()), zeros(request));
  const BlockScores<T> scores(rows, request);
  pass.project(request.W, SquaredNorms::of_residuals, [&](const ProjectedBlock<T>& block) {
    if (kept_.size() > 0)
      kept_.middleRows(block.first, block.count) = Eigen::Map<const RowMatrix<T>>(block.t, block.count, components_);
    scores.add(block, parts[static_cast<std::size_t>(block.slot)], distances_);
  });
  sums_ = add_up(std::move(parts));
}

// How many components to ask for at a time.
template <class T>
Index Scores<T>::group() const {
  const double column = 8 * static_cast<double>(std::max<Index>(1, rows_.rows()));
  const Index affordable = std::max(static_cast<Index>(most_bytes_ / column), rows_.cols() / 40);
  return std::clamp<Index>(affordable, 1, components_);
}

// n x k: X V.
template <class T>
Matrix<double> Scores<T>::columns(const Matrix<double>& V, const Matrix<double>& R) const {
  Matrix<double> scores(rows_.rows(), V.cols());
  if (kept_.size() == 0) {
    project_rows(*rows_.source(), V, rows_.threads, scores);
    return scores;
  }
  constexpr Index kRows = 1024;
  const Matrix<T>& factor = R.cast<T>();
  parallel_for(rows_.threads, (rows_.rows() + kRows - 1) / kRows, [&](Index block, int) {
    const Index first = block * kRows, count = std::min(kRows, rows_.rows() - first);
    RowMatrix<T> rotated(count, V.cols());
    gemm(Op::transpose, Op::none, V.cols(), count, components_, T(1), factor.data(), components_,
         kept_.row(first).data(), components_, T(0), rotated.data(), V.cols());
    scores.middleRows(first, count) = rotated.template cast<double>();
  });
  return scores;
}

template <class T>
ComponentStatistics Scores<T>::statistics(const Matrix<double>& V, const Matrix<double>& R) const {
  const Index m = V.cols();
  const double divisor = variance_divisor(rows_);
  ComponentStatistics result{Vector<double>(m), Vector<double>(m), Vector<double>(m)};
  for (Index first = 0; first < m; first += group()) {
    const Index count = std::min(group(), m - first);
    Matrix<double> scores = columns(V.middleCols(first, count), R.middleCols(first, count));
    parallel_for(rows_.threads, count, [&](Index k, int) {
      const Index j = first + k;
      result.variance(j) = variance(scores.col(k), rows_, divisor);
      const std::span<double> column(scores.col(k).data(), static_cast<std::size_t>(rows_.rows()));
      result.median(j) = median(column, as_span(rows_.weights));
      result.scale(j) = scaled_mad(column, as_span(rows_.weights), result.median(j));
    });
  }
  return result;
}

double variance_divisor(const RowFacts& rows) {
  if (rows.weights.size() == 0) return std::max<double>(1.0, static_cast<double>(rows.count() - 1));
  const double total = rows.total_weight;
  if (rows.weights_are_counts() && total > 1) return total - 1;
  const double divisor = total - rows.sum([&](Index i) { return rows.weights(i) * rows.weights(i); }) / total;
  return divisor > 1e-12 * total ? divisor : total;
}

template class Scores<float>;
template class Scores<double>;

}  // namespace l21::internal
