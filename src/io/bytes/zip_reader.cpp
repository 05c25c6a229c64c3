#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <utility>

#include "io/bytes/zip.hpp"
#include "io/bytes/zip_directory.hpp"
#include "io/bytes/zip_format.hpp"
#include "io/table/fail.hpp"

namespace l21::internal::io {
namespace {

using zip::u16;
using zip::u32;

// Deflate cannot expand by more than this (zlib's technical notes), so that a larger claim is a lie.
constexpr std::uint64_t kLargestRatio = 1032;

using Take = std::function<bool(std::span<const std::byte>)>;
constexpr std::size_t kPiece = std::size_t{4} << 20;

// Hands out `size` unpacked bytes in pieces; false when `take` wanted no more.
bool inflate_pieces(std::span<const std::byte> packed, std::size_t size, const std::string& place, const Take& take) {
  if (size / kLargestRatio > packed.size()) {
    data_error("{}: claims to unpack {} bytes to {}; it is damaged", place, packed.size(), size);
  }
  std::unique_ptr<z_stream, decltype(&inflateEnd)> stream(new z_stream{}, [](z_stream* s) {
    const int status = inflateEnd(s);
    delete s;
    return status;
  });
  if (inflateInit2(stream.get(), -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  constexpr std::size_t kStep = std::size_t{1} << 30;        // zlib counts in 32 bits
  std::vector<std::byte> piece(std::min(kPiece, size) + 1);  // one more: where a stream that is too long shows itself
  std::size_t taken = 0, made = 0, filled = 0;
  int status = Z_OK;
  while (status == Z_OK && made + filled <= size) {
    const std::size_t in = std::min(packed.size() - taken, kStep), out = piece.size() - filled;
    stream->next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data() + taken));
    stream->avail_in = static_cast<uInt>(in);
    stream->next_out = reinterpret_cast<Bytef*>(piece.data() + filled);
    stream->avail_out = static_cast<uInt>(out);
    status = inflate(stream.get(), Z_NO_FLUSH);
    taken += in - stream->avail_in;
    filled += out - stream->avail_out;
    if (filled == piece.size() && made + filled <= size) {
      if (!take(piece)) return false;
      made += std::exchange(filled, 0);
    }
  }
  if (status != Z_STREAM_END || made + filled != size || taken != packed.size()) {
    data_error("{}: the deflated data are damaged", place);
  }
  return filled == 0 || take(std::span(piece).first(filled));
}

void check_crc(uLong found, const ZipMember& member, const std::string& path) {
  if (found != member.crc) data_error("{}: member '{}' is damaged (its checksum is wrong)", path, shown(member.name));
}

}  // namespace

ZipReader::ZipReader(std::string path) : path_(std::move(path)), file_(path_) {
  read_directory();
}

ZipReader::ZipReader(std::string path, std::vector<std::byte> bytes) : path_(std::move(path)), file_(std::move(bytes)) {
  read_directory();
}

void ZipReader::read_directory() {
  const zip::Directory directory = zip::find_directory(file_.bytes(), path_);
  members_ = zip::parse_directory(file_.bytes(), directory, path_);
  check_extents(directory.offset);
}

// Members may not share bytes: that is how an archive bomb packs petabytes into a small file. Nor may names repeat.
void ZipReader::check_extents(std::uint64_t directory_offset) const {
  std::vector<const ZipMember*> sorted;
  for (const ZipMember& member : members_) sorted.push_back(&member);
  std::sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->name < b->name; });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i - 1]->name == sorted[i]->name) {
      data_error("{}: two members are named '{}'", path_, shown(sorted[i]->name));
    }
  }
  std::sort(sorted.begin(), sorted.end(), [](auto* a, auto* b) { return a->offset < b->offset; });
  std::uint64_t end = 0;
  for (const ZipMember* member : sorted) {
    const std::uint64_t head = zip::kLocalSize + member->name.size();
    const bool fits = member->offset >= end && member->offset <= directory_offset &&
                      head <= directory_offset - member->offset &&
                      member->compressed_size <= directory_offset - member->offset - head;
    if (!fits) data_error("{}: member '{}' lies outside the file or over another", path_, shown(member->name));
    end = member->offset + head + member->compressed_size;
  }
}

bool ZipReader::contains(std::string_view name) const {
  return std::any_of(members_.begin(), members_.end(), [&](const ZipMember& m) { return m.name == name; });
}

std::span<const std::byte> ZipReader::packed(const ZipMember& member) const {
  // check_extents has shown that the fixed part, the name and the data without the extra field lie inside the file.
  const auto local = file_.bytes().subspan(member.offset);
  const std::size_t name_length = u16(local, 26);
  const std::size_t extra_length = u16(local, 28);
  const auto disagree = [&] {
    data_error("{}: member '{}' is damaged (its header disagrees with the directory)", path_, shown(member.name));
  };
  const std::size_t head = zip::kLocalSize + name_length + extra_length;
  if (u32(local, 0) != zip::kLocalSignature || name_length != member.name.size() || head > local.size() ||
      member.compressed_size > local.size() - head || u16(local, 8) != member.method) {
    disagree();
  }
  const std::string_view name(reinterpret_cast<const char*>(local.data()) + zip::kLocalSize, name_length);
  if (name != member.name || (u16(local, 6) & zip::kEncryptedFlag) != 0) disagree();
  // With a data descriptor the sizes follow the data instead, and the directory alone knows them here.
  if ((u16(local, 6) & zip::kDescriptorFlag) == 0) {
    std::uint64_t size = u32(local, 22);
    std::uint64_t compressed = u32(local, 18);
    const std::array<std::uint64_t*, 2> fields{&size, &compressed};
    zip::apply_extra64(local.subspan(zip::kLocalSize + name_length, extra_length), fields, path_);
    if (size != member.size || compressed != member.compressed_size || u32(local, 14) != member.crc) disagree();
  }
  return local.subspan(head, member.compressed_size);
}

std::span<const std::byte> ZipReader::stored(const ZipMember& member) const {
  if (member.size != member.compressed_size)
    data_error("{}: member '{}' is stored with two different sizes; it is damaged", path_, shown(member.name));
  return packed(member);
}

const ZipMember& ZipReader::find(std::string_view name) const {
  const auto member =
      std::find_if(members_.begin(), members_.end(), [&](const ZipMember& m) { return m.name == name; });
  if (member == members_.end()) data_error("{}: has no member '{}'", path_, shown(name));
  return *member;
}

void ZipReader::read_pieces(std::string_view name, const Take& take) const {
  const ZipMember& member = find(name);
  auto crc = crc32_z(0, nullptr, 0);
  const Take checked = [&](std::span<const std::byte> piece) {
    crc = crc32_z(crc, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
    return take(piece);
  };
  if (member.method == zip::kDeflated) {
    if (!inflate_pieces(packed(member), member.size, fmt::format("{}: member '{}'", path_, shown(name)), checked))
      return;
  } else {
    const std::span<const std::byte> content = stored(member);
    for (std::size_t at = 0; at < content.size(); at += kPiece) {
      const auto piece = content.subspan(at, std::min(kPiece, content.size() - at));
      if (!checked(piece)) return;
      file_.forget(piece);
    }
  }
  check_crc(crc, member, path_);
}

std::vector<std::byte> ZipReader::beginning(std::string_view name, std::size_t most) const {
  std::vector<std::byte> bytes;
  read_pieces(name, [&](std::span<const std::byte> piece) {
    const auto part = piece.first(std::min(piece.size(), most - bytes.size()));
    bytes.insert(bytes.end(), part.begin(), part.end());
    return bytes.size() < most;
  });
  return bytes;
}

std::vector<std::byte> ZipReader::read(std::string_view name) const {
  std::vector<std::byte> bytes;
  read_pieces(name, [&](std::span<const std::byte> piece) {
    if (bytes.empty()) bytes.reserve(find(name).size);
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    return true;
  });
  return bytes;
}

std::span<const std::byte> ZipReader::view(std::string_view name, std::vector<std::byte>& scratch) const {
  const ZipMember& member = find(name);
  if (member.method == zip::kDeflated) {
    scratch = read(name);
    return scratch;
  }
  const std::span<const std::byte> content = stored(member);
  check_crc(crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()), member, path_);
  return content;
}

}  // namespace l21::internal::io
