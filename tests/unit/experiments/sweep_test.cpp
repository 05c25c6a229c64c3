#include "sweep.hpp"

#include <gtest/gtest.h>

#include "l21/error.hpp"
#include "sets/sets.hpp"

namespace l21::internal::experiments {
namespace {

std::vector<double> errors(const Compressed& trial, const MethodChoice& method, Reuse reuse) {
  std::vector<double> found;
  sweep(trial, method, {3, 5, 9}, reuse, {}, [&](const Fitted& fitted) {
    found.push_back(fitted.error);
    return Signal::go_on;
  });
  return found;
}

TEST(Sweep, TheFirstOfManyComponentsAreAFitOfTheirOwn) {
  const Trial trial = occluded(downsampled(faces(60), 2), 0.3, Fill::black, 4);
  const Compressed coordinates = compressed(trial, Center::mean, 0);
  for (const char* name : {"pca", "l1-greedy"}) {
    const auto method = method_choice(name, {});
    ASSERT_TRUE(is_nested(method.options));
    const auto once = errors(coordinates, method, Reuse::nested), each = errors(coordinates, method, Reuse::never);
    ASSERT_EQ(once.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(once[i], each[i], 1e-9 * each[i]) << name;
  }
}

TEST(Sweep, WhatDoesNotNestIsNotReused) {
  FitOptions sphere;
  sphere.row_scaling = RowScaling::sphere;
  EXPECT_FALSE(is_nested(method_choice("pca", sphere).options));
  for (const char* name : {"l21", "r1", "l1", "l2p", "robust", "cells"})
    EXPECT_FALSE(is_nested(method_choice(name, {}).options)) << name;
  EXPECT_FALSE(is_rotation_invariant(method_choice("truncated-power", {}).options));
  EXPECT_FALSE(is_rotation_invariant(method_choice("cells", {}).options));
  EXPECT_THROW(static_cast<void>(method_choice("l22", {})), InvalidArgument);
}

TEST(Sweep, SparseMethodsAreSweptInPixels) {
  const ImageSet set = downsampled(faces(40), 4);
  const Trial trial = occluded(set, 0.1, Fill::black, 4);
  FitOptions common;
  common.cardinality = 30;
  const auto method = method_choice("truncated_power", common);
  const auto found = errors(uncompressed(trial, set), method, Reuse::nested);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_GT(found[0], found[2]);
  // Few components are not the first of many.
  EXPECT_FALSE(is_nested(method.options));
  EXPECT_EQ(found, errors(uncompressed(trial, set), method, Reuse::never));
}

TEST(Sweep, LeavesDamagedCellsOfImagesOut) {
  const ImageSet set = downsampled(faces(200), 2);
  const Trial trial = occluded(set, 0.2, Fill::black, 5);
  const Compressed pixels = uncompressed(trial, set);
  const auto of = [&](const char* method) { return errors(pixels, method_choice(method, {}), Reuse::never); };
  const auto cells = of("cells"), pca = of("pca");
  for (std::size_t k = 0; k < pca.size(); ++k) EXPECT_LT(cells[k], 0.95 * pca[k]) << k;
}

TEST(Sweep, StopsWhenItIsToldTo) {
  const Trial trial = occluded(downsampled(faces(40), 4), 0.1, Fill::black, 4);
  int calls = 0;
  sweep(compressed(trial, Center::mean, 0), method_choice("l21", {}), {2, 3, 4}, Reuse::nested, {}, [&](const Fitted&) {
    ++calls;
    return Signal::stop;
  });
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace l21::internal::experiments
