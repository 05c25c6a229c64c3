// A link of several rows together: the rows of one sample, side by side, are its t.
#pragma once

#include <memory>

#include "data/link.hpp"
#include "data/row_facts.hpp"

namespace l21::internal {

// Rows that belong together, `size` consecutive ones a sample, and what is known of the samples.
struct RowGroups {
  Index size = 1;
  const RowFacts* samples = nullptr;
};

// h(T_i), T_i the projections of the rows of sample i as one vector. Blocks hold whole samples. No kinks are reported:
// escapes belong to single rows.
class GroupLink final : public Link<double> {
 public:
  GroupLink(const LinkSpec& spec, const RowGroups& groups)
      : link_(make_link<double>(spec)), residuals_(uses_residuals(spec.method)), groups_(groups) {}

  void slopes(const LinkBlock<double>& block, LinkSum& sum) const override;

 private:
  std::unique_ptr<Link<double>> link_;
  bool residuals_;
  RowGroups groups_;
};

}  // namespace l21::internal
