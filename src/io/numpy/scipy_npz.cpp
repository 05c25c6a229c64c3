#include "io/numpy/scipy_npz.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "io/numpy/npy.hpp"
#include "io/table/fail.hpp"
#include "io/table/shape.hpp"
#include "io/table/sparse.hpp"

namespace l21::internal::io {
namespace {

// One member of the archive, by its name without .npy. Nothing but what is asked for is kept in memory.
class Member {
 public:
  Member(const ZipReader& archive, const std::string& name)
      : archive_(archive), name_(name + ".npy"), where_(fmt::format("{}:{}", archive.path(), name)) {
    constexpr std::size_t kLongestHeader = std::size_t{1} << 17;
    header_ = parse_npy_header(archive.beginning(name_, kLongestHeader), archive.size_of(name_), where_);
  }

  [[nodiscard]] const std::string& where() const { return where_; }
  [[nodiscard]] const std::string& descr() const { return header_.descr; }
  [[nodiscard]] std::size_t size() const { return *value_count(header_.shape); }
  // Any numbers, as float64 or as they are.
  [[nodiscard]] Table table() const { return parse_npy(archive_.read(name_), where_); }

  // The bytes of the array.
  void copy(std::byte* target) const {
    std::size_t skipped = 0;
    archive_.read_pieces(name_, [&](std::span<const std::byte> piece) {
      const std::size_t head = std::min(piece.size(), header_.data_offset - skipped);
      skipped += head;
      target = std::copy(piece.begin() + static_cast<std::ptrdiff_t>(head), piece.end(), target);
      return true;
    });
  }

  // int32 or int64 numbers, each of which fits To.
  template <class To>
  [[nodiscard]] std::vector<To> integers() const {
    if (descr() == "<i4") return converted<std::int32_t, To>();
    if (descr() == "<i8") return converted<std::int64_t, To>();
    data_error("{}: holds '{}', but row and column numbers are '<i4' or '<i8'", where_, shown(descr()));
  }

 private:
  template <class From>
  [[nodiscard]] std::vector<From> values() const {
    std::vector<From> result((archive_.size_of(name_) - header_.data_offset) / sizeof(From) + 1);
    copy(reinterpret_cast<std::byte*>(result.data()));
    result.resize(size());
    return result;
  }
  template <class From, class To>
  [[nodiscard]] std::vector<To> converted() const {
    std::vector<From> all = values<From>();
    if constexpr (std::is_same_v<From, To>) return all;
    for (std::size_t k = 0; k < all.size(); ++k)
      if (!std::in_range<To>(all[k])) data_error("{}: number {} is {}, which is too large", where_, k + 1, all[k]);
    return std::vector<To>(all.begin(), all.end());
  }

  const ZipReader& archive_;
  std::string name_, where_;
  NpyHeader header_;
};

// format.npy is a 0-D text of bytes or of UCS-4: "csr".
std::string format_name(const ZipReader& archive) {
  const Member member(archive, "format");
  std::vector<std::byte> text(archive.size_of("format.npy"));
  member.copy(text.data());
  const std::size_t step = member.descr().find('U') == std::string::npos ? 1 : 4;
  std::string name;
  for (std::size_t k = 0; k < text.size() && name.size() < 16; k += step)
    if (const char c = static_cast<char>(text[k]); c != 0) name += c;
  return name;
}

std::pair<Index, Index> shape_of(const ZipReader& archive) {
  const Member member(archive, "shape");
  const auto shape = member.integers<std::int64_t>();
  if (shape.size() != 2 || shape[0] < 0 || shape[1] < 0)
    data_error("{}: is not the number of rows and of columns", member.where());
  return {shape[0], shape[1]};
}

// float64 and float32 as they are, everything else as float64.
std::unique_ptr<std::byte[]> read_values(const Member& data, std::size_t bytes, Storage& storage) {
  for (const Storage native : {Storage::float64, Storage::float32})
    if (data.descr() == npy_descr(native)) {
      storage = native;
      auto values = std::make_unique_for_overwrite<std::byte[]>(bytes);
      data.copy(values.get());
      return values;
    }
  storage = Storage::float64;
  Table table = data.table();
  if (table.view.storage == Storage::float64) return std::move(table.bytes);
  auto wide = std::make_unique_for_overwrite<std::byte[]>((data.size() + 1) * sizeof(double));
  with_scalar(table.view.storage, [&]<class T>(T) {
    std::transform(table.values<T>(), table.values<T>() + data.size(), reinterpret_cast<double*>(wide.get()),
                   [](T value) { return static_cast<double>(value); });
  });
  return wide;
}

Table read_compressed(const ZipReader& archive, Index rows, Index cols) {
  SparseIndex index{Member(archive, "indptr").integers<std::int64_t>(),
                    Member(archive, "indices").integers<std::int32_t>()};
  const Member data(archive, "data");
  Storage storage = Storage::float64;
  auto values = read_values(data, archive.size_of("data.npy"), storage);
  return sparse_table(std::move(values), storage, data.size(), std::move(index), rows, cols, archive.path());
}

Table read_coordinates(const ZipReader& archive, Index rows, Index cols) {
  const auto row = Member(archive, "row").integers<std::int64_t>();
  const auto column = Member(archive, "col").integers<std::int64_t>();
  const Member data(archive, "data");
  const Table values = data.table();
  if (row.size() != data.size() || column.size() != data.size())
    data_error("{}: {} values, {} row numbers and {} column numbers: these must be equal", archive.path(), data.size(),
               row.size(), column.size());
  SparseBuilder builder;
  builder.reserve(row.size());
  with_scalar(values.view.storage, [&]<class T>(T) {
    const T* value = static_cast<const T*>(values.view.data);
    for (std::size_t e = 0; e < row.size(); ++e) {
      if (row[e] < 0 || row[e] >= rows || column[e] < 0 || column[e] >= cols)
        data_error("{}: entry {} is at row {}, column {}, but the size is {} x {}", archive.path(), e + 1, row[e] + 1,
                   column[e] + 1, rows, cols);
      builder.add(row[e], column[e], static_cast<double>(value[e]));
    }
  });
  return builder.finish(rows, cols, archive.path());
}

template <class T>
std::vector<std::byte> format_vector(const std::string& descr, const T* values, std::size_t count) {
  std::vector<std::byte> bytes = format_npy_header(descr, {static_cast<Index>(count)});
  const std::size_t offset = bytes.size();
  bytes.resize(offset + count * sizeof(T));
  if (count > 0) std::memcpy(bytes.data() + offset, values, count * sizeof(T));
  return bytes;
}

}  // namespace

bool is_scipy_sparse(const ZipReader& archive) {
  return archive.contains("format.npy") && archive.contains("shape.npy") && archive.contains("data.npy");
}

Table read_scipy_sparse(const ZipReader& archive) {
  const std::string format = format_name(archive);
  const auto [rows, cols] = shape_of(archive);
  if (format == "csr") return read_compressed(archive, rows, cols);
  if (format == "csc") return transposed_sparse(read_compressed(archive, cols, rows));
  if (format == "coo") return read_coordinates(archive, rows, cols);
  data_error("{}: a sparse matrix in format '{}'; csr, csc and coo are read (scipy: matrix.tocsr())", archive.path(),
             shown(format));
}

void add_scipy_sparse(const SparseView& view, ZipWriter& archive) {
  const auto entries = static_cast<std::size_t>(view.entries());
  std::vector<std::int64_t> starts;
  for (Index i = 0; i <= view.rows; ++i) starts.push_back(view.start(i));
  const std::int64_t shape[] = {view.rows, view.cols};
  const char format[] = {'c', 's', 'r'};
  std::vector<std::byte> name = format_npy_header("|S3", {});
  for (const char c : format) name.push_back(static_cast<std::byte>(c));
  archive.add("indices.npy", format_vector("<i4", view.columns, entries));
  archive.add("indptr.npy", format_vector("<i8", starts.data(), starts.size()));
  archive.add("format.npy", name);
  archive.add("shape.npy", format_vector("<i8", shape, 2));
  with_scalar(view.storage, [&]<class T>(T) {
    archive.add("data.npy", format_vector(npy_descr(view.storage), static_cast<const T*>(view.values), entries));
  });
}

}  // namespace l21::internal::io
