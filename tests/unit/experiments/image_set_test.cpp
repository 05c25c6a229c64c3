#include "image_set.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "l21/error.hpp"
#include "unit/message_of.hpp"

namespace l21::internal::experiments {
namespace {

// Pixel (r, c) of image i is 100 i + 10 r + c.
ImageSet ramp(Index count, Index height, Index width) {
  ImageSet set{"ramp", height, width, RowMatrix<double>(count, height * width)};
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < height * width; ++j)
      set.pixels(i, j) = static_cast<double>(100 * i + 10 * (j / width) + j % width);
  return set;
}

TEST(ImageSet, DownsamplingAveragesSquaresAndCutsOffTheRest) {
  const ImageSet half = downsampled(ramp(2, 5, 7), 2);
  ASSERT_EQ(half.height, 2);
  ASSERT_EQ(half.width, 3);
  // Rows 2, 3 and columns 4, 5: 10 * 2.5 + 4.5.
  EXPECT_DOUBLE_EQ(half.pixels(0, 5), 29.5);
  EXPECT_DOUBLE_EQ(half.pixels(1, 0), 105.5);
  EXPECT_EQ(downsampled(ramp(2, 5, 7), 1).pixels, ramp(2, 5, 7).pixels);
  const auto message = test::message_of<InvalidArgument>([] { static_cast<void>(downsampled(ramp(2, 5, 7), 6)); });
  EXPECT_NE(message.find("1 <= N <= 5"), std::string::npos) << message;
}

TEST(ImageSet, ResizingKeepsRampsAndConstants) {
  for (const auto& [height, width] : {std::pair<Index, Index>{16, 20}, {3, 4}, {8, 10}, {1, 1}}) {
    ImageSet flat = ramp(1, 8, 10);
    flat.pixels.setConstant(42);
    const ImageSet other = resized(flat, height, width);
    EXPECT_LT((other.pixels.array() - 42).abs().maxCoeff(), 1e-12);
    EXPECT_NEAR(resized(ramp(1, 8, 10), height, width).pixels.mean(), ramp(1, 8, 10).pixels.mean(), 1e-9);
  }
}

TEST(ImageSet, ATableWithoutShapeAsksForIt) {
  Table table = Table::row_major(Storage::float32, 3, 6);
  std::fill_n(table.values<float>(), 18, 1.0F);
  const auto message = test::message_of<DataError>([&] { static_cast<void>(images_of(table, "a.mat", {})); });
  EXPECT_NE(message.find("a.mat: rows of 6 values"), std::string::npos) << message;
  EXPECT_NE(message.find("--shape"), std::string::npos) << message;
  EXPECT_THROW(static_cast<void>(images_of(table, "a.mat", {2, 4})), DataError);
  const ImageSet set = images_of(table, "a.mat", {2, 3});
  EXPECT_EQ(set.height, 2);
  EXPECT_EQ(set.pixels.sum(), 18);
  // What the file says holds.
  table.sample_shape = {3, 2};
  EXPECT_EQ(images_of(table, "a.npy", {2, 3}).height, 3);
  table.values<float>()[7] = std::nanf("");
  const auto place = test::message_of<DataError>([&] { static_cast<void>(images_of(table, "a.npy", {})); });
  EXPECT_NE(place.find("a.npy: image 2, value 2"), std::string::npos) << place;
  EXPECT_THROW(static_cast<void>(images_of(Table::row_major(Storage::uint8, 1, 6), "b", {2, 3})), DataError);
}

TEST(ImageSet, AFewAreSpreadOverAll) {
  const ImageSet some = spread_over(ramp(10, 2, 2), 3);
  ASSERT_EQ(some.count(), 3);
  EXPECT_EQ(some.pixels(0, 0), 0);
  EXPECT_EQ(some.pixels(1, 0), 300);
  EXPECT_EQ(some.pixels(2, 0), 600);
  EXPECT_EQ(spread_over(ramp(10, 2, 2), 30).count(), 10);
}

}  // namespace
}  // namespace l21::internal::experiments
