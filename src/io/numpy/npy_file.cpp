#include "io/numpy/npy_file.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "io/bytes/input_file.hpp"
#include "io/bytes/output_file.hpp"
#include "io/numpy/npy.hpp"
#include "io/table/shape.hpp"

namespace l21::internal::io {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;

// Converts block by block, so that the file's own representation is never held whole.
void read_converted(const InputFile& file, std::size_t offset, NpyElement type, std::size_t count, double* target) {
  const std::size_t size = element_size(type.element);
  std::vector<std::byte> block(std::min(kBlock, count * size));
  for (std::size_t done = 0; done < count;) {
    const std::size_t now = std::min(count - done, block.size() / size);
    file.read_at(offset + done * size, {block.data(), now * size});
    if (type.swapped) swap_bytes(block.data(), now, size);
    widen(block.data(), type.element, now, target + done);
    done += now;
  }
}

}  // namespace

Table read_npy_file(const std::string& path) {
  const InputFile file(path);
  if (!file.regular()) return parse_npy(file.read_all(), path);
  std::vector<std::byte> head(std::min(file.size(), kBlock + 64));
  file.read_at(0, head);
  const NpyHeader header = parse_npy_header(head, file.size(), path);
  const NpyElement type = npy_element(header.descr, path);
  const std::size_t count = *value_count(header.shape);
  const auto native = native_storage(type.element);
  const Storage storage = native.value_or(Storage::float64);
  const std::size_t bytes = count * bytes_per_value(storage);
  auto values = std::make_unique_for_overwrite<std::byte[]>(bytes);
  if (native) {
    file.read_at(header.data_offset, {values.get(), bytes});
    if (type.swapped) swap_bytes(values.get(), count, bytes_per_value(storage));
  } else {
    read_converted(file, header.data_offset, type, count, reinterpret_cast<double*>(values.get()));
  }
  return shaped_table(std::move(values), storage, header.shape,
                      header.fortran_order ? Order::column_major : Order::row_major);
}

void write_npy_file(const std::string& path, const std::string& name, const Table& table) {
  const RowsView& view = table.view;
  OutputFile file(path, name);
  file.write(format_npy_header(npy_descr(view.storage), array_shape(table)));
  const std::size_t row_bytes = static_cast<std::size_t>(view.cols) * bytes_per_value(view.storage);
  if (is_compact_row_major(view)) {
    file.write({static_cast<const std::byte*>(view.data), static_cast<std::size_t>(view.rows) * row_bytes});
  } else {
    const auto step = static_cast<Index>(std::max<std::size_t>(1, kBlock / std::max<std::size_t>(1, row_bytes)));
    std::vector<std::byte> block(static_cast<std::size_t>(std::min(step, view.rows)) * row_bytes);
    for (Index first = 0; first < view.rows; first += step) {
      const Index rows = std::min(step, view.rows - first);
      copy_row_major(view.row_range(first, rows), block.data());
      file.write({block.data(), static_cast<std::size_t>(rows) * row_bytes});
    }
  }
  file.close();
}

}  // namespace l21::internal::io
