#include "data/row_facts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace l21::internal {
namespace {

TEST(RowFacts, DrawsRowsInProportionToTheirValues) {
  const RowFacts rows({}, Vector<double>::Ones(6), 1);
  Vector<double> values(6);
  values << 0, 1, 0, 3, 4, 0;
  Vector<double> drawn = Vector<double>::Zero(6);
  for (std::uint64_t seed = 0; seed < 500; ++seed)
    for (const Index i : rows.drawn_by(values, 3, seed)) drawn(i) += 1;
  EXPECT_NEAR((drawn / 1500 - values / 8).cwiseAbs().maxCoeff(), 0, 0.03);
  EXPECT_EQ(drawn(0) + drawn(2) + drawn(5), 0);
}

// One from each stretch of equal share: a row with a third of the sum is drawn at least once in four.
TEST(RowFacts, DrawsHeavyRowsForSure) {
  const RowFacts rows({}, Vector<double>::Ones(50), 1);
  Vector<double> values = Vector<double>::Ones(50);
  values(17) = 49;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::vector<Index> drawn = rows.drawn_by(values, 8, seed);
    EXPECT_EQ(drawn.size(), 8);
    EXPECT_GE(std::count(drawn.begin(), drawn.end(), 17), 3);
  }
  EXPECT_TRUE(rows.drawn_by(Vector<double>::Zero(50), 3, 1).empty());
}

}  // namespace
}  // namespace l21::internal
