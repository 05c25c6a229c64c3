#include "kernel/landmarks.hpp"

#include <algorithm>
#include <set>

#include "unit/kernel/kernels.hpp"

namespace l21::internal::test {
namespace {

const KernelSpec kRbf{Kernel::rbf, 1, 3, 1};

TEST(Landmarks, AreDifferentRowsOfSomeWeightAndTheSameForASeed) {
  const RowMatrix<double> X = random_rows(100, 3, 1);
  const KernelRows rows(rows_of(X), kRbf, Vector<double>::Zero(3), 2);
  Vector<double> weights = Vector<double>::Ones(100);
  weights.head(40).setZero();
  for (const LandmarkChoice choice : {LandmarkChoice::random, LandmarkChoice::kmeans}) {
    const auto chosen = choose_landmarks(rows, weights, 30, choice, 7);
    EXPECT_EQ(chosen.size(), 30U);
    EXPECT_EQ(std::set<Index>(chosen.begin(), chosen.end()).size(), 30U);
    EXPECT_TRUE(std::is_sorted(chosen.begin(), chosen.end()));
    EXPECT_GE(chosen.front(), 40);
    EXPECT_EQ(chosen, choose_landmarks(rows, weights, 30, choice, 7));
    EXPECT_NE(chosen, choose_landmarks(rows, weights, 30, choice, 8));
    EXPECT_EQ(choose_landmarks(rows, weights, 100, choice, 7).size(), 60U);
  }
}

TEST(Landmarks, ByKmeansReachEveryCluster) {
  // Nine tight clusters far apart, one of them of 5 rows only.
  RowMatrix<double> X = 0.01 * random_rows(805, 2, 2);
  for (Index i = 0; i < 805; ++i) X.row(i).array() += 10.0 * static_cast<double>(std::min<Index>(i / 100, 8));
  const KernelRows rows(rows_of(X), kRbf, Vector<double>::Zero(2), 2);
  std::set<Index> clusters;
  for (const Index i : choose_landmarks(rows, {}, 9, LandmarkChoice::kmeans, 0))
    clusters.insert(std::min<Index>(i / 100, 8));
  EXPECT_EQ(clusters.size(), 9U);
}

TEST(Landmarks, ByKmeansAreFewerWhereRowsAreEqual) {
  RowMatrix<double> X = RowMatrix<double>::Zero(50, 2);
  X.bottomRows(25).setOnes();
  const KernelRows rows(rows_of(X), kRbf, Vector<double>::Zero(2), 1);
  EXPECT_EQ(choose_landmarks(rows, {}, 10, LandmarkChoice::kmeans, 0).size(), 2U);
}

}  // namespace
}  // namespace l21::internal::test
