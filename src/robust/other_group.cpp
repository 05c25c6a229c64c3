#include "robust/other_group.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "linalg/random.hpp"
#include "linalg/statistics.hpp"
#include "linalg/subspace.hpp"
#include "robust/challengers.hpp"
#include "robust/constants.hpp"
#include "robust/polish.hpp"
#include "robust/row_weights.hpp"

namespace l21::internal {
namespace {

// How many of the rows differ from each other: along a random direction, no two of these have the same value.
Index distinct_rows(const RowMatrix<double>& Y, std::uint64_t seed) {
  const Vector<double> along = Y * random_orthonormal(Y.cols(), 1, seed);
  std::vector<double> values(along.begin(), along.end());
  std::sort(values.begin(), values.end());
  const double rounding = rounding_of_sum<double>(Y.cols()) * std::sqrt(Y.rowwise().squaredNorm().maxCoeff());
  Index distinct = 1;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i] - values[i - 1] > rounding) ++distinct;
  return distinct;
}

}  // namespace

std::optional<OtherGroup> other_group(const RowMatrix<double>& Y, const Candidate& first, std::uint64_t seed,
                                      int threads) {
  const Index m = first.W.cols();
  const auto n = static_cast<double>(Y.rows());
  const double least = std::max(kRobust.other_share * n, static_cast<double>(kRobust.other_rows * (m + 1)));
  const std::vector<Index> left = rows_left_out(Y, first);
  if (static_cast<double>(left.size()) < least) return std::nullopt;

  const RowMatrix<double> rest = Y(left, Eigen::all);
  std::vector<Index> all(left.size());
  std::iota(all.begin(), all.end(), Index{0});
  const RobustTable table{rows_of(rest), Vector<double>::Ones(rest.cols()), {}, {}, threads};
  const Candidate own =
      polish<double>(table, principal_of(rest, all, m, seed, threads), {kRobust.search_steps, kRobust.settled}, {}).at;
  const RowDistances from_own = distances_from(rest, own);
  const std::vector<bool> near = near_rows(from_own, rest.cols());
  const Vector<double> to_first = distances_from(rest, first).distance;
  std::vector<double> ratios;
  std::vector<Index> members;
  for (Index i = 0; i < rest.rows(); ++i) {
    if (!near[static_cast<std::size_t>(i)]) continue;
    ratios.push_back(from_own.distance(i) / to_first(i));
    members.push_back(i);
  }
  // One value that stands for "unknown" in every column of many rows makes no subspace.
  if (static_cast<double>(ratios.size()) < least ||
      distinct_rows(rest(members, Eigen::all), seed) < kRobust.other_rows * (m + 1))
    return std::nullopt;
  const double share = static_cast<double>(ratios.size()) / n;
  if (median(ratios, {}) > kRobust.other_distance) return std::nullopt;
  return OtherGroup{share, largest_angle(first.W, own.W)};
}

}  // namespace l21::internal
