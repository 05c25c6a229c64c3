#include "io/bytes/zip.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <zlib.h>

#include <map>

#include "io/bytes/zip_format.hpp"
#include "support.hpp"

namespace l21::internal::test {
namespace {

using io::ZipReader;
using io::ZipWriter;
using Contents = std::map<std::string, std::vector<std::byte>>;

std::vector<std::byte> archive_of(const Contents& contents) {
  ZipWriter writer;
  for (const auto& [name, content] : contents) writer.add(name, content);
  return writer.finish();
}

Contents read_everything(const ZipReader& reader) {
  Contents contents;
  for (const auto& member : reader.members()) contents[member.name] = reader.read(member.name);
  return contents;
}

void put(std::vector<std::byte>& bytes, std::size_t offset, std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i)
    bytes[offset + static_cast<std::size_t>(i)] = static_cast<std::byte>(value >> (8 * i));
}

std::size_t find(const std::vector<std::byte>& bytes, std::uint32_t signature) {
  for (std::size_t i = 0; i + 4 <= bytes.size(); ++i) {
    if (io::zip::u32(bytes, i) == signature) return i;
  }
  throw std::logic_error("no such record");
}

// One deflated member "a" of `size` zeros, made from a stored one.
std::vector<std::byte> deflated_archive(std::size_t size) {
  const std::vector<std::byte> content(size);
  std::vector<std::byte> packed(size + 1000);
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(content.data()));
  stream.avail_in = static_cast<uInt>(size);
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  auto bytes = archive_of({{"a", packed}});
  const std::size_t entry = find(bytes, io::zip::kDirectorySignature);
  const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), size);
  put(bytes, 8, 8, 2);
  put(bytes, 14, crc, 4);
  put(bytes, 22, size, 4);
  put(bytes, entry + 10, 8, 2);
  put(bytes, entry + 16, crc, 4);
  put(bytes, entry + 24, size, 4);
  return bytes;
}

std::string open_error(std::vector<std::byte> bytes) {
  return message_of<DataError>([&] { read_everything(ZipReader("z.npz", std::move(bytes))); });
}

TEST(Zip, AnEmptyArchiveHasNoMembers) {
  EXPECT_TRUE(ZipReader("z.npz", archive_of({})).members().empty());
}

TEST(Zip, EqualContentsAreEqualBytes) {
  const Contents contents{{"a", to_bytes("one")}, {"b", to_bytes("")}};
  EXPECT_EQ(archive_of(contents), archive_of(contents));
}

TEST(Zip, DeflatedMembersAreUnpacked) {
  const ZipReader reader("z.npz", deflated_archive(100000));
  EXPECT_EQ(reader.read("a"), std::vector<std::byte>(100000));
}

TEST(Zip, AMissingMemberIsNamed) {
  const ZipReader reader("z.npz", archive_of({{"a", to_bytes("1")}}));
  EXPECT_TRUE(reader.contains("a"));
  EXPECT_FALSE(reader.contains("b"));
  EXPECT_EQ(message_of<DataError>([&] { (void)reader.read("b"); }), "z.npz: has no member 'b'");
}

TEST(Zip, StoredMembersAreViewedWithoutACopy) {
  const ZipReader reader("z.npz", archive_of({{"a", to_bytes("12345")}}));
  std::vector<std::byte> scratch;
  EXPECT_EQ(reader.view("a", scratch).size(), 5u);
  EXPECT_TRUE(scratch.empty());
}

TEST(Zip, TextIsNotAnArchive) {
  EXPECT_EQ(open_error(to_bytes("hello, this is no archive")), "z.npz: is not a ZIP archive, or its end is missing");
  EXPECT_EQ(open_error({}), "z.npz: the file is empty");
}

TEST(Zip, AWrongChecksumIsFound) {
  auto bytes = archive_of({{"a", to_bytes("content")}});
  bytes[31] ^= std::byte{1};
  EXPECT_EQ(open_error(bytes), "z.npz: member 'a' is damaged (its checksum is wrong)");
}

TEST(Zip, EncryptedMembersAreRefused) {
  auto bytes = archive_of({{"a", to_bytes("content")}});
  bytes[find(bytes, io::zip::kDirectorySignature) + 8] |= std::byte{1};
  EXPECT_EQ(open_error(bytes), "z.npz: member 'a' is encrypted");
}

TEST(Zip, UnknownMethodsAreRefused) {
  auto bytes = archive_of({{"a", to_bytes("content")}});
  put(bytes, find(bytes, io::zip::kDirectorySignature) + 10, 14, 2);
  EXPECT_EQ(open_error(bytes), "z.npz: member 'a' is packed by method 14; only stored and deflated members are read");
}

TEST(Zip, TwoMembersOfOneNameAreRefused) {
  auto bytes = archive_of({{"a", to_bytes("1")}, {"b", to_bytes("2")}});
  for (auto& byte : bytes) {
    if (byte == std::byte{'b'}) byte = std::byte{'a'};
  }
  EXPECT_EQ(open_error(bytes), "z.npz: two members are named 'a'");
  ZipWriter writer;
  writer.add("a", to_bytes("1"));
  EXPECT_EQ(message_of<InvalidArgument>([&] { writer.add("a", to_bytes("2")); }),
            "two ZIP members cannot both be named 'a'");
}

TEST(Zip, OverlappingMembersAreRefused) {
  auto bytes = archive_of({{"a", to_bytes("1")}, {"b", to_bytes("2")}});
  const std::size_t second = find(bytes, io::zip::kDirectorySignature) + io::zip::kDirectorySize + 1;
  put(bytes, second + 42, 0, 4);
  EXPECT_EQ(open_error(bytes), "z.npz: member 'b' lies outside the file or over another");
}

TEST(Zip, AnOffsetOutsideTheFileIsRefused) {
  auto bytes = archive_of({{"a", to_bytes("1")}});
  put(bytes, find(bytes, io::zip::kDirectorySignature) + 42, 0x7fffffff, 4);
  EXPECT_EQ(open_error(bytes), "z.npz: member 'a' lies outside the file or over another");
}

TEST(Zip, AClaimThatDeflateCannotMeetIsRefusedBeforeAllocation) {
  auto bytes = deflated_archive(1000);
  put(bytes, 22, 0xf0000000, 4);
  put(bytes, find(bytes, io::zip::kDirectorySignature) + 24, 0xf0000000, 4);
  EXPECT_NE(open_error(bytes).find("it is damaged"), std::string::npos);
}

TEST(Zip, DeflatedDataLongerThanDeclaredAreRefused) {
  auto bytes = deflated_archive(1000);
  put(bytes, 22, 999, 4);
  put(bytes, find(bytes, io::zip::kDirectorySignature) + 24, 999, 4);
  EXPECT_EQ(open_error(bytes), "z.npz: member 'a': the deflated data are damaged");
}

// The 64-bit records that NumPy writes for every member: sizes in the extra field, 32-bit fields full.
TEST(Zip, SizesInTheSixtyFourBitExtraFieldAreRead) {
  std::vector<std::byte> bytes = archive_of({{"a", to_bytes("123")}});
  std::vector<std::byte> extra(20);
  put(extra, 0, 1, 2);
  put(extra, 2, 16, 2);
  put(extra, 4, 3, 8);
  put(extra, 12, 3, 8);
  put(bytes, 18, 0xffffffff, 4);
  put(bytes, 22, 0xffffffff, 4);
  put(bytes, 28, 20, 2);
  bytes.insert(bytes.begin() + 31, extra.begin(), extra.end());
  put(bytes, bytes.size() - 22 + 16, io::zip::u32(bytes, bytes.size() - 22 + 16) + 20, 4);
  EXPECT_EQ(ZipReader("z.npz", bytes).read("a"), to_bytes("123"));
  put(bytes, 31 + 4, 4, 8);
  EXPECT_EQ(open_error(bytes), "z.npz: member 'a' is damaged (its header disagrees with the directory)");
}

TEST(Zip, MoreMembersThanSixteenBitsCountNeedTheSixtyFourBitDirectory) {
  ZipWriter writer;
  ASSERT_NO_THROW({
    for (int i = 0; i < 300; ++i) writer.add(std::to_string(i), to_bytes(std::to_string(i)));
  });
  auto bytes = writer.finish();
  // The same directory behind a 64-bit end record.
  const std::size_t end = bytes.size() - io::zip::kEndSize;
  const std::uint64_t size = io::zip::u32(bytes, end + 12);
  const std::uint64_t offset = io::zip::u32(bytes, end + 16);
  std::vector<std::byte> end64(io::zip::kEnd64Size + io::zip::kLocator64Size);
  put(end64, 0, io::zip::kEnd64Signature, 4);
  put(end64, 4, io::zip::kEnd64Size - 12, 8);
  put(end64, 24, 300, 8);
  put(end64, 32, 300, 8);
  put(end64, 40, size, 8);
  put(end64, 48, offset, 8);
  put(end64, 56, io::zip::kLocator64Signature, 4);
  put(end64, 64, end, 8);
  put(bytes, end + 8, 0xffff, 2);
  put(bytes, end + 10, 0xffff, 2);
  bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(end), end64.begin(), end64.end());
  const ZipReader reader("z.npz", bytes);
  EXPECT_EQ(reader.members().size(), 300u);
  EXPECT_EQ(reader.read("299"), to_bytes("299"));
  put(bytes, end + 64, bytes.size(), 8);
  EXPECT_EQ(open_error(bytes), "z.npz: the 64-bit ZIP directory is damaged");
}

Contents some_contents() {
  Contents contents;
  const int members = *rc::gen::inRange(0, 4);
  for (int i = 0; i < members; ++i) {
    contents[fmt::format("m{}", i)] = to_bytes(*rc::gen::arbitrary<std::string>());
  }
  return contents;
}

RC_GTEST_PROP(ZipProperty, WhatIsWrittenIsReadBack, ()) {
  const Contents contents = some_contents();
  RC_ASSERT(read_everything(ZipReader("z.npz", archive_of(contents))) == contents);
}

RC_GTEST_PROP(ZipProperty, FlippingAnyByteGivesAnErrorOrTheSameContents, ()) {
  const Contents contents = some_contents();
  auto bytes = archive_of(contents);
  const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
  bytes[at] ^= static_cast<std::byte>(*rc::gen::inRange(1, 256));
  try {
    RC_ASSERT(read_everything(ZipReader("z.npz", bytes)) == contents);
  } catch (const DataError&) {
    RC_SUCCEED("refused");
  }
}

RC_GTEST_PROP(ZipProperty, CuttingTheFileAnywhereGivesAnError, ()) {
  auto bytes = archive_of(some_contents());
  bytes.resize(*rc::gen::inRange<std::size_t>(0, bytes.size()));
  RC_ASSERT_THROWS_AS(read_everything(ZipReader("z.npz", bytes)), DataError);
}

}  // namespace
}  // namespace l21::internal::test
