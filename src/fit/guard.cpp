#include "fit/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "fit/numbers.hpp"
#include "linalg/blas.hpp"
#include "linalg/random.hpp"
#include "linalg/subspace.hpp"
#include "robust/constants.hpp"
#include "robust/duel.hpp"
#include "robust/outlyingness.hpp"
#include "robust/row_weights.hpp"
#include "robust/sample.hpp"
#include "robust/search.hpp"

namespace l21::internal {
namespace {

// The robust subspace has a center of its own; one that was given, or none, asks another question.
bool is_comparable(const FitOptions& options) {
  return options.center != Center::none && options.center != Center::given;
}

// A quarter of the table, and no more than a glance where rows are long.
Index rows_to_look_at(Index rows, Index columns, Index least) {
  constexpr double kGlance = 4e6;  // values
  const auto glance = static_cast<Index>(kGlance / static_cast<double>(columns));
  return std::max({kRobust.guard_rows, least, std::min({kRobust.sample_rows, rows / 4, glance})});
}

// A third of what a robust fit searches where rows are long: products of these with each other are most of its time.
Index rows_to_search(Index rows, Index columns, Index components) {
  const Index wanted = search_rows(rows, columns, components);
  return columns <= wanted ? wanted : std::max(wanted / 3, kRobust.rows_per_component * components / 2);
}

// Rows that a search sees, and as many others that it does not.
struct DrawnRows {
  std::vector<Index> seen, unseen;
};

DrawnRows draw(Vector<double> counts, Index rows, Index draws, std::uint64_t seed) {
  DrawnRows drawn{rows_of_sample(counts, rows, draws, seed), {}};
  if (counts.size() == 0) counts.setOnes(rows);
  for (const Index i : drawn.seen) counts(i) = 0;
  if (counts.sum() > 0) drawn.unseen = rows_of_sample(counts, rows, draws, seed);
  return drawn;
}

// A direction outside span W along which the rows `chosen` vary much; of length 0 where there is none.
Matrix<double> direction_left(const PreparedRows<double>& rows, const std::vector<Index>& chosen,
                              const Matrix<double>& W, std::uint64_t seed) {
  constexpr int kIterations = 4;
  const auto count = static_cast<Index>(chosen.size());
  RowMatrix<double> s = RowMatrix<double>::Zero(rows.rows(), 1);
  s(chosen, 0) = random_signs(count, 1, seed);
  for (int iteration = 1;; ++iteration) {
    Matrix<double> v = combine_rows(rows, s);
    v -= product(W, product(Op::transpose, W, Op::none, v));
    if (const double length = v.norm(); length > 0) v /= length;
    if (iteration == kIterations) return v;
    const Vector<double> scores = project_rows(rows, v)(chosen, 0);
    s(chosen, 0) = scores.array() - scores.mean();
  }
}

Matrix<double> scatter_of(const Eigen::Ref<const Matrix<double>>& scores) {
  return product(Op::transpose, scores, Op::none, scores);
}

// Whether the last score varies by hardly more than the direction of least variance among all scores: two of three
// rows say which that is, every third by how much. Such directions are as good as each other, and no rival would win by
// one of them: in a spectrum without a gap any rows turn the fit.
bool gains_little(const Matrix<double>& scores) {
  const Index dimensions = scores.cols(), judges = scores.rows() / 3;
  if (scores.rows() - judges < 2 * dimensions) return false;
  const Matrix<double> rest = scores(Eigen::seqN(2, judges, 3), Eigen::all);
  const Matrix<double> least =
      largest_eigenpairs(scatter_of(scores) - scatter_of(rest), dimensions).vectors.rightCols(1);
  return rest.rightCols(1).squaredNorm() <= kRobust.guard_gain * (rest * least).squaredNorm();
}

// By how many degrees the fit turns, at least, where only the rows `chosen` count: the direction that half of them
// would add is judged by the others. 0 where it is no better than one that the fit has.
double turn_without_others(const PreparedRows<double>& rows, const Matrix<double>& T, const std::vector<Index>& chosen,
                           const Matrix<double>& W, std::uint64_t seed) {
  std::vector<Index> even, odd;
  for (std::size_t k = 0; k < chosen.size(); ++k) (k % 2 == 0 ? even : odd).push_back(chosen[k]);
  const Matrix<double> v = direction_left(rows, even, W, seed);
  const Index m = W.cols();
  Matrix<double> scores(static_cast<Index>(odd.size()), m + 1);
  scores << T(odd, Eigen::all), project_rows(rows, v)(odd, Eigen::all);
  scores.rowwise() -= scores.colwise().mean().eval();
  // Of m + 1 directions one is left out: how far it is from the one that was added is how far the others turn.
  if (gains_little(scores)) return 0;
  const Matrix<double> vectors = largest_eigenpairs(scatter_of(scores), m + 1).vectors;
  return degrees_of(vectors(m, m));
}

// Whether more than a few rows lie outside the subspace, or some far from the others inside it, without which it would
// turn.
bool is_suspicious(const FitData& data, const Candidate& fitted, const std::vector<Index>& drawn) {
  const PreparedRows<double> rows = prepare_some(data.stored, {data.factor, fitted.center}, drawn, data.threads);
  RowDistances at{project_rows(rows, fitted.W), {}, rows.norm};
  // The digits that this loses are those of rows near the subspace.
  at.distance =
      rows.each([&](Index i) { return std::sqrt(std::max(0.0, at.norm(i) * at.norm(i) - at.T.row(i).squaredNorm())); });
  const Index n = rows.rows();
  const RowGroup group = group_of(at, {}, noise_dimensions(n, data.stored.cols(), fitted.W.cols()));
  const auto [stretch, outlying] = stretch_of(at.T, data.options.seed);
  std::vector<Index> ordinary;
  Index outside = 0;
  for (Index i = 0; i < n; ++i) {
    const bool near = at.distance(i) <= group.cutoff;
    if (!near) ++outside;
    if (near && outlying(i) <= kRobust.guard_outlying) ordinary.push_back(i);
  }
  const bool many_outside = static_cast<double>(outside) > kRobust.guard_outside * static_cast<double>(n);
  if (stretch < kRobust.guard_stretch && !many_outside) return false;
  if (static_cast<Index>(ordinary.size()) < n / 3) return true;  // no majority is to be seen so quickly
  return turn_without_others(rows, at.T, ordinary, fitted.W, data.options.seed) > kRobust.duel_angle;
}

// The subspace that most rows belong to where that is not the fitted one, neither to the rows it was found in nor to
// others.
std::optional<Candidate> rival_of(const FitData& data, const Candidate& fitted, const DrawnRows& drawn) {
  const Sample seen(data.stored, data.factor, drawn.seen, data.threads);
  if (seen.coordinates().cols() <= fitted.W.cols()) return std::nullopt;
  const auto found = search_against(seen.coordinates(), seen.in_sample(fitted), data.options.seed, data.threads);
  if (!found) return std::nullopt;
  Candidate rival = seen.in_table(*found);
  const Sample unseen(data.stored, data.factor, drawn.unseen, data.threads);
  if (unseen.coordinates().cols() <= fitted.W.cols()) return std::nullopt;
  const DuelResult again = duel(unseen.coordinates(), unseen.in_sample(rival), unseen.in_sample(fitted), data.threads);
  return again.score > kRobust.guard_margin ? std::optional(std::move(rival)) : std::nullopt;
}

// Rows that do not belong to the robust subspace and are nearer to the fit, those that gain most first.
std::vector<Index> rows_that_pull(const FitData& data, const Vector<double>& counts, const Candidate& fitted,
                                  const Candidate& robust) {
  const auto distances = [&](const Candidate& candidate) {
    return distances_from(
        prepare_rows<double>(data.stored, {data.factor, candidate.center}, data.options.weights, data.threads),
        candidate.W);
  };
  const RowDistances from_robust = distances(robust);
  const Vector<double> from_fit = distances(fitted).distance;
  const Index n = from_fit.size();
  const RowGroup group = group_of(from_robust, counts, noise_dimensions(n, data.stored.cols(), robust.W.cols()));
  const Vector<double> gain = from_robust.distance.cwiseAbs2() - from_fit.cwiseAbs2();
  std::vector<Index> rows;
  for (Index i = 0; i < n; ++i)
    if (from_robust.distance(i) > group.cutoff && gain(i) > group.typical * group.typical) rows.push_back(i);
  std::stable_sort(rows.begin(), rows.end(), [&](Index a, Index b) { return gain(a) > gain(b); });
  return rows;
}

}  // namespace

void guard_fit(const FitData& data, const RowFacts& rows, const Matrix<double>& W, FitReport& report) {
  const FitOptions& options = data.options;
  if (options.guard == Guard::off || !is_comparable(options)) return;
  const Index n = data.stored.rows(), m = W.cols();
  const Index least = 4 * (m + 1), searched = std::min(rows_to_search(n, data.stored.cols(), m), n / 2);
  const Index draws = std::min(rows_to_look_at(n, data.stored.cols(), least), n / 2);
  // Too few rows, or directions, to tell of another subspace.
  if (draws < least || searched < kRobust.rows_per_component / 2 * m || data.stored.cols() <= m) return;
  const Vector<double> counts = rows.counts();
  const std::vector<Index> looked_at = rows_of_sample(counts, n, draws, options.seed);
  const Candidate fitted{W, data.center};
  report.guard = GuardReport{.angle = 0, .influential_rows = {}, .sample_rows = static_cast<Index>(looked_at.size())};
  if (!is_suspicious(data, fitted, looked_at)) return;
  GuardReport& guard = *report.guard;
  const DrawnRows drawn = draw(counts, n, searched, options.seed);
  guard.sample_rows = static_cast<Index>(drawn.seen.size());
  if (const auto robust = rival_of(data, fitted, drawn)) {
    std::vector<Index> pulling = rows_that_pull(data, counts, fitted, *robust);
    guard.angle = largest_angle(W, robust->W);
    guard.influential_count = static_cast<Index>(pulling.size());
    pulling.resize(std::min(pulling.size(), static_cast<std::size_t>(GuardReport::kMostRows)));
    std::sort(pulling.begin(), pulling.end());
    guard.influential_rows = std::move(pulling);
  }
}

}  // namespace l21::internal

namespace l21 {

Message in_words(const GuardReport& guard) {
  if (!guard.alarm()) return {};
  const bool one = guard.influential_count == 1;
  return {fmt::format("most rows belong to a subspace that differs from this one by {:.0f} degrees; {} ", guard.angle,
                      one ? "row" : "rows"),
          internal::numbers_in_words(guard.influential_rows), fmt::format(" {} it; try ", one ? "pulls" : "pull"),
          robust_preset_name()};
}

std::vector<Message> all_warnings(const FitReport& report) {
  std::vector<Message> warnings = report.warnings;
  if (report.guard && report.guard->alarm()) warnings.push_back(in_words(*report.guard));
  return warnings;
}

}  // namespace l21
