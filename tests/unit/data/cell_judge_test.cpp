#include "data/cell_judge.hpp"

#include <array>
#include <limits>

#include "reference/reference.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

// Some cells far off, some missing.
Vector<double> row_with_damage(const CellModel& model, const Vector<double>& t, std::uint64_t seed) {
  const Index d = model.scale.size();
  Vector<double> x = model.W * t + random_rows(1, d, seed).row(0).transpose().cwiseProduct(model.scale);
  for (Index j = 0; j < d; ++j) {
    if (j % 7 == 3) x(j) += 9 * model.scale(j);
    if (j % 11 == 5) x(j) = std::numeric_limits<double>::quiet_NaN();
  }
  return x;
}

CellModel law_of(Index d, Index m, std::uint64_t seed, std::vector<Index> shape) {
  CellModel model;
  model.W = random_orthonormal(d, m, seed);
  model.variance = Vector<double>::LinSpaced(m, 9, 4);
  model.scale = random_rows(1, d, seed + 1).row(0).transpose().cwiseAbs().array() + 0.2;
  model.range = Vector<double>::Constant(d, 30);
  model.tails = static_cast<double>(3 + 2 * (seed % 4));
  model.shape = std::move(shape);
  return model;
}

TEST(CellJudge, AgreesWithTheReference) {
  for (const auto& [height, width, m] : {std::array<Index, 3>{1, 9, 1}, {5, 7, 2}, {2, 31, 4}, {13, 3, 3}, {6, 6, 0}})
    for (const bool image : {false, true}) {
      const Index d = height * width;
      const CellModel model =
          law_of(d, m, static_cast<std::uint64_t>(d), image ? std::vector<Index>{height, width} : std::vector<Index>());
      const Vector<double> t = m > 0 ? Vector<double>(random_rows(1, m, 3).row(0).transpose()) : Vector<double>();
      const Vector<double> x = row_with_damage(model, t, 4);
      const CellLevels levels(model);
      CellJudge judge(levels);
      const Eigen::MatrixXf found = judge.good(x.cast<float>(), t.cast<float>());
      const reference::CellLaw law{model.W,
                                   model.scale,
                                   model.range,
                                   model.tails,
                                   image ? static_cast<int>(height) : 0,
                                   image ? static_cast<int>(width) : 0};
      const Vector<double> expected = reference::cell_goodness(x, t, law);
      EXPECT_LE((found.cast<double>() - expected).cwiseAbs().maxCoeff(), 1e-3) << height << " " << width;
    }
}

TEST(CellJudge, FindsScoresWithoutTheDamagedCells) {
  const CellModel model = law_of(60, 4, 8, {});
  const CellLevels levels(model);
  CellJudge judge(levels);
  double error = 0, of_all_cells = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Vector<double> t = 3 * random_rows(1, 4, seed).row(0).transpose();
    const Vector<double> x = row_with_damage(model, t, seed + 100);
    Eigen::MatrixXf found;
    judge.scores(x.cast<float>(), found);
    error += (found.cast<double>() - t).norm();
    of_all_cells += (model.W.transpose() * x.array().isNaN().select(0.0, x.array()).matrix() - t).norm();
  }
  EXPECT_LE(error, 0.5 * of_all_cells);
}

// Normal matrices come from a sample of the cells there, and in images the second step makes do with the first one's.
TEST(CellJudge, FindsTheScoresOfLongRowsAsThoseWhoKnowWhichCellsAreGood) {
  for (const bool image : {false, true}) {
    const Index height = 29, width = 31, d = height * width, m = 9;
    const CellModel model = law_of(d, m, 12, image ? std::vector<Index>{height, width} : std::vector<Index>());
    const CellLevels levels(model);
    CellJudge judge(levels);
    double error = 0, of_known = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Vector<double> t = 3 * random_rows(1, m, seed).row(0).transpose();
      Vector<double> x = model.W * t + random_rows(1, d, seed + 50).row(0).transpose().cwiseProduct(model.scale);
      Vector<double> good = Vector<double>::Ones(d);
      for (Index y = 4; y < 18; ++y)  // a covered part, a quarter of the row
        for (Index z = 3; z < 19; ++z) x(y * width + z) = 12, good(y * width + z) = 0;
      Eigen::MatrixXf found;
      judge.scores(x.cast<float>(), found);
      Matrix<double> A = model.W.transpose() * good.asDiagonal() * model.W;
      A.diagonal() += score_prior(model);
      const Vector<double> known = A.llt().solve(model.W.transpose() * good.cwiseProduct(x));
      error += (found.cast<double>() - t).norm();
      of_known += (known - t).norm();
    }
    EXPECT_LE(error, 1.15 * of_known) << image;
  }
}

TEST(CellJudge, LeavesARowOfWhichNothingIsKnownAtTheCenter) {
  const CellModel model = law_of(20, 3, 9, {4, 5});
  const CellLevels levels(model);
  CellJudge judge(levels);
  Eigen::MatrixXf t;
  const Eigen::MatrixXf nothing = Eigen::MatrixXf::Constant(20, 1, std::numeric_limits<float>::quiet_NaN());
  judge.scores(nothing, t);
  EXPECT_EQ(t.norm(), 0.0F);
  EXPECT_EQ(judge.good(nothing, t).maxCoeff(), 0.0F);
}

TEST(CellLevels, GoFromFewComponentsToAll) {
  EXPECT_EQ(cell_levels(1), (std::vector<Index>{1}));
  EXPECT_EQ(cell_levels(4), (std::vector<Index>{4}));
  EXPECT_EQ(cell_levels(5), (std::vector<Index>{3, 5}));
  EXPECT_EQ(cell_levels(45), (std::vector<Index>{3, 6, 12, 24, 45}));
}

}  // namespace
}  // namespace l21::internal::test
