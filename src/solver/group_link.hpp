// A link of several rows together: the rows of one sample, side by side, are its t.
#pragma once

#include "solver/link.hpp"

namespace l21::internal {

// h(T_i), T_i the projections of the `group` rows of sample i as one vector. Rows of a sample are consecutive, and
// blocks hold whole samples. No kinks are reported: escapes belong to single rows.
class GroupLink final : public Link<double> {
 public:
  // Borrows everything; one weight (or none) and norm a sample.
  GroupLink(const Link<double>& link, Index group, const Vector<double>& weights, const Vector<double>& norm)
      : link_(link), group_(group), weights_(weights), norm_(norm) {}

  void slopes(const LinkBlock<double>& block, LinkSum& sum) const override;
  [[nodiscard]] bool uses_residuals() const override { return link_.uses_residuals(); }

 private:
  const Link<double>& link_;
  Index group_;
  const Vector<double>& weights_;
  const Vector<double>& norm_;
};

}  // namespace l21::internal
