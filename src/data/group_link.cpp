#include "data/group_link.hpp"

namespace l21::internal {

void GroupLink::slopes(const LinkBlock<double>& block, LinkSum& sum) const {
  const auto& [group, samples] = groups_;
  const Index first = block.first / group, count = block.count / group, size = group * block.components;
  Vector<double> residual(residuals_ ? count : 0);
  for (Index i = 0; i < residual.size(); ++i)
    residual(i) = Eigen::Map<const Vector<double>>(block.residual + i * group, group).sum();
  LinkSum whole;
  whole.kinks.resize(static_cast<std::size_t>(link_->kink_groups(size)));
  link_->slopes({first, count, size, block.t, samples->weights.size() > 0 ? samples->weights.data() + first : nullptr,
                 samples->norm.data() + first, residual.data()},
                whole);
  sum.objective += whole.objective;
}

}  // namespace l21::internal
