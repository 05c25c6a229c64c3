#include "robust/search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "robust/challengers.hpp"
#include "robust/duel.hpp"

namespace l21::internal {
namespace {

class Search {
 public:
  Search(const RowMatrix<double>& Y, Index components, std::uint64_t seed, int threads)
      : Y_(Y),
        components_(components),
        seed_(seed),
        threads_(threads),
        table_{rows_of(Y), Vector<double>::Ones(Y.cols()), {}, {}, threads} {
    const auto n = static_cast<double>(Y.rows()), shorter = static_cast<double>(std::min(Y.rows(), Y.cols()));
    by_chance_ = std::log(1 + std::sqrt(2 * shorter / n));
  }

  SearchResult from(Candidate sphere, const Settling& settling) {
    Polished first = polished(std::move(sphere));
    result_.best = std::move(first.at);
    result_.kept = first.rows.kept;
    run();
    Polished settled = polish<double>(table_, std::move(result_.best), settling.limits, settling.observer);
    result_.best = std::move(settled.at);
    result_.kept = settled.rows.kept;
    result_.settled = std::move(settled.report);
    return std::move(result_);
  }

  std::optional<Candidate> against(Candidate fitted) {
    result_.best = std::move(fitted);
    return run() ? std::optional(std::move(result_.best)) : std::nullopt;
  }

 private:
  // Whether a challenger won.
  bool run() {
    bool won = challenge(RobustStart::half, least_outlying_half(Y_, components_, seed_, threads_));
    for (int round = 0; round < kRobust.challenges; ++round) {
      const std::uint64_t seed = seed_ + 1 + 3 * static_cast<std::uint64_t>(round);
      const bool trimmed = challenge(RobustStart::trimmed, trimmed_half(Y_, result_.best, seed, threads_));
      const bool split = challenge(RobustStart::split, larger_group(Y_, result_.best, seed + 2));
      const bool rest = challenge_by_rest();
      if (!trimmed && !split && !rest) break;
      won = true;
    }
    return won;
  }

  // By the rows that the best leaves out, where these are many.
  bool challenge_by_rest() {
    if (result_.kept > 1 - kRobust.other_share) return false;
    const std::vector<Index> left = rows_left_out(Y_, result_.best);
    const auto least = static_cast<Index>(kRobust.other_share * static_cast<double>(Y_.rows()));
    return static_cast<Index>(left.size()) >= std::max(least, 2 * (components_ + 1)) &&
           challenge(RobustStart::rest, left);
  }

  [[nodiscard]] Polished polished(Candidate start) const {
    const Matrix<double>* known = result_.best.W.size() > 0 ? &result_.best.W : nullptr;
    return polish<double>(table_, std::move(start), {kRobust.search_steps, kRobust.rough, PolishSteps::plain, known},
                          {});
  }

  // Whether the subspace of these rows, polished, beats the best so far.
  bool challenge(RobustStart name, const std::vector<Index>& rows) {
    Polished rival = polished(principal_of(Y_, rows, components_, seed_, threads_));
    const DuelResult found = duel(Y_, rival.at, result_.best, threads_);
    // A fit to half of isotropic rows is thinner along its normals than another one, by chance.
    const double margin =
        kRobust.duel_margin + by_chance_ * std::min(1.0, found.planes / static_cast<double>(components_));
    const bool wins = found.score > margin;
    result_.duels.push_back({name, found.score, margin});
    if (wins) {
      result_.best = std::move(rival.at);
      result_.kept = rival.rows.kept;
      result_.winner = name;
    }
    return wins;
  }

  const RowMatrix<double>& Y_;
  Index components_;
  std::uint64_t seed_;
  int threads_;
  RobustTable table_;
  double by_chance_ = 0;
  SearchResult result_;
};

}  // namespace

SearchResult search_subspace(const RowMatrix<double>& Y, Candidate sphere, const Settling& settling, std::uint64_t seed,
                             int threads) {
  const Index components = sphere.W.cols();
  return Search(Y, components, seed, threads).from(std::move(sphere), settling);
}

std::optional<Candidate> search_against(const RowMatrix<double>& Y, Candidate fitted, std::uint64_t seed, int threads) {
  const Index components = fitted.W.cols();
  return Search(Y, components, seed, threads).against(std::move(fitted));
}

}  // namespace l21::internal
