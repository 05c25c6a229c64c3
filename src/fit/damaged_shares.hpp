// How much of a table is damaged, and what that says of it.
#pragma once

#include <vector>

#include "fit/fit_data.hpp"

namespace l21::internal {

inline constexpr double kMostRowsBeyond = 0.4;  // share of the rows of which most is damaged: more are no damage

// How much of each row is damaged. Rows count by their weights.
class DamagedShares {
 public:
  // `holes`: missing and damaged cells.
  DamagedShares(const Holes& holes, const FitData& data);

  // Damaged cells that are not missing.
  [[nodiscard]] Index cells() const { return cells_; }
  // The share of rows of which most is damaged; of those that have damage that lies together, and is more than a few
  // cells.
  [[nodiscard]] double share_beyond() const { return beyond_ / rows_; }
  [[nodiscard]] double patched() const { return patched_ / rows_; }
  // Rows of which most is damaged.
  [[nodiscard]] std::vector<Index> beyond() const;
  // Of the cells of rows that are not beyond, in rows of which more than `least` is damaged.
  [[nodiscard]] double share_in_rows(double least) const;

 private:
  std::vector<double> share_;  // 0 in rows of weight 0
  Vector<double> weight_;
  double rows_ = 0, patched_ = 0, beyond_ = 0;  // weights
  Index cells_ = 0;
};

// Whether the fit should leave out the damaged cells.
[[nodiscard]] CellReport judged(const DamagedShares& damaged, bool images);

// The weights of rows (which may be empty for 1) without those of which most is damaged.
[[nodiscard]] Vector<double> weights_without(const std::vector<Index>& beyond, const Vector<double>& weights, Index n);

}  // namespace l21::internal
