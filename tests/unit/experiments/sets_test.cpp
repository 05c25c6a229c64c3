#include "sets/sets.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "l21/error.hpp"

namespace l21::internal::experiments {
namespace {

// How many principal components hold 90 % of the variance.
Index components_for_90_percent(const ImageSet& set) {
  const RowMatrix<double> centered = set.pixels.rowwise() - set.pixels.colwise().mean();
  const Eigen::SelfAdjointEigenSolver<Matrix<double>> eigen(centered * centered.transpose(), Eigen::EigenvaluesOnly);
  const Vector<double> values = eigen.eigenvalues().reverse();
  double held = 0;
  Index count = 0;
  while (held < 0.9 * values.sum()) held += values[count++];
  return count;
}

// The real sets at the same sizes need 80 (AT&T faces, 400 x 56 x 46) and 56 (COIL-20, 1440 x 64 x 64): measured with
// numpy.linalg.eigvalsh on the centered images.
TEST(Sets, SpectraDecayLikeThoseOfRealSets) {
  const ImageSet people = faces();
  ASSERT_EQ(people.count(), 400);
  ASSERT_EQ(people.pixels.cols(), 56 * 46);
  const Index for_faces = components_for_90_percent(people);
  EXPECT_GE(for_faces, 40);
  EXPECT_LE(for_faces, 160);
  const ImageSet things = objects();
  ASSERT_EQ(things.count(), 1440);
  ASSERT_EQ(things.pixels.cols(), 64 * 64);
  const Index for_objects = components_for_90_percent(things);
  EXPECT_GE(for_objects, 28);
  EXPECT_LE(for_objects, 112);
}

void expect_grey_images(const ImageSet& set) {
  EXPECT_GE(set.pixels.minCoeff(), 0);
  EXPECT_LE(set.pixels.maxCoeff(), 255);
  EXPECT_EQ(set.pixels, RowMatrix<double>(set.pixels.array().round()));
  // Every image shows something.
  for (Index i = 0; i < set.count(); ++i)
    EXPECT_GT(set.pixels.row(i).maxCoeff() - set.pixels.row(i).minCoeff(), 50) << set.name << " " << i;
}

TEST(Sets, ImagesAreGreyValuesAndTheSameOnAnyNumberOfThreads) {
  expect_grey_images(faces(80, 1));
  expect_grey_images(objects(60, 1));
  expect_grey_images(textures(30, 21, 17, 1));
  EXPECT_EQ(faces(21, 1).pixels, faces(21, 3).pixels);
  EXPECT_EQ(objects(21, 1).pixels, objects(21, 3).pixels);
  EXPECT_EQ(textures(9, 11, 13, 1).pixels, textures(9, 11, 13, 3).pixels);
}

TEST(Sets, APersonLooksMoreLikeThemselvesThanLikeOthers) {
  const ImageSet people = faces();
  double same = 0, other = 0;
  for (Index person = 0; person < 40; ++person) {
    same += (people.pixels.row(10 * person) - people.pixels.row(10 * person + 5)).norm();
    other += (people.pixels.row(10 * person) - people.pixels.row(10 * ((person + 7) % 40) + 5)).norm();
  }
  EXPECT_LT(same, 0.8 * other);
}

TEST(Sets, NeighbouringAnglesOfAnObjectAreAlike) {
  const ImageSet things = objects();
  double turn = 0, swap = 0;
  for (Index thing = 0; thing < 20; ++thing) {
    turn += (things.pixels.row(72 * thing) - things.pixels.row(72 * thing + 1)).norm();
    swap += (things.pixels.row(72 * thing) - things.pixels.row(72 * ((thing + 1) % 20))).norm();
  }
  EXPECT_LT(turn, 0.5 * swap);
}

TEST(Sets, OtherNumbersAreRefused) {
  EXPECT_THROW(static_cast<void>(faces(401)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(objects(1)), InvalidArgument);
}

}  // namespace
}  // namespace l21::internal::experiments
