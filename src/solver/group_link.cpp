#include "solver/group_link.hpp"

namespace l21::internal {

void GroupLink::slopes(const LinkBlock<double>& block, LinkSum& sum) const {
  const Index first = block.first / group_, count = block.count / group_, size = group_ * block.components;
  Vector<double> residual(uses_residuals() ? count : 0);
  for (Index i = 0; i < residual.size(); ++i)
    residual(i) = Eigen::Map<const Vector<double>>(block.residual + i * group_, group_).sum();
  LinkSum whole;
  whole.kinks.resize(static_cast<std::size_t>(link_.kink_groups(size)));
  link_.slopes({first, count, size, block.t, weights_.size() > 0 ? weights_.data() + first : nullptr,
                norm_.data() + first, residual.data()},
               whole);
  sum.objective += whole.objective;
}

}  // namespace l21::internal
