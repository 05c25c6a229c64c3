#include "fit/damaged_shares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>

#include "linalg/statistics.hpp"

namespace l21::internal {
namespace {

constexpr double kMost = 0.5;    // of a row
constexpr double kPatch = 0.02;  // of a row: more than a few cells

// Whether most of the cells have their next one beside them.
bool lies_together(std::span<const std::int32_t> cells) {
  std::size_t beside = 0;
  for (std::size_t k = 0; k + 1 < cells.size(); ++k) beside += cells[k + 1] == cells[k] + 1 ? 1 : 0;
  return 2 * beside > cells.size();
}

// The cells that are there.
std::vector<std::int32_t> without(const Holes* missing, Index row, std::span<const std::int32_t> cells) {
  std::vector<std::int32_t> known;
  const auto gone = missing ? missing->of_row(row) : std::span<const std::int32_t>();
  std::set_difference(cells.begin(), cells.end(), gone.begin(), gone.end(), std::back_inserter(known));
  return known;
}

}  // namespace

DamagedShares::DamagedShares(const Holes& holes, const FitData& data)
    : share_(holes.start.size() - 1, 0.0), weight_(weights_or_ones(data.options.weights, data.stored.rows())) {
  const Holes* missing = data.holes ? &data.holes->holes() : nullptr;
  const auto d = static_cast<double>(data.stored.cols());
  for (std::size_t i = 0; i < share_.size(); ++i) {
    const auto row = static_cast<Index>(i);
    if (weight_(row) == 0) continue;
    rows_ += weight_(row);
    const std::vector<std::int32_t> cells = without(missing, row, holes.of_row(row));
    cells_ += static_cast<Index>(cells.size());
    share_[i] = static_cast<double>(cells.size()) / d;
    if (share_[i] > kPatch && lies_together(cells)) patched_ += weight_(row);
    if (share_[i] > kMost) beyond_ += weight_(row);
  }
}

std::vector<Index> DamagedShares::beyond() const {
  std::vector<Index> found;
  for (std::size_t i = 0; i < share_.size(); ++i)
    if (share_[i] > kMost) found.push_back(static_cast<Index>(i));
  return found;
}

double DamagedShares::share_in_rows(double least) const {
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < share_.size(); ++i) {
    if (share_[i] > kMost) continue;
    const double weight = weight_(static_cast<Index>(i));
    count += weight;
    if (share_[i] > least) sum += weight * share_[i];
  }
  return count > 0 ? sum / count : 1;
}

CellReport judged(const DamagedShares& damaged, bool images) {
  // Neighbours make more of structure look damaged than single cells do. They agree by chance as well: a few cells here
  // and there are no damage then.
  const double most = images ? 0.1 : 0.2;
  constexpr double kMostPatched = 0.4, kFew = 0.02, kMuchOfARow = 0.1, kFewTogether = 0.01;
  CellReport report{.verdict = CellVerdict::left_out,
                    .damaged = damaged.cells(),
                    .rows = static_cast<Index>(damaged.beyond().size())};
  const double share = damaged.share_in_rows(0), beyond = damaged.share_beyond();
  const bool few = share < kFew && damaged.share_in_rows(kMuchOfARow) < kFewTogether && beyond < kFewTogether;
  if (damaged.cells() == 0 || (images && few)) report.verdict = CellVerdict::none;
  // Damage is what most images do not have. Objects that turn, before a background, all have patches that the others do
  // not foretell.
  const bool everywhere = images && damaged.patched() > kMostPatched;
  if (share > most || beyond > kMostRowsBeyond || (images && share + beyond > most) || everywhere)
    report.verdict = CellVerdict::too_many;
  return report;
}

Vector<double> weights_without(const std::vector<Index>& beyond, const Vector<double>& weights, Index n) {
  if (beyond.empty()) return weights;
  Vector<double> others = weights_or_ones(weights, n);
  for (const Index row : beyond) others(row) = 0;
  return others;
}

}  // namespace l21::internal

namespace l21 {

std::string_view to_string(CellVerdict verdict) {
  switch (verdict) {
    case CellVerdict::left_out: return "left_out";
    case CellVerdict::none: return "none";
    case CellVerdict::too_many: return "too_many";
  }
  return "";
}

std::string in_words(const CellReport& cells) {
  switch (cells.verdict) {
    case CellVerdict::none: return "none were seen: the rows are taken as they are, and fitted by l21";
    case CellVerdict::too_many:
      return fmt::format(
          "{} do not go with the others of their rows, too many to be damage: the rows are taken as they are, and "
          "fitted by l21",
          cells.damaged);
    case CellVerdict::left_out: break;
  }
  std::string text = fmt::format("{} left out", cells.damaged);
  if (cells.rows > 0)
    text += fmt::format("; {} row{} of which most is damaged had no say", cells.rows, cells.rows == 1 ? "" : "s");
  return text;
}

}  // namespace l21
