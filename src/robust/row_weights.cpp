#include "robust/row_weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "linalg/blas.hpp"
#include "linalg/statistics.hpp"
#include "robust/constants.hpp"

namespace l21::internal {
namespace {

constexpr double kTiny = std::numeric_limits<double>::min();

// d^(2/3) in ascending order, which is nearly normal for Gaussian residuals (Wilson & Hilferty), with counts.
class Ordered {
 public:
  Ordered(const Vector<double>& distance, const Vector<double>& counts) {
    std::vector<std::pair<double, double>> rows;
    for (Index i = 0; i < distance.size(); ++i)
      if (counts.size() == 0)
        values_.push_back(distance(i));
      else if (counts(i) > 0)
        rows.emplace_back(distance(i), counts(i));
    std::sort(values_.begin(), values_.end());
    std::sort(rows.begin(), rows.end());
    for (double below = 0; const auto& [value, count] : rows) {
      values_.push_back(value);
      up_to_.push_back(below += count);
    }
    for (std::size_t i = up_to_.size(); i < values_.size(); ++i) up_to_.push_back(static_cast<double>(i + 1));
    for (double& value : values_) value = std::cbrt(value * value);
  }

  [[nodiscard]] double total() const { return up_to_.back(); }
  // The value of the row that comes after `count` others.
  [[nodiscard]] double after(double count) const {
    const auto found = std::upper_bound(up_to_.begin(), up_to_.end(), count);
    return found == up_to_.end() ? values_.back() : values_[static_cast<std::size_t>(found - up_to_.begin())];
  }
  // The largest of the first `count`.
  [[nodiscard]] double last_of(double count) const {
    const auto found = std::lower_bound(up_to_.begin(), up_to_.end(), count * (1 - 1e-12));
    return found == up_to_.end() ? values_.back() : values_[static_cast<std::size_t>(found - up_to_.begin())];
  }
  [[nodiscard]] double count_up_to(double value) const {
    const auto found = std::upper_bound(values_.begin(), values_.end(), value);
    return found == values_.begin() ? 0.0 : up_to_[static_cast<std::size_t>(found - values_.begin()) - 1];
  }
  // 1.4826 times the median of |value - middle| among the first `count`.
  [[nodiscard]] double spread(double count, double middle) const {
    const auto size = [&](std::size_t i) { return up_to_[i] - (i > 0 ? up_to_[i - 1] : 0.0); };
    const auto end =
        static_cast<std::size_t>(std::lower_bound(up_to_.begin(), up_to_.end(), count * (1 - 1e-12)) - up_to_.begin());
    const std::size_t last = std::min(end, values_.size() - 1);
    // From the middle to both sides, the nearer value first.
    auto above = static_cast<std::size_t>(std::lower_bound(values_.begin(), values_.end(), middle) - values_.begin());
    std::size_t below = above;
    double inside = 0, reach = 0;
    while (inside < count / 2 && (below > 0 || above <= last)) {
      const bool up = below == 0 || (above <= last && values_[above] - middle < middle - values_[below - 1]);
      const std::size_t next = up ? above++ : --below;
      reach = std::abs(values_[next] - middle);
      inside += size(next);
    }
    return kMadToSigma * reach;
  }

 private:
  std::vector<double> values_, up_to_;
};

// A cutoff that is the distance of a row, and so of all rows that are equal to it, whatever their rounding.
double cutoff_at(double value) {
  constexpr double kEqual = 1e-9;
  return (1 + kEqual) * std::pow(value, 1.5);
}

struct Grown {
  RowGroup group;
  double size = 0;
};

// The group around the nearest `share` of the rows: cut where its own location and spread say, to a fixed point.
Grown grow(const Ordered& rows, double share, double least) {
  constexpr int kMostRounds = 50;
  const double n = rows.total(), fewest = std::min(n, least);
  double k = std::min(n, std::max(std::floor(share * n), least)), middle = 0, cut = 0;
  std::set<double> seen;
  for (int round = 0; round < kMostRounds; ++round) {
    middle = rows.after(k / 2);
    cut = middle + kRobust.cut * rows.spread(k, middle) + 1e-9 * rows.after(n / 2);
    const double next = std::max(rows.count_up_to(cut), fewest);
    seen.insert(k);
    if (seen.contains(next)) {
      k = std::max(k, next);
      break;
    }
    k = next;
  }
  return {{cutoff_at(std::max(cut, rows.last_of(k))), std::pow(middle, 1.5), 0}, k};
}

// Whether rows up to the cutoff spread in all directions of the subspace by more than noise does.
bool is_extended(const RowDistances& rows, const Vector<double>& counts, const RowGroup& group, Index noise) {
  const Index m = rows.T.cols();
  Vector<double> mean = Vector<double>::Zero(m);
  double total = 0;
  for (Index i = 0; i < rows.distance.size(); ++i) {
    if (rows.distance(i) > group.cutoff) continue;
    mean += count_of(counts, i) * rows.T.row(i).transpose();
    total += count_of(counts, i);
  }
  if (total <= 1) return false;
  mean /= total;
  Matrix<double> covariance = Matrix<double>::Zero(m, m);
  for (Index i = 0; i < rows.distance.size(); ++i) {
    if (rows.distance(i) > group.cutoff) continue;
    const Vector<double> t = rows.T.row(i).transpose() - mean;
    covariance.noalias() += count_of(counts, i) / (total - 1) * t * t.transpose();
  }
  const double smallest = largest_eigenpairs(std::move(covariance), m).values(m - 1);
  return smallest > 4 * group.typical * group.typical / static_cast<double>(noise);
}

double median_of(std::vector<double> values, const std::vector<double>& counts) {
  return median(values, counts);
}

// Rows of a subspace that holds them exactly have distances of `rounding`, which must not tell them apart. Weights are
// inverse squares of distances: those of rows nearer than `finest` would leave nothing but rounding of what all others
// say.
struct Resolution {
  double rounding, finest;
};
Resolution resolution_of(const RowDistances& rows, const Vector<double>& counts) {
  constexpr double kRounding = 1e-11, kFinest = 1e-5;
  Vector<double> norms = rows.norm;
  const double typical = median(as_span(norms), as_span(counts));
  return {std::max(kRounding * typical, kTiny), std::max(kFinest * typical, kTiny)};
}

// log d^2 in units of a typical distance.
double log_square_of(double distance, const RowGroup& group) {
  return 2 * std::log(std::max({distance, group.finest, 1e-3 * group.typical}) / group.typical);
}

}  // namespace

RowGroup group_of(const RowDistances& rows, const Vector<double>& counts, Index noise) {
  const Ordered ordered(rows.distance, counts);
  const double n = ordered.total(), m = static_cast<double>(rows.T.cols());
  const double least = std::min(n, 2 * (m + 1) + 4), degrees = static_cast<double>(noise);
  const double half = cutoff_at(ordered.after(n / 2));
  // Where no group of most rows exists: the nearest half.
  RowGroup group{half, std::pow(ordered.after(n / 4), 1.5), 0};
  // No group is tighter than its least rows.
  const bool minority = half > kRobust.minority * std::pow(ordered.last_of(least), 1.5);
  for (const double share : {0.5, 0.25, 0.1}) {
    if (share < 0.5 && !minority) break;
    const auto [found, size] = grow(ordered, share, least);
    if (size >= 0.5 * n) {
      if (share == 0.5) group = found;
      continue;
    }
    if (half <= kRobust.minority * found.cutoff) continue;
    const double ratio = found.cutoff / std::max(half, kTiny);
    const double by_chance = n * chi_square_probability(ratio * ratio * chi_square_quantile(0.5, degrees), degrees);
    if (size > 2 * (m + 1) + 3 * by_chance && is_extended(rows, counts, found, noise)) group = found;
  }
  const auto [rounding, finest] = resolution_of(rows, counts);
  return {std::max(group.cutoff, rounding), std::max(group.typical, rounding), finest};
}

std::vector<bool> near_rows(const RowDistances& rows, Index columns) {
  const Index n = rows.distance.size();
  const double cutoff = group_of(rows, {}, noise_dimensions(n, columns, rows.T.cols())).cutoff;
  std::vector<bool> near(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) near[static_cast<std::size_t>(i)] = rows.distance(i) <= cutoff;
  return near;
}

std::vector<bool> near_rows(const RowMatrix<double>& Y, const Candidate& candidate) {
  return near_rows(distances_from(Y, candidate), Y.cols());
}

RowWeights weigh_rows(const RowDistances& rows, const Vector<double>& counts, Index noise, const Coherence& coherence) {
  const Index n = rows.distance.size();
  RowWeights result;
  result.group = group_of(rows, counts, noise);
  const double cutoff = result.group.cutoff;
  std::vector<double> relative, near_counts;
  for (Index i = 0; i < n; ++i) {
    if (rows.distance(i) > cutoff || count_of(counts, i) == 0) continue;
    relative.push_back(rows.distance(i) / std::max(rows.norm(i), kTiny));
    if (counts.size() > 0) near_counts.push_back(counts(i));
  }
  const double close = std::min(median_of(std::move(relative), near_counts), kRobust.far_distance);
  std::vector<Index> far;
  for (Index i = 0; i < n; ++i)
    if (rows.distance(i) > cutoff && rows.distance(i) <= close * rows.norm(i) && count_of(counts, i) > 0)
      far.push_back(i);
  if (!far.empty() && coherence(far) > kRobust.far_coherence) far.clear();
  result.far = far.empty() ? 0.0 : close;

  std::vector<Index> kept;
  for (Index i = 0, next = 0; i < n; ++i) {
    const bool is_far = next < static_cast<Index>(far.size()) && far[static_cast<std::size_t>(next)] == i;
    if (is_far) ++next;
    if (is_far || (rows.distance(i) <= cutoff && count_of(counts, i) > 0)) kept.push_back(i);
  }
  std::vector<double> log_square, kept_counts;
  for (const Index i : kept) {
    log_square.push_back(log_square_of(rows.distance(i), result.group));
    if (counts.size() > 0) kept_counts.push_back(counts(i));
    result.kept += count_of(counts, i);
  }
  std::vector<double> deviation = log_square;
  const double spread = scaled_mad(deviation, kept_counts, median_of(log_square, kept_counts));
  result.tail = std::max(0.0, 1 - trigamma(static_cast<double>(noise) / 2) / std::max(spread * spread, kTiny));
  result.weight = Vector<double>::Zero(n);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    result.weight(kept[k]) = std::exp(-result.tail * log_square[k]);
  }
  result.kept /= counts.size() > 0 ? counts.sum() : static_cast<double>(n);
  return result;
}

void weigh_again(const RowDistances& rows, RowWeights& weights) {
  for (Index i = 0; i < weights.weight.size(); ++i)
    if (weights.weight(i) > 0)
      weights.weight(i) = std::exp(-weights.tail * log_square_of(rows.distance(i), weights.group));
}

}  // namespace l21::internal
