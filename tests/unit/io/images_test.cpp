#include "io/images/images.hpp"

#include <fmt/format.h>
#include <zlib.h>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

#include <algorithm>

#include "io/images/image_decode.hpp"
#include "support.hpp"

namespace l21::internal::test {
namespace {

using Images = FileTest;

std::string pgm(int width, int height, std::string_view pixels) {
  return fmt::format("P5\n# a comment\n{} {}\n255\n{}", width, height, pixels);
}

std::string big_endian(std::uint32_t value) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(value >> shift & 0xff);
  return text;
}

// A PNG of one filtered scan line per row; colour type 0 grey, 2 RGB, 4 grey and alpha.
std::string png(int width, int height, int depth, int colour_type, const std::vector<std::string>& lines) {
  std::string data;
  for (const std::string& line : lines) data += '\0' + line;
  std::string packed(compressBound(data.size()), '\0');
  uLongf size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(data.data()), data.size());
  packed.resize(size);
  const auto chunk = [](std::string type, const std::string& content) {
    const std::string body = type + content;
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
    return big_endian(static_cast<std::uint32_t>(content.size())) + body + big_endian(static_cast<std::uint32_t>(crc));
  };
  std::string header = big_endian(static_cast<std::uint32_t>(width)) + big_endian(static_cast<std::uint32_t>(height));
  header += static_cast<char>(depth);
  header += static_cast<char>(colour_type);
  header += std::string(3, '\0');
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("IDAT", packed) + chunk("IEND", "");
}

std::vector<int> grey_values(std::string_view file) {
  const auto image = io::decode_image(to_bytes(file), "i");
  return {image.pixels.begin(), image.pixels.end()};
}

TEST(NaturalOrder, RunsOfDigitsCountAsNumbers) {
  Names names{"s10/1.pgm", "s2/10.pgm", "s2/9.pgm", "s1/1.pgm", "S1/1.pgm", "a", "s2/09.pgm", "1", "01"};
  std::sort(names.begin(), names.end(), io::natural_less);
  EXPECT_EQ(names, (Names{"01", "1", "S1/1.pgm", "a", "s1/1.pgm", "s2/09.pgm", "s2/9.pgm", "s2/10.pgm", "s10/1.pgm"}));
}

TEST_F(Images, AFolderBecomesOneRowPerImage) {
  folder.write("s10/1.pgm", pgm(3, 2, "abcdef"));
  folder.write("s2/1.PGM", pgm(3, 2, "ABCDEF"));
  folder.write("s2/notes.txt", "not an image");
  folder.write(".hidden.pgm", "not looked at");
  const Table table = read_table(folder.path());
  EXPECT_EQ(table.view.storage, Storage::uint8);
  EXPECT_EQ(rows_of(table), (Rows{{65, 66, 67, 68, 69, 70}, {97, 98, 99, 100, 101, 102}}));
  EXPECT_EQ(table.sample_shape, (std::vector<Index>{2, 3}));
  EXPECT_EQ(table.row_ids, (Names{"s2/1.PGM", "s10/1.pgm"}));
  EXPECT_EQ(table.id_name, "file");
}

TEST_F(Images, PlainPgmIsRead) {
  EXPECT_EQ(grey_values("P2 # comment\n2 2\n255\n0 10\n20 # more\n255\n"), (std::vector<int>{0, 10, 20, 255}));
}

TEST_F(Images, WidePgmIsScaledToEightBits) {
  EXPECT_EQ(grey_values("P2 3 1 1023 0 512 1023"), (std::vector<int>{0, 128, 255}));
  EXPECT_EQ(grey_values(std::string("P5 2 1 65535 \x00\x00\xff\xff", 17)), (std::vector<int>{0, 255}));
}

TEST_F(Images, ColourBecomesGreyByLuma) {
  // red, green, blue: 0.299, 0.587, 0.114 of 255
  const std::string line("\xff\0\0\0\xff\0\0\0\xff", 9);
  EXPECT_EQ(grey_values(png(3, 1, 8, 2, {line})), (std::vector<int>{76, 150, 29}));
}

TEST_F(Images, GreyPngWithAlphaOrSixteenBitsKeepsItsGrey) {
  EXPECT_EQ(grey_values(png(2, 2, 8, 0, {"ab", "cd"})), (std::vector<int>{97, 98, 99, 100}));
  EXPECT_EQ(grey_values(png(2, 1, 8, 4, {std::string("a\0b\x7f", 4)})), (std::vector<int>{97, 98}));
  EXPECT_EQ(grey_values(png(2, 1, 16, 0, {std::string("\x10\xff\x20\x00", 4)})), (std::vector<int>{16, 32}));
}

TEST_F(Images, BmpIsRead) {
  // 2 x 1, 24 bits, bottom up, rows padded to 4 bytes: blue-green-red
  std::string bmp("BM\x3e\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x01\0\0\0\x01\0\x18\0", 30);
  bmp += std::string(24, '\0') + std::string("\x0a\x0a\x0a\xc8\xc8\xc8\0\0", 8);
  EXPECT_EQ(grey_values(bmp), (std::vector<int>{10, 200}));
}

std::string jpeg(int width, int height, int grey) {
  const std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width * height), static_cast<std::uint8_t>(grey));
  std::string file;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  stbi_write_jpg_to_func(append, &file, width, height, 1, pixels.data(), 95);
  return file;
}

TEST_F(Images, JpegIsRead) {
  const auto image = io::decode_image(to_bytes(jpeg(17, 9, 100)), "i");
  EXPECT_EQ(image.size.width, 17);
  EXPECT_EQ(image.size.height, 9);
  for (const int pixel : image.pixels) EXPECT_NEAR(pixel, 100, 1);
}

// Marker ff c4, its length, a table of class and number 0 whose codes are 255 of 15 and 2 of 16 bits.
const std::string kTooManyCodes = std::string("\xff\xc4\x01\x14\0", 5) + std::string(14, '\0') + "\xff\x02";

TEST_F(Images, AJpegWithMoreThan256CodesIsRefused) {
  const std::string good = jpeg(8, 8, 50);
  // In front, behind fill bytes, and between the scan and the end.
  const std::string end = "\xff\xd9";
  for (const std::string& bad : {good.substr(0, 2) + kTooManyCodes + good.substr(2),
                                 good.substr(0, 2) + "\xff\xff" + kTooManyCodes + good.substr(2),
                                 good.substr(0, good.size() - 2) + kTooManyCodes + end}) {
    EXPECT_EQ(message_of<DataError>([&] { (void)io::decode_image(to_bytes(bad), "i"); }),
              "i: cannot be decoded as an image: its code tables are damaged");
  }
}

TEST_F(Images, WhatLooksLikeATableInsideAJpegsCommentOrBehindItsEndIsNotLookedAt) {
  const std::string good = jpeg(8, 8, 50);
  const std::string comment =
      "\xff\xfe" + std::string(1, '\0') + static_cast<char>(kTooManyCodes.size() + 2) + kTooManyCodes;
  EXPECT_EQ(grey_values(good.substr(0, 2) + comment + good.substr(2)), grey_values(good));
  EXPECT_EQ(grey_values(good + kTooManyCodes), grey_values(good));
}

TEST_F(Images, ResizingMakesSizesEqual) {
  folder.write("a.pgm", pgm(2, 2, std::string(4, '\x50')));
  folder.write("b.pgm", pgm(4, 6, std::string(24, '\x60')));
  ReadOptions options;
  options.resize = ImageSize{3, 2};
  const Table table = read_table(folder.path(), options);
  EXPECT_EQ(table.sample_shape, (std::vector<Index>{2, 3}));
  EXPECT_EQ(rows_of(table), (Rows{std::vector<double>(6, 80), std::vector<double>(6, 96)}));
  options.resize = ImageSize{0, 2};
  EXPECT_EQ(message_of<InvalidArgument>([&] { (void)read_table(folder.path(), options); }),
            "images cannot be resized to 0 x 2 pixels");
}

TEST_F(Images, TwoSizesAreNamed) {
  folder.write("a.pgm", pgm(2, 2, "abcd"));
  folder.write("b.pgm", pgm(1, 2, "ab"));
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(folder.path()); }),
            folder.path() + ": images differ in size: a.pgm is 2x2, b.pgm is 1x2; resize them all with --resize WxH");
}

TEST_F(Images, AFolderWithoutImagesSaysWhatIsLookedFor) {
  folder.write("a.txt", "x");
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(folder.path()); }),
            folder.path() + ": holds no images; files named *.pgm, *.png, *.jpg, *.jpeg, *.bmp are looked for");
}

TEST_F(Images, WhatCannotBeDecodedIsNamed) {
  const std::string good = png(2, 2, 8, 0, {"ab", "cd"});
  for (const std::string& content : {std::string(), std::string("garbage"), good.substr(0, 50)}) {
    const std::string path = folder.write("a.png", content);
    const std::string message = message_of<DataError>([&] { (void)read_table(folder.path()); });
    EXPECT_EQ(message.rfind(path + ": cannot be decoded as an image: ", 0), 0u) << message;
  }
}

TEST_F(Images, DamagedPgmIsNamed) {
  const auto error = [](const std::string& text) {
    return message_of<DataError>([&] { (void)io::decode_image(to_bytes(text), "i.pgm"); });
  };
  EXPECT_EQ(error("P5 100000 100000 255 x"), "i.pgm: the PGM image is damaged: 100000 x 100000 pixels up to 255");
  EXPECT_EQ(error("P5 10 10 255 x"), "i.pgm: the PGM image is cut off");
  EXPECT_EQ(error("P2 2 2 255 1 2 3"), "i.pgm: the PGM image is damaged: a number was expected near ''");
  EXPECT_EQ(error("P2 two"), "i.pgm: the PGM image is damaged: a number was expected near 'two'");
}

TEST_F(Images, AnImageWithoutPixelsIsRefused) {
  EXPECT_EQ(message_of<DataError>([] { (void)io::decode_image(to_bytes("P5 0 5 255\n"), "i"); }),
            "i: the PGM image is damaged: 0 x 5 pixels up to 255");
}

TEST_F(Images, AClaimBeyondTheFileIsRefusedBeforeAllocation) {
  const std::string file = png(16000, 16000, 8, 0, {"ab"});
  EXPECT_EQ(message_of<DataError>([&] { (void)io::decode_image(to_bytes(file), "i"); }),
            "i: an image of 16000 x 16000 pixels cannot be in a file of " + std::to_string(file.size()) + " bytes");
}

TEST_F(Images, ColumnsOfImagesAreChosenByNumber) {
  folder.write("a.pgm", pgm(2, 2, "abcd"));
  ReadOptions options;
  options.columns = {"2-3"};
  EXPECT_EQ(rows_of(read_table(folder.path(), options)), (Rows{{98, 99}}));
}

}  // namespace
}  // namespace l21::internal::test
