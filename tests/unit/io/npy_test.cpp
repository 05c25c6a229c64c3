#include "io/numpy/npy.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "support.hpp"

namespace l21::internal::test {
namespace {

using Npy = FileTest;

std::string npy(const std::string& dictionary, std::string_view data) {
  std::string text = "\x93NUMPY\x01";
  text += '\0';
  text += static_cast<char>(dictionary.size() & 0xff);
  text += static_cast<char>(dictionary.size() >> 8);
  return text + dictionary + std::string(data);
}

std::string npy(const std::string& descr, const std::string& order, const std::string& shape, std::string_view data) {
  return npy(fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}\n", descr, order, shape), data);
}

template <class T>
std::string raw(std::initializer_list<T> values, bool swapped = false) {
  std::string text;
  for (const T value : values) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    if (swapped) std::reverse(bytes, bytes + sizeof(T));
    text.append(bytes, sizeof(T));
  }
  return text;
}

template <class T>
void expect_read(const TempFolder& folder, const std::string& type, Storage storage) {
  for (const bool swapped : {false, true}) {
    const std::string descr = (sizeof(T) == 1 ? "|" : swapped ? ">" : "<") + type;
    const std::string path =
        folder.write("a.npy", npy(descr, "False", "(2, 3)", raw<T>({0, 1, 2, 3, 4, 100}, swapped)));
    const Table table = read_table(path);
    EXPECT_EQ(table.view.storage, storage) << descr;
    EXPECT_EQ(rows_of(table), (Rows{{0, 1, 2}, {3, 4, 100}})) << descr;
    EXPECT_EQ(rows_of(io::parse_npy(to_bytes(slurp(path)), "a.npy")), rows_of(table)) << descr;
  }
}

TEST_F(Npy, EveryNumberTypeIsReadInBothByteOrders) {
  if (std::endian::native != std::endian::little) GTEST_SKIP();
  expect_read<double>(folder, "f8", Storage::float64);
  expect_read<float>(folder, "f4", Storage::float32);
  expect_read<std::uint8_t>(folder, "u1", Storage::uint8);
  expect_read<std::int16_t>(folder, "i2", Storage::int16);
  expect_read<std::int8_t>(folder, "i1", Storage::float64);
  expect_read<std::int32_t>(folder, "i4", Storage::float64);
  expect_read<std::int64_t>(folder, "i8", Storage::float64);
  expect_read<std::uint16_t>(folder, "u2", Storage::float64);
  expect_read<std::uint32_t>(folder, "u4", Storage::float64);
  expect_read<std::uint64_t>(folder, "u8", Storage::float64);
}

TEST_F(Npy, HalvesAndBooleansBecomeDoubles) {
  // 1, -2, the largest half, the smallest positive half
  const auto halves = raw<std::uint16_t>({0x3c00, 0xc000, 0x7bff, 0x0001});
  const Table table = read_table(folder.write("a.npy", npy("<f2", "False", "(4,)", halves)));
  EXPECT_EQ(rows_of(table), (Rows{{1}, {-2}, {65504}, {std::ldexp(1.0, -24)}}));
  const Table truth = read_table(folder.write("b.npy", npy("|b1", "False", "(1, 2)", std::string("\0\1", 2))));
  EXPECT_EQ(rows_of(truth), (Rows{{0, 1}}));
}

TEST_F(Npy, FortranOrderKeepsItsLayoutByStrides) {
  const Table table = read_table(folder.write("a.npy", npy("<f8", "True", "(2, 3)", raw<double>({1, 4, 2, 5, 3, 6}))));
  EXPECT_EQ(rows_of(table), (Rows{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(table.view.row_stride, 1);
  EXPECT_EQ(table.view.col_stride, 2);
}

TEST_F(Npy, TrailingAxesFlattenInCOrder) {
  const Table c = read_table(folder.write("c.npy", npy("|u1", "False", "(2, 2, 3)", "abcdefghijkl")));
  EXPECT_EQ(c.sample_shape, (std::vector<Index>{2, 3}));
  EXPECT_EQ(c.view.cols, 6);
  EXPECT_EQ(value(c, 1, 0), 'g');
  // The same array in Fortran order: the first axis runs fastest.
  const Table f = read_table(folder.write("f.npy", npy("|u1", "True", "(2, 2, 3)", "agdjbhekcifl")));
  EXPECT_EQ(rows_of(f), rows_of(c));
  EXPECT_EQ(f.sample_shape, c.sample_shape);
}

TEST_F(Npy, OneAxisIsAColumnAndNoneIsOneValue) {
  EXPECT_EQ(rows_of(read_table(folder.write("a.npy", npy("<f8", "False", "(2,)", raw<double>({1, 2}))))),
            (Rows{{1}, {2}}));
  EXPECT_EQ(rows_of(read_table(folder.write("b.npy", npy("<f8", "False", "()", raw<double>({3}))))), (Rows{{3}}));
}

TEST_F(Npy, AHeaderMayHaveAnyOrderQuotesAndBlanks) {
  const std::string dictionary = "{ \"shape\":(1L,2), 'fortran_order' : False , 'descr':'<f8'}   \n";
  EXPECT_EQ(rows_of(read_table(folder.write("a.npy", npy(dictionary, raw<double>({1, 2}))))), (Rows{{1, 2}}));
}

std::string read_error(const TempFolder& folder, const std::string& content) {
  const std::string path = folder.write("a.npy", content);
  const std::string message = message_of<DataError>([&] { (void)read_table(path); });
  EXPECT_EQ(message.rfind(path + ": ", 0), 0u) << message;
  EXPECT_EQ(message_of<DataError>([&] { (void)io::parse_npy(to_bytes(content), path); }), message);
  return message.substr(std::min(message.size(), path.size() + 2));
}

TEST_F(Npy, OtherTypesAreRefusedWithTheReason) {
  EXPECT_EQ(read_error(folder, npy("<c16", "False", "(1,)", std::string(16, 'x'))),
            "holds complex numbers ('<c16'); save its real part");
  EXPECT_EQ(read_error(folder, npy("|O", "False", "(1,)", "pickle")),
            "holds Python objects; convert it with array.astype(float) before saving");
  EXPECT_EQ(read_error(folder, npy("<U2", "False", "(1,)", std::string(8, 'x'))),
            "holds '<U2', not numbers that can be read; save it as float64");
  EXPECT_EQ(read_error(folder, npy("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (1,)}", "12345678")),
            "holds records (a structured dtype); save one numeric array instead");
}

TEST_F(Npy, ATruncatedBodyIsRefusedBeforeAllocation) {
  EXPECT_EQ(read_error(folder, npy("<f8", "False", "(1000000000, 1000)", "1234")),
            "shape (1000000000, 1000) of '<f8' needs 8000000000000 bytes of data, the file has 4; it is truncated");
}

TEST_F(Npy, AnOverflowingShapeIsRefused) {
  const std::string huge = "(4611686018427387904, 4, 0)";
  EXPECT_EQ(read_error(folder, npy("<f8", "False", huge, "")),
            "the shape (4611686018427387904, 4, 0) is too large for any file");
}

TEST_F(Npy, GarbageIsRefused) {
  EXPECT_EQ(read_error(folder, ""), "the file is empty");
  EXPECT_EQ(read_error(folder, "this is text"), "is not an .npy array (it does not begin with \\x93NUMPY)");
  EXPECT_EQ(read_error(folder, npy("{'descr': '<f8', 'shape': (1,)}", "12345678")),
            "the .npy header is damaged near ''; write the file again");
  EXPECT_EQ(read_error(folder, npy("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}", "12345678")),
            "the .npy header is damaged near '-1,)}'; write the file again");
  EXPECT_EQ(read_error(folder, std::string("\x93NUMPY\x09\0\0\0\0\0", 12)),
            ".npy version 9 is unknown; versions 1 to 3 are read");
  EXPECT_EQ(read_error(folder, std::string("\x93NUMPY\x01\0\xff\xff{}", 12)),
            "the .npy header claims 65535 bytes, the file has 12");
}

TEST_F(Npy, AnArrayWithoutValuesIsRefusedByReadTable) {
  const std::string path = folder.write("a.npy", npy("<f8", "False", "(0, 5)", ""));
  EXPECT_EQ(message_of<DataError>([&] { (void)read_table(path); }), path + ": holds no values, its size is 0 x 5");
  EXPECT_EQ(io::parse_npy(to_bytes(slurp(path)), path).view.cols, 5);
  const Table wide = io::parse_npy(to_bytes(npy("<f8", "True", "(1000000000000, 0)", "")), "w");
  EXPECT_EQ(wide.view.rows, 1000000000000);
  EXPECT_EQ(rows_of(io::parse_npy(io::format_npy(wide.view, {3, 0}), "w")).size(), 3u);
}

TEST_F(Npy, WritingKeepsTypeShapeAndValues) {
  Table table = counting_table<std::int16_t>(3, 6);
  table.sample_shape = {2, 3};
  write_table(folder / "a.npy", table);
  const Table back = read_table(folder / "a.npy");
  EXPECT_EQ(back.view.storage, Storage::int16);
  EXPECT_EQ(back.sample_shape, table.sample_shape);
  EXPECT_EQ(rows_of(back), rows_of(table));
  EXPECT_NE(slurp(folder / "a.npy").find("'shape': (3, 2, 3), }"), std::string::npos);
  EXPECT_EQ(slurp(folder / "a.npy").find('\n') % 64, 63u);
}

TEST_F(Npy, WritingATransposedTableWritesItsRows) {
  Table table = counting_table<float>(3, 50000);
  table.view = table.view.transposed();
  write_table(folder / "a.npy", table);
  const Table back = read_table(folder / "a.npy");
  EXPECT_EQ(back.view.rows, 50000);
  EXPECT_EQ(rows_of(back), rows_of(table));
}

TEST_F(Npy, AVectorIsWrittenWithOneAxis) {
  const Table table = counting_table<double>(3, 1);
  const auto bytes = io::format_npy(table.view, {3});
  EXPECT_EQ(io::parse_npy_header(bytes, bytes.size(), "v").shape, (std::vector<Index>{3}));
  EXPECT_EQ(message_of<InvalidArgument>([&] { (void)io::format_npy(table.view, {4}); }),
            "an array of shape (4) cannot hold 3 x 1 values");
}

TEST_F(Npy, TextsAreWrittenAndReadBack) {
  const Names names{"plain", "", "Größe", "\xf0\x9f\x99\x82", "\xe6\x97\xa5\xe6\x9c\xac"};
  EXPECT_EQ(io::parse_npy_strings(io::format_npy_strings(names), "names"), names);
  EXPECT_TRUE(io::parse_npy_strings(io::format_npy_strings({}), "names").empty());
}

TEST_F(Npy, ABrokenLetterBecomesTheReplacement) {
  EXPECT_EQ(io::parse_npy_strings(io::format_npy_strings({"a\xff"}), "names"), (Names{"a\xef\xbf\xbd"}));
}

TEST_F(Npy, NumbersAreNotTexts) {
  const auto numbers = io::format_npy(counting_table<double>(2, 2).view, {2, 2});
  EXPECT_EQ(message_of<DataError>([&] { (void)io::parse_npy_strings(numbers, "x"); }),
            "x: a list of texts was expected, found '<f8'");
}

template <StoredScalar T>
void round_trip() {
  const auto rows = *rc::gen::inRange<Index>(1, 6);
  const auto cols = *rc::gen::inRange<Index>(1, 6);
  const auto values =
      *rc::gen::container<std::vector<T>>(static_cast<std::size_t>(rows * cols), rc::gen::arbitrary<T>());
  Table table = make_table<T>(rows, cols, values);
  const bool transposed = *rc::gen::arbitrary<bool>();
  if (transposed) table.view = table.view.transposed();
  const Table back = io::parse_npy(io::format_npy(table.view, {table.view.rows, table.view.cols}), "p");
  RC_ASSERT(back.view.storage == storage_of<T>());
  RC_ASSERT(rows_of(back) == rows_of(table));
}

RC_GTEST_PROP(NpyProperty, EveryStorageAndOrderIsReadBack, ()) {
  round_trip<double>();
  round_trip<float>();
  round_trip<std::uint8_t>();
  round_trip<std::int16_t>();
}

RC_GTEST_PROP(NpyProperty, CuttingTheFileGivesAnError, ()) {
  auto bytes = io::format_npy(counting_table<double>(3, 2).view, {3, 2});
  bytes.resize(*rc::gen::inRange<std::size_t>(0, bytes.size()));
  RC_ASSERT_THROWS_AS((void)io::parse_npy(bytes, "p"), DataError);
}

}  // namespace
}  // namespace l21::internal::test
