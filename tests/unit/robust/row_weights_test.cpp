#include "robust/row_weights.hpp"

#include "reference/reference.hpp"
#include "robust/candidate.hpp"
#include "robust/damage.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

double no_coherence(const std::vector<Index>&) {
  return 0;
}

TEST(RowWeights, AreThoseOfTheReferenceForEveryKindOfDamage) {
  for (const Damage damage : kDamages)
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Damaged table = damaged(damage, {.seed = seed});
      const Candidate truth{table.W, table.center};
      const RowDistances rows = distances_from(table.X, truth);
      const auto expected = reference::robust_step(table.X, table.W, table.center);
      const Matrix<double> R = (table.X.rowwise() - table.center.transpose()) - rows.T * table.W.transpose();
      const RowWeights found = weigh_rows(rows, {}, noise_dimensions(table.X.rows(), table.X.cols(), table.W.cols()),
                                          [&](const std::vector<Index>& far) {
                                            const Matrix<double> U = R(far, Eigen::all).rowwise().normalized();
                                            const double largest =
                                                Eigen::JacobiSVD<Matrix<double>>(U).singularValues()(0);
                                            return largest * largest / static_cast<double>(far.size());
                                          });
      EXPECT_NEAR(found.tail, expected.tail, 1e-9);
      EXPECT_LE((found.weight - expected.weights).cwiseAbs().maxCoeff(), 1e-8 * expected.weights.maxCoeff());
    }
}

TEST(RowWeights, CountRowsThatAreThereSeveralTimes) {
  const Damaged table = damaged(Damage::cluster, {.seed = 5, .rows = 60});
  const Candidate truth{table.W, table.center};
  Vector<double> counts(60);
  std::vector<Index> repeated;
  for (Index i = 0; i < 60; ++i) {
    counts(i) = static_cast<double>(i % 4);  // also rows that count nothing
    for (Index k = 0; k < i % 4; ++k) repeated.push_back(i);
  }
  const Matrix<double> long_table = table.X(repeated, Eigen::all);
  const Index noise = table.X.cols() - table.W.cols();
  const RowWeights counted = weigh_rows(distances_from(table.X, truth), counts, noise, no_coherence);
  const RowWeights written = weigh_rows(distances_from(long_table, truth), {}, noise, no_coherence);
  EXPECT_NEAR(counted.tail, written.tail, 1e-12);
  EXPECT_NEAR(counted.kept, written.kept, 1e-12);
  for (std::size_t k = 0; k < repeated.size(); ++k)
    EXPECT_NEAR(counted.weight(repeated[k]), written.weight(static_cast<Index>(k)), 1e-12);
}

TEST(RowWeights, OfGaussianRowsAreNearlyAllOne) {
  const Damaged table = damaged(Damage::none, {.seed = 2, .rows = 2000});
  const RowWeights found =
      weigh_rows(distances_from(table.X, {table.W, table.center}), {}, table.X.cols() - table.W.cols(), no_coherence);
  EXPECT_LE(found.tail, 0.1);
  EXPECT_GE(found.kept, 0.98);
}

TEST(RowWeights, OfRowsInsideTheSubspaceAreEqual) {
  Damaged table = damaged(Damage::none, {.seed = 2});
  const Matrix<double> Z = table.X.rowwise() - table.center.transpose();
  const RowDistances rows{Z * table.W, Vector<double>::Zero(Z.rows()), Z.rowwise().norm()};
  const RowWeights found = weigh_rows(rows, {}, 7, no_coherence);
  EXPECT_EQ(found.kept, 1);
  EXPECT_EQ(found.weight.minCoeff(), found.weight.maxCoeff());
  EXPECT_GT(found.weight(0), 0);
}

}  // namespace
}  // namespace l21::internal::test
