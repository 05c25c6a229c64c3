#include "data/group_link.hpp"

#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

TEST(GroupLink, TakesTheRowsOfASampleAsOneVector) {
  const Index samples = 6, group = 3, m = 2;
  const Vector<double> weights = random_weights(samples, 1);
  const Vector<double> norm = Vector<double>::Constant(samples, 10.0);
  const RowMatrix<double> T = random_rows(samples * group, m, 2);
  const RowFacts facts(weights, norm, 1);
  const GroupLink grouped({Method::l21, 1.0, 5}, {group, &facts});
  RowMatrix<double> alpha = T;
  LinkSum sum;
  // The second half of the samples, as a block.
  grouped.slopes({9, 9, m, alpha.data() + 9 * m, nullptr, nullptr, nullptr}, sum);
  double objective = 0;
  for (Index i = 3; i < 6; ++i) {
    const auto t = T.middleRows(i * group, group);
    objective += weights(i) * t.norm();
    EXPECT_LE((alpha.middleRows(i * group, group) - weights(i) * t / t.norm()).norm(), 1e-14);
  }
  EXPECT_NEAR(sum.objective, objective, 1e-13);
  EXPECT_EQ(grouped.kink_groups(m), 0);
}

TEST(GroupLink, AddsTheResidualsOfASample) {
  const RowFacts facts({}, Vector<double>::Constant(2, 5.0), 1);
  const GroupLink grouped({Method::r1, 1.0, 5}, {2, &facts});
  RowMatrix<double> t = random_rows(4, 1, 3);
  const double residual[] = {9, 16, 0, 4};
  LinkSum sum;
  grouped.slopes({0, 4, 1, t.data(), nullptr, nullptr, residual}, sum);
  EXPECT_NEAR(sum.objective, -(5 + 2), 1e-12);
}

}  // namespace
}  // namespace l21::internal::test
